// Following one execution: the path of each thread instead of all that its automaton allows.
//
// States are ordered by their position in the path. What the thread would do on other actions is an sideExit, or a
// *phantom* (section 5 of "Symbolic Pruning of Concurrent Program Executions", Wang, Chaudhuri, Gupta, Yang): the
// thread goes to where the branches meet, while what the branch may write is assigned anything. The path comes by that
// place too, and there the two are merged.
#include "events/thread_unwinder.hpp"

#include "analysis/quiet_round.hpp"

namespace heddle::events {

bool ThreadUnwinder::isTaken(const State &state, program::ActionId action) const {
  return state.position < executed_->path.size() && executed_->path[state.position] == action;
}

/// The state is behind the guards of an action that the path does not take.
void ThreadUnwinder::leave(State state, program::ActionId action) {
  if (goesRound(state, action))
    return;
  const Untaken untaken{thread_, state.position, action};
  if (unwinding_.options.phantoms)
    if (const auto &branch = unwinding_.facts.untakenBranches().of(cfaId_, action);
        branch && !cfa_.locations[branch->merge].atomic)
      if (const std::optional<std::size_t> merge = nextPosition(state.position, branch->merge);
          merge || !branch->arrives)
        return passThrough(std::move(state), *branch, untaken, merge);
  // Others must not see half of a step whose rest is not known.
  if (state.open)
    program_.nodes[state.node].failures.push_back(state.guard);
  program_.sideExits.push_back({.condition = state.guard,
                                .node = state.node,
                                .deeperHelps = false,
                                .message = "a branch that was not taken",
                                .span = cfa_.locations[state.location].span,
                                .untaken = untaken});
}

/// Whether the action leads back to where the thread was before, and it has done nothing since: see
/// analysis/quiet_round.hpp.
bool ThreadUnwinder::goesRound(const State &state, program::ActionId id) const {
  const program::Action &action = cfa_.actions[id];
  const std::vector<program::RegisterId> &live = facts_.liveness.at(action.to);
  if (checks(program::Property::NoDeadlock) || !analysis::isEffectFree(action, live, source_.properties))
    return false;
  program::LocationId at = state.location;
  for (std::size_t position = state.position; at != action.to; --position) {
    // Who comes out of a phantom here was not there before.
    if (position == 0 || mergedAt_.contains(position) ||
        !analysis::isEffectFree(cfa_.actions[executed_->path[position - 1]], live, source_.properties))
      return false;
    at = cfa_.actions[executed_->path[position - 1]].from;
  }
  return true;
}

/// The first position behind `from` at which the thread is at the location.
std::optional<std::size_t> ThreadUnwinder::nextPosition(std::size_t from, program::LocationId location) const {
  for (std::size_t i = from; i < executed_->path.size(); ++i)
    if (cfa_.actions[executed_->path[i]].to == location)
      return i + 1;
  return std::nullopt;
}

void ThreadUnwinder::passThrough(State state, const analysis::UntakenBranch &branch, const Untaken &untaken,
                                 std::optional<std::size_t> merge) {
  for (const program::RegisterId reg : branch.registers)
    set(reg, program_.symbol(cfa_.registers[reg].width));
  const NodeId begin = addMark(state.guard, state.position);
  const NodeId end = addMark(state.guard, state.position);
  state.node = addMark(state.guard, state.position); // what comes behind it reads what was assigned last
  program_.phantoms.push_back({begin, end, state.guard, branch.writes, untaken});
  analysis::RegionSet &written = unwinding_.writtenRegions[thread_];
  written.insert(written.end(), branch.writes.begin(), branch.writes.end());
  for (const auto &[address, extent] : extentsOf(branch.writes)) {
    unwinding_.written[thread_].emplace_back(address, extent);
    state.view.forget(program_, address, extent);
  }
  if (!branch.arrives)
    return;
  gatherRegisters(state, branch.merge);
  state.position = *merge;
  mergedAt_.insert(*merge);
  schedule(std::move(state), branch.merge, false);
}

NodeId ThreadUnwinder::addMark(Expr guard, std::size_t position) {
  const NodeId node = program_.order.addNode(thread_);
  program_.nodes.push_back(
      {.thread = thread_, .scheduled = false, .executed = guard, .failures = {}, .position = position});
  self().last = node;
  return node;
}

} // namespace heddle::events
