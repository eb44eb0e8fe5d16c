// Post-dominators are the dominators of the reversed automaton, in which the exit is the entry.
//
// The choice to be made is what counts as a path to the exit. A path on which the thread stops (the program ends, an
// assumption certainly fails, Heddle gives up, a loop never ends) does not count: no thread waits for a thread that
// has stopped, so it need not reach any merge point. Only EndThread is an end, because then other threads may join
// the thread.
//
// A function that never ends its thread needs another end, or it would have no merge points at all. This concerns
// main, whose return ends the program. Among the EndPrograms that are not an abort, the end is the one that most
// locations lead to: the return, rather than an exit() on the way.
#include "analysis/post_dominators.hpp"

#include "analysis/control_flow.hpp"

#include <algorithm>
#include <variant>

namespace heddle::analysis {

namespace {

using namespace program;

static_assert(std::variant_size_v<Operation> == 19, "a new operation: can it stop its thread?");

bool stops(const Operation &operation) {
  if (const auto *guard = std::get_if<Guard>(&operation))
    return guard->condition->isFalse();
  if (const auto *assume = std::get_if<Assume>(&operation))
    return assume->condition->isFalse();
  if (const auto *check = std::get_if<Check>(&operation))
    return check->condition->isFalse() && check->after == AfterFailure::Stop;
  return std::holds_alternative<EndThread>(operation) || std::holds_alternative<EndProgram>(operation) ||
         std::holds_alternative<Halt>(operation);
}

/// The locations, and the reversed actions after which the thread may continue. The entry is the exit of `cfa`, and no
/// action leaves it yet.
Cfa reversed(const Cfa &cfa) {
  Cfa result;
  result.locations.resize(cfa.locations.size());
  result.outgoing.resize(cfa.locations.size());
  result.entry = cfa.exit;
  result.exit = cfa.entry;
  for (const Action &action : cfa.actions)
    if (stopOf(action) == nullptr)
      result.addAction({action.to, action.from, {}});
  return result;
}

std::size_t countReachable(const Cfa &cfa, LocationId from) {
  std::vector<bool> seen(cfa.locations.size());
  std::vector<LocationId> pending{from};
  seen[from] = true;
  std::size_t count = 0;
  while (!pending.empty()) {
    const LocationId location = pending.back();
    pending.pop_back();
    ++count;
    for (const ActionId id : cfa.outgoing[location]) {
      const LocationId next = cfa.actions[id].to;
      if (!seen[next])
        pending.push_back(next);
      seen[next] = true;
    }
  }
  return count;
}

/// The locations from which the function ends its thread; `backward` is reversed(cfa).
std::vector<LocationId> endsOf(const Cfa &cfa, const Cfa &backward) {
  std::vector<LocationId> ends;
  std::vector<LocationId> programEnds;
  for (const Action &action : cfa.actions) {
    const Operation *stop = stopOf(action);
    if (stop == nullptr)
      continue;
    if (std::holds_alternative<EndThread>(*stop))
      ends.push_back(action.from);
    if (const auto *end = std::get_if<EndProgram>(stop); end != nullptr && !end->aborted)
      programEnds.push_back(action.from);
  }
  if (!ends.empty() || programEnds.size() <= 1)
    return ends.empty() ? programEnds : ends;

  LocationId best = programEnds.front();
  std::size_t most = 0;
  for (const LocationId end : programEnds)
    if (const std::size_t count = countReachable(backward, end); count >= most) {
      best = end;
      most = count;
    }
  return {best};
}

} // namespace

const Operation *stopOf(const Action &action) {
  const auto stop = std::find_if(action.instructions.begin(), action.instructions.end(),
                                 [](const Instruction &instruction) { return stops(instruction.operation); });
  return stop == action.instructions.end() ? nullptr : &stop->operation;
}

PostDominators::PostDominators(const Cfa &cfa) : immediate_(cfa.locations.size()) {
  Cfa backward = reversed(cfa);
  for (const LocationId end : endsOf(cfa, backward))
    backward.addAction({cfa.exit, end, {}});
  const ControlFlow flow(backward);
  for (LocationId location = 0; location < cfa.locations.size(); ++location)
    if (const std::optional<LocationId> dominator = flow.immediateDominator(location); dominator != cfa.exit)
      immediate_[location] = dominator;
}

} // namespace heddle::analysis
