// Strong liveness, backwards to a fixed point.
//
// Ordinary liveness calls a register live if it may be read; here what a computation reads is needed only
// if its own target is. A counter that is only ever incremented is live but not needed, and goes. Sets
// are sorted vectors: automata of inlined programs have very many registers, of which few are in use at
// any one location.
#include "transform/needed_registers.hpp"

#include <algorithm>
#include <deque>
#include <iterator>

namespace heddle::transform {

using namespace program;

bool RegisterSet::contains(RegisterId reg) const { return std::binary_search(members_.begin(), members_.end(), reg); }

void RegisterSet::insert(RegisterId reg) {
  const auto place = std::lower_bound(members_.begin(), members_.end(), reg);
  if (place == members_.end() || *place != reg)
    members_.insert(place, reg);
}

void RegisterSet::erase(RegisterId reg) {
  const auto place = std::lower_bound(members_.begin(), members_.end(), reg);
  if (place != members_.end() && *place == reg)
    members_.erase(place);
}

void RegisterSet::insertAll(const RegisterSet &other) {
  if (std::includes(members_.begin(), members_.end(), other.members_.begin(), other.members_.end()))
    return;
  std::vector<RegisterId> both;
  both.reserve(members_.size() + other.members_.size());
  std::set_union(members_.begin(), members_.end(), other.members_.begin(), other.members_.end(),
                 std::back_inserter(both));
  members_ = std::move(both);
}

bool onlyComputes(const Operation &operation) {
  return std::holds_alternative<Assign>(operation) || std::holds_alternative<Havoc>(operation);
}

void NeededRegisters::stepBack(RegisterSet &needed, const Operation &operation) {
  const RegisterId target = writtenRegister(operation);
  if (onlyComputes(operation) && !needed.contains(target))
    return;
  if (target != noRegister)
    needed.erase(target);
  forEachExpression(operation, [&needed](Expr e) { forEachRegister(e, [&needed](RegisterId r) { needed.insert(r); }); });
}

NeededRegisters::NeededRegisters(const Cfa &cfa) : needed_(cfa.locations.size()) {
  std::vector<std::vector<LocationId>> predecessors(cfa.locations.size());
  for (const Action &action : cfa.actions)
    predecessors[action.to].push_back(action.from);

  // Automata are built roughly from the entry to the exit: taking late locations first saves rounds.
  std::deque<LocationId> worklist;
  std::vector<bool> queued(cfa.locations.size(), true);
  for (LocationId location = 0; location < cfa.locations.size(); ++location)
    worklist.push_front(location);
  while (!worklist.empty()) {
    const LocationId location = worklist.front();
    worklist.pop_front();
    queued[location] = false;
    RegisterSet needed;
    for (const ActionId id : cfa.outgoing[location]) {
      const Action &action = cfa.actions[id];
      RegisterSet before = needed_[action.to];
      for (auto step = action.steps.rbegin(); step != action.steps.rend(); ++step)
        stepBack(before, step->operation);
      needed.insertAll(before);
    }
    if (needed == needed_[location])
      continue;
    needed_[location] = std::move(needed);
    for (const LocationId predecessor : predecessors[location]) {
      if (!queued[predecessor])
        worklist.push_back(predecessor);
      queued[predecessor] = true;
    }
  }
}

} // namespace heddle::transform
