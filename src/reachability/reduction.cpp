#include "reachability/reduction.hpp"

#include <algorithm>

namespace heddle::reachability {

using analysis::Footprint;

MonotonicReduction::MonotonicReduction(Semantics &semantics, const Tree &tree, Labels &labels, bool countsStackEnds)
    : semantics_(semantics), tree_(tree), labels_(labels), dependence_(semantics.program(), semantics.regionsOf()),
      countsStackEnds_(countsStackEnds) {}

/// The step that leads to the node. The last one is cached: all threads of a node are asked about in a row.
const MonotonicReduction::ExecutedStep &MonotonicReduction::stepInto(NodeId node) {
  if (stepNode_ == node)
    return step_;
  stepNode_ = node;
  step_ = {};
  for (NodeId at = node; at != tree_[node].stepStart; at = tree_[at].parent) {
    const Transition &via = *tree_[at].via;
    step_.slot = via.slot; // finally that of the first transition
    step_.closesLoop = step_.closesLoop || via.closesLoop;
    if (via.action == Transition::noAction)
      continue;
    const Control &from = semantics_.control(tree_[tree_[at].parent].control);
    step_.footprint.add(dependence_.footprint(from.threads[via.slot].cfa, via.action));
  }
  // The step leads to a node, so it has not ended the execution.
  step_.footprint.endsExecution = false;
  if (!countsStackEnds_ && (step_.footprint.joins || step_.footprint.endsThread))
    step_.footprint.ends.clear();
  return step_;
}

bool MonotonicReduction::trySkip(NodeId node, unsigned slot) {
  if (tree_[node].stepStart == node)
    return false;
  const ExecutedStep &done = stepInto(node);
  return slot < done.slot && !done.closesLoop && establishIndependence(node, slot);
}

bool MonotonicReduction::establishIndependence(NodeId node, unsigned slot) {
  const Control &before = semantics_.control(tree_[tree_[node].stepStart].control);
  const ThreadControl &thread = semantics_.control(tree_[node].control).threads[slot];
  // A thread whose control the step has changed, for example by starting it, depends on the step.
  if (slot >= before.threads.size() || before.threads[slot] != thread)
    return false;
  const ExecutedStep &done = stepInto(node);
  Footprint next = dependence_.nextStep(thread.cfa, thread.location).whole;
  // If the next step ends the execution, no later behaviour is missed in either order. Whether it violates a property
  // does not depend on the executed step.
  next.endsExecution = false;
  if (!countsStackEnds_ && (next.joins || next.endsThread))
    next.ends.clear();
  if (!analysis::dependent(done.footprint, next))
    return true;
  const auto withoutMemory = [](Footprint footprint) {
    footprint.reads.clear();
    footprint.writes.clear();
    return footprint;
  };
  // The end of the lifetime of a stack is not among the accesses of a transition.
  const auto endsStackOf = [](const Footprint &ending, const Footprint &other) {
    return (ending.joins || ending.endsThread) &&
           (mayOverlap(ending.ends, other.reads) || mayOverlap(ending.ends, other.writes));
  };
  if (analysis::dependent(withoutMemory(done.footprint), withoutMemory(next)) || endsStackOf(done.footprint, next) ||
      endsStackOf(next, done.footprint))
    return false;
  return establishDisjointAccesses(node, slot);
}

/// The accesses of the step that leads to the node, over the state before the step. False if they depend on inputs.
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

bool MonotonicReduction::establishDisjointAccesses(NodeId node, unsigned slot) {
  // Transitions are available only for the first action of the next step.
  const ThreadControl &thread = semantics_.control(tree_[node].control).threads[slot];
  const Footprint &rest = dependence_.nextStep(thread.cfa, thread.location).rest;
  if (!rest.reads.empty() || !rest.writes.empty())
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
