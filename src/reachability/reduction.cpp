#include "reachability/reduction.hpp"

#include <algorithm>

namespace heddle::reachability {

using analysis::Footprint;

MonotonicReduction::MonotonicReduction(Semantics &semantics, const Tree &tree, Labels &labels)
    : semantics_(semantics), tree_(tree), labels_(labels), dependence_(semantics.program(), semantics.regionsOf()) {}

/// The step that leads to the node. Who asks about one thread asks about the others next.
const MonotonicReduction::Done &MonotonicReduction::doneAt(NodeId node) {
  if (doneAt_ == node)
    return done_;
  doneAt_ = node;
  done_ = {};
  for (NodeId at = node; at != tree_[node].stepStart; at = tree_[at].parent) {
    const Transition &via = *tree_[at].via;
    done_.slot = via.slot; // of the first, at last
    done_.goesBack = done_.goesBack || via.goesBack;
    if (via.action == Transition::noAction)
      continue;
    const Control &from = semantics_.control(tree_[tree_[at].parent].control);
    done_.footprint.add(dependence_.footprint(from.threads[via.slot].cfa, via.action));
  }
  // It has not ended the execution.
  done_.footprint.endsExecution = false;
  return done_;
}

bool MonotonicReduction::skips(NodeId node, unsigned slot) {
  if (tree_[node].stepStart == node)
    return false;
  const Done &done = doneAt(node);
  return slot < done.slot && !done.goesBack && areIndependent(node, slot);
}

bool MonotonicReduction::areIndependent(NodeId node, unsigned slot) {
  const Control &before = semantics_.control(tree_[tree_[node].stepStart].control);
  const ThreadControl &thread = semantics_.control(tree_[node].control).threads[slot];
  // A thread that the step has started, or that was set going by it, depends on it.
  if (slot >= before.threads.size() || before.threads[slot] != thread)
    return false;
  const Done &done = doneAt(node);
  Footprint next = dependence_.nextStep(thread.cfa, thread.location).whole;
  // If the next step ends the execution, in either order, nothing follows it that could be missed. Violations in it do
  // not depend on what was done.
  next.endsExecution = false;
  if (!analysis::dependent(done.footprint, next))
    return true;
  const auto withoutMemory = [](Footprint footprint) {
    footprint.reads.clear();
    footprint.writes.clear();
    return footprint;
  };
  // The end of a stack is in no list of accesses.
  const auto endsStackOf = [](const Footprint &ending, const Footprint &other) {
    return (ending.joins || ending.endsThread) &&
           (mayOverlap(ending.ends, other.reads) || mayOverlap(ending.ends, other.writes));
  };
  if (analysis::dependent(withoutMemory(done.footprint), withoutMemory(next)) || endsStackOf(done.footprint, next) ||
      endsStackOf(next, done.footprint))
    return false;
  return areProvedIndependent(node, slot);
}

/// The accesses of the step that leads to the node, over the state before it. False if they cannot be said so.
bool MonotonicReduction::findAccesses(NodeId node, std::vector<MemoryAccess> &accesses) const {
  program::ExprPool &pool = tree_.pool();
  const NodeId start = tree_[node].stepStart;
  for (NodeId at = node; at != start; at = tree_[at].parent) {
    const Transition &via = *tree_[at].via;
    for (MemoryAccess &later : accesses)
      later.address = pool.substitute(later.address, [&](Expr variable) { return via.valueOf(variable); });
    accesses.insert(accesses.end(), via.accesses.begin(), via.accesses.end());
    for (const MemoryAccess &access : accesses)
      if (!semantics_.variables().vocabularyOf(access.address).isState())
        return false;
  }
  return true;
}

bool MonotonicReduction::areProvedIndependent(NodeId node, unsigned slot) {
  // Only the first action is known as a transition.
  const ThreadControl &thread = semantics_.control(tree_[node].control).threads[slot];
  const Footprint &behind = dependence_.nextStep(thread.cfa, thread.location).rest;
  if (!behind.reads.empty() || !behind.writes.empty())
    return false;
  std::vector<MemoryAccess> done;
  if (!findAccesses(node, done))
    return false;
  program::ExprPool &pool = tree_.pool();
  const NodeId start = tree_[node].stepStart;
  Expr conflict = pool.boolean(false);
  for (const Transition &next : semantics_.successors(tree_[start].control, slot)) {
    if (next.kind == Transition::Kind::Halt)
      return false;
    for (const MemoryAccess &access : next.accesses)
      for (const MemoryAccess &other : done)
        if (access.writes || other.writes) {
          if (!semantics_.variables().vocabularyOf(access.address).isState())
            return false;
          conflict = pool.disjunction(conflict, overlap(pool, access, other));
        }
  }
  if (!labels_.establish(start, pool.negate(conflict)))
    return false;
  ++conditional_;
  return true;
}

Expr overlap(program::ExprPool &pool, const MemoryAccess &a, const MemoryAccess &b) {
  const auto isWithin = [&pool](const MemoryAccess &x, const MemoryAccess &y) {
    const Expr distance = pool.sub(x.address, y.address);
    return pool.make(program::ExprKind::Ult, distance, pool.constant(y.bytes, distance->width));
  };
  return pool.disjunction(isWithin(a, b), isWithin(b, a));
}

} // namespace heddle::reachability
