#include "events/loop_unwinding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace heddle::events {

using program::ActionId;
using program::RegisterId;

namespace {

/// The most iterations of a loop whose end is known.
constexpr unsigned mostIterations = 20'000;
/// The most free iterations of a loop whose end only seems to be known, because a counter is constant.
constexpr unsigned mostFreeIterations = 2'000;

} // namespace

const analysis::Loop &LoopUnwinding::loopOf(const LoopPosition &position) const {
  return context_.facts.loops.loops()[position.loop];
}

UnwindingStrategy::Key LoopUnwinding::keyOf(const ThreadState &state) const {
  Key key;
  for (const LoopPosition &position : state.loops) {
    key.push_back(context_.facts.locations[loopOf(position).head].rank);
    key.push_back(position.iteration);
  }
  key.push_back(context_.facts.locations[state.location].rank);
  if (state.open)
    key.push_back(state.node);
  return key;
}

void LoopUnwinding::visit(ThreadState &state) {
  for (LoopPosition &position : state.loops)
    if (loopOf(position).head == state.location)
      position.start = std::make_shared<LoopStart>(LoopStart{state.registers, state.view});
}

bool LoopUnwinding::advance(ThreadState &state, ActionId action, const BranchDecisions &decisions) {
  for (LoopPosition &position : state.loops)
    noteExits(position, decisions);
  updateLoops(state);
  LoopPosition *repeated = repeatedLoop(state, action);
  return repeated == nullptr || enterNextIteration(state, *repeated);
}

/// The loop that the action begins anew, if it is a back edge.
LoopPosition *LoopUnwinding::repeatedLoop(ThreadState &state, ActionId action) const {
  const auto &[from, to] = std::pair(context_.cfa.actions[action].from, context_.cfa.actions[action].to);
  const analysis::Loop *loop = context_.facts.loops.loopAt(to);
  if (loop == nullptr || !loop->contains(from))
    return nullptr;
  assert(!state.loops.empty() && &loopOf(state.loops.back()) == loop &&
         "a head is innermost in the loop that it heads");
  return &state.loops.back();
}

/// Leaves the loops that are not around the location, and enters those that are.
void LoopUnwinding::updateLoops(ThreadState &state) const {
  std::vector<LoopPosition> loops;
  for (const std::size_t loop : context_.facts.locations[state.location].loops) {
    const auto inside = std::find_if(state.loops.begin(), state.loops.end(),
                                     [loop](const LoopPosition &position) { return position.loop == loop; });
    loops.push_back(inside != state.loops.end() ? *inside : LoopPosition{.loop = loop, .start = nullptr});
  }
  state.loops = std::move(loops);
}

void LoopUnwinding::noteExits(LoopPosition &position, const BranchDecisions &decisions) const {
  if (std::any_of(decisions.excluded.begin(), decisions.excluded.end(),
                  [&](ActionId action) { return isCountedExit(position, action); }))
    position.decidedExit = true;
  if (std::any_of(decisions.possible.begin(), decisions.possible.end(),
                  [&](ActionId action) { return !loopOf(position).contains(context_.cfa.actions[action].to); }))
    position.openExit = true;
}

/// Whether the action leaves the loop under a condition on something that the loop computes: if that is a constant, so
/// is the number of iterations.
bool LoopUnwinding::isCountedExit(const LoopPosition &position, ActionId id) const {
  const program::Action &action = context_.cfa.actions[id];
  if (loopOf(position).contains(action.to))
    return false;
  const std::vector<RegisterId> &computed = context_.facts.computed[position.loop];
  bool counted = false;
  for (const program::Instruction &instruction : action.instructions)
    if (const auto *guard = std::get_if<program::Guard>(&instruction.operation))
      program::forEachRegister(guard->condition, [&](RegisterId reg) {
        counted = counted || std::binary_search(computed.begin(), computed.end(), reg);
      });
  return counted;
}

/// Whether the iteration that ends here had no effects and changed nothing. Never if some path entered the loop in the
/// middle of the iteration, which has no `start` then.
bool LoopUnwinding::isUnchanged(const ThreadState &state, const LoopPosition &position) const {
  return !position.effects && position.start && position.start->registers == state.registers &&
         position.start->view == state.view;
}

/// The state returns to the head of a loop, of which `position` is its position. False if the next iteration is not
/// unwound.
bool LoopUnwinding::enterNextIteration(ThreadState &state, LoopPosition &position) const {
  if (isUnchanged(state, position) && !context_.checks(program::Property::NoDeadlock))
    return false;
  const analysis::Loop &loop = loopOf(position);
  const UnwindOptions &options = context_.unwinding.options;
  ++position.iteration;
  if (!loop.tripCount && (!position.decidedExit || position.openExit || position.iteration > mostFreeIterations))
    ++position.counted;

  const auto given = options.loopDepths.find({context_.cfaId, state.location});
  const bool isGiven = given != options.loopDepths.end();
  const unsigned depth = isGiven ? given->second : options.depth;
  const bool isTooDeep = position.counted > depth;
  const bool isTooLong = context_.facts.isVisible[position.loop] && position.iteration > options.visibleIterations;
  if (isTooDeep || isTooLong || position.iteration > mostIterations) {
    const bool deeperHelps = (isTooDeep && !isGiven) || (!isTooDeep && isTooLong);
    const std::string message = isTooDeep ? fmt::format("a loop that is unwound {} times (--unwindset)", depth)
                                          : fmt::format("a loop with more than {} iterations", mostIterations);
    context_.program.sideExits.push_back({.condition = state.guard,
                                          .node = state.node,
                                          .deeperHelps = deeperHelps,
                                          .message = deeperHelps ? "" : message,
                                          .span = context_.cfa.locations[loop.head].span});
    return false;
  }
  position.decidedExit = false;
  position.openExit = false;
  position.effects = false;
  position.start = nullptr;
  return true;
}

} // namespace heddle::events
