#include "events/path_following.hpp"

#include "analysis/quiet_round.hpp"

namespace heddle::events {

using program::ActionId;

void PathFollowing::visit(ThreadState &state) {
  std::vector<Expr> &reached = context_.self().reached;
  reached.resize(path_.size() + 1);
  reached[state.position] = state.guard;
}

bool PathFollowing::follows(const ThreadState &state, ActionId action) const {
  return state.position < path_.size() && path_[state.position] == action;
}

bool PathFollowing::advance(ThreadState &state, ActionId, const BranchDecisions &) {
  ++state.position;
  return true;
}

std::optional<ThreadState> PathFollowing::diverge(ThreadState state, ActionId action, Registers &registers) {
  if (isQuietRound(state, action))
    return std::nullopt;
  const Unwinding &unwinding = context_.unwinding;
  const Untaken untaken{context_.thread, state.position, action};
  if (unwinding.options.phantoms)
    if (const auto &branch = unwinding.facts.untakenBranches().of(context_.cfaId, action);
        branch && !context_.cfa.locations[branch->merge].atomic)
      if (const std::optional<std::size_t> merge = nextPosition(state.position, branch->merge);
          merge || !branch->arrives)
        return passThrough(std::move(state), *branch, untaken, merge, registers);
  // The rest of the step is not known, so other threads must not see the part of it that is.
  if (state.open)
    context_.program.nodes[state.node].failures.push_back(state.guard);
  context_.program.sideExits.push_back({.condition = state.guard,
                                        .node = state.node,
                                        .deeperHelps = false,
                                        .message = "a branch that was not taken",
                                        .span = context_.cfa.locations[state.location].span,
                                        .untaken = untaken});
  return std::nullopt;
}

/// Whether the action returns to a location at which the thread was before, without effects since then: see
/// analysis/quiet_round.hpp.
bool PathFollowing::isQuietRound(const ThreadState &state, ActionId id) const {
  const program::Program &source = context_.source;
  const program::Action &action = context_.cfa.actions[id];
  const std::vector<program::RegisterId> &live = context_.facts.liveness.at(action.to);
  if (context_.checks(program::Property::NoDeadlock) || !analysis::isEffectFree(action, live, source.properties))
    return false;
  program::LocationId at = state.location;
  for (std::size_t position = state.position; at != action.to; --position) {
    // A state that comes out of a phantom here was not at the locations before it.
    if (position == 0 || mergedAt_.contains(position))
      return false;
    const program::Action &previous = context_.cfa.actions[path_[position - 1]];
    if (!analysis::isEffectFree(previous, live, source.properties))
      return false;
    at = previous.from;
  }
  return true;
}

/// The first position after `from` at which the thread is at the location.
std::optional<std::size_t> PathFollowing::nextPosition(std::size_t from, program::LocationId location) const {
  for (std::size_t i = from; i < path_.size(); ++i)
    if (context_.cfa.actions[path_[i]].to == location)
      return i + 1;
  return std::nullopt;
}

/// Summarises the branch as a phantom. Returns the state where the branches meet, unless the branch never arrives
/// there.
std::optional<ThreadState> PathFollowing::passThrough(ThreadState state, const analysis::UntakenBranch &branch,
                                                      const Untaken &untaken, std::optional<std::size_t> merge,
                                                      Registers &registers) {
  for (const program::RegisterId reg : branch.registers)
    registers.set(reg, context_.program.symbol(registers.widthOf(reg)));
  const NodeId begin = context_.addMark(state.guard, state.position);
  const NodeId end = context_.addMark(state.guard, state.position);
  state.node = context_.addMark(state.guard, state.position); // events after it read what was assigned last
  context_.program.phantoms.push_back({begin, end, state.guard, branch.writes, untaken});
  context_.forget(state, branch.writes);
  if (!branch.arrives)
    return std::nullopt;
  state.registers = registers.gather(context_.facts.liveness.at(branch.merge));
  state.location = branch.merge;
  state.position = *merge;
  mergedAt_.insert(*merge);
  return state;
}

} // namespace heddle::events
