#include "reachability/reduction.hpp"

#include <algorithm>

namespace heddle::reachability {

using analysis::Footprint;
using program::ActionId;
using program::CfaId;
using program::LocationId;

MonotonicReduction::MonotonicReduction(Semantics &semantics, const Tree &tree, Labels &labels)
    : semantics_(semantics), tree_(tree), labels_(labels) {
  for (const program::Cfa &cfa : semantics.program().cfas) {
    steps_.emplace_back(cfa.locations.size());
    actions_.emplace_back(cfa.actions.size());
  }
}

const Footprint &MonotonicReduction::actionOf(CfaId cfa, ActionId action) {
  std::unique_ptr<Footprint> &entry = actions_[cfa][action];
  if (!entry)
    entry = std::make_unique<Footprint>(
        analysis::footprintOf(semantics_.program(), cfa, semantics_.program().cfas[cfa].actions[action],
                              [this](CfaId id, Expr address, std::uint64_t bytes) {
                                return semantics_.pointsTo().regions(id, address, bytes);
                              }));
  return *entry;
}

/// All that a thread at rest may do in its next step, with the local work behind it.
const Footprint &MonotonicReduction::stepFrom(CfaId cfaId, LocationId location) {
  std::unique_ptr<Footprint> &entry = steps_[cfaId][location];
  if (entry)
    return *entry;
  entry = std::make_unique<Footprint>();
  const program::Cfa &cfa = semantics_.program().cfas[cfaId];
  std::vector<bool> seen(cfa.locations.size());
  std::vector<ActionId> pending = cfa.outgoing[location];
  while (!pending.empty()) {
    const ActionId id = pending.back();
    pending.pop_back();
    entry->add(actionOf(cfaId, id));
    const LocationId to = cfa.actions[id].to;
    if (seen[to])
      continue;
    seen[to] = true;
    for (const ActionId next : cfa.outgoing[to])
      if (cfa.locations[to].atomic || !program::isVisible(cfa.actions[next]))
        pending.push_back(next);
  }
  return *entry;
}

bool MonotonicReduction::skips(NodeId node, unsigned slot) {
  const NodeId start = tree_[node].stepStart;
  if (start == noNode || start == node)
    return false;
  bool goesBack = false;
  NodeId first = node;
  for (NodeId at = node; at != start; at = tree_[at].parent) {
    first = at;
    goesBack = goesBack || tree_[at].via->goesBack;
  }
  return slot < tree_[first].via->slot && !goesBack && areIndependent(node, slot);
}

bool MonotonicReduction::areIndependent(NodeId node, unsigned slot) {
  const NodeId start = tree_[node].stepStart;
  const Control &before = semantics_.control(tree_[start].control);
  const ThreadControl &thread = semantics_.control(tree_[node].control).threads[slot];
  // A thread that the step has started, or that was set going by it, depends on it.
  if (slot >= before.threads.size() || before.threads[slot] != thread)
    return false;
  Footprint done;
  for (NodeId at = node; at != start; at = tree_[at].parent)
    if (const Transition &via = *tree_[at].via; via.action != Transition::noAction) {
      const Control &from = semantics_.control(tree_[tree_[at].parent].control);
      done.add(actionOf(from.threads[via.slot].cfa, via.action));
    }
  Footprint next = stepFrom(thread.cfa, thread.location);
  // The step that was done has not ended the execution, and if the next one does, in either order, nothing follows it
  // that could be missed. Violations in it do not depend on what was done.
  done.endsExecution = next.endsExecution = false;
  if (!analysis::dependent(done, next))
    return true;
  const auto withoutMemory = [](Footprint footprint) {
    footprint.reads.clear();
    footprint.writes.clear();
    return footprint;
  };
  if (analysis::dependent(withoutMemory(done), withoutMemory(next)))
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
    for (const MemoryAccess &access : accesses) {
      bool hasInputs = false;
      program::forEachRegister(access.address,
                               [&](VariableId id) { hasInputs = hasInputs || !semantics_.variables()[id].isState(); });
      if (hasInputs)
        return false;
    }
  }
  return true;
}

bool MonotonicReduction::areProvedIndependent(NodeId node, unsigned slot) {
  std::vector<MemoryAccess> done;
  if (!findAccesses(node, done))
    return false;
  program::ExprPool &pool = tree_.pool();
  const NodeId start = tree_[node].stepStart;
  Expr conflict = pool.boolean(false);
  for (const Transition &next : semantics_.successors(tree_[start].control, slot)) {
    if (next.kind == Transition::Kind::Halt)
      return false;
    if (next.kind == Transition::Kind::Step && slot < semantics_.control(next.target).threads.size()) {
      const ThreadControl &then = semantics_.control(next.target).threads[slot];
      if (then.isActive() && semantics_.program().cfas[then.cfa].locations[then.location].atomic)
        return false; // the rest of the block is not known
    }
    for (const MemoryAccess &access : next.accesses)
      for (const MemoryAccess &other : done)
        if (access.writes || other.writes) {
          bool hasInputs = false;
          program::forEachRegister(
              access.address, [&](VariableId id) { hasInputs = hasInputs || !semantics_.variables()[id].isState(); });
          if (hasInputs)
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
