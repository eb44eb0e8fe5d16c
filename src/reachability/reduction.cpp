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

const MonotonicReduction::Step &MonotonicReduction::stepFrom(CfaId cfaId, LocationId location) {
  std::unique_ptr<Step> &entry = steps_[cfaId][location];
  if (entry)
    return *entry;
  entry = std::make_unique<Step>();
  const program::Cfa &cfa = semantics_.program().cfas[cfaId];
  std::vector<bool> seen(cfa.locations.size());
  std::vector<LocationId> pending;
  const auto add = [&](ActionId id, Footprint &into) {
    into.add(actionOf(cfaId, id));
    if (const LocationId to = cfa.actions[id].to; !seen[to]) {
      seen[to] = true;
      pending.push_back(to);
    }
  };
  for (const ActionId first : cfa.outgoing[location])
    add(first, entry->whole);
  while (!pending.empty()) {
    const LocationId at = pending.back();
    pending.pop_back();
    for (const ActionId next : cfa.outgoing[at])
      if (cfa.locations[at].atomic || !program::isVisible(cfa.actions[next]))
        add(next, entry->behind);
  }
  entry->whole.add(entry->behind);
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

/// Whether locals of some thread die in the step that leads to the node, or may die in the next one of the thread.
bool MonotonicReduction::endsStacks(NodeId node, unsigned slot) {
  const NodeId start = tree_[node].stepStart;
  for (NodeId at = node; at != start; at = tree_[at].parent)
    if (tree_[at].via->endsStacks)
      return true;
  const Control &before = semantics_.control(tree_[start].control);
  const bool hasStack = std::any_of(before.objects.begin(), before.objects.end(), [&](const ObjectControl &object) {
    return object.alive && object.storage != program::Storage::Heap && object.owner == slot;
  });
  if (before.threads[slot].detached && hasStack)
    return true;
  const std::vector<Transition> &next = semantics_.successors(tree_[start].control, slot);
  return std::any_of(next.begin(), next.end(), [](const Transition &transition) { return transition.endsStacks; });
}

bool MonotonicReduction::areIndependent(NodeId node, unsigned slot) {
  const NodeId start = tree_[node].stepStart;
  const Control &before = semantics_.control(tree_[start].control);
  const ThreadControl &thread = semantics_.control(tree_[node].control).threads[slot];
  // A thread that the step has started, or that was set going by it, depends on it.
  if (slot >= before.threads.size() || before.threads[slot] != thread)
    return false;
  // The end of a stack is in no footprint.
  if (endsStacks(node, slot))
    return false;
  Footprint done;
  for (NodeId at = node; at != start; at = tree_[at].parent)
    if (const Transition &via = *tree_[at].via; via.action != Transition::noAction) {
      const Control &from = semantics_.control(tree_[tree_[at].parent].control);
      done.add(actionOf(from.threads[via.slot].cfa, via.action));
    }
  Footprint next = stepFrom(thread.cfa, thread.location).whole;
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
  // Only the first action is known as a transition.
  const ThreadControl &thread = semantics_.control(tree_[node].control).threads[slot];
  const Footprint &behind = stepFrom(thread.cfa, thread.location).behind;
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
