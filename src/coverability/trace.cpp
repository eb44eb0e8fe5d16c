// Every member of D has a reason why it is coverable: it is initial, found by the oracle, or one step from another
// member. Following the reasons backwards from the target, with no more threads at each step than are needed, leads to
// an initial configuration. From there the steps are fired forwards, with all choices resolved.
#include "coverability/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace heddle::coverability {

namespace {

/// The smallest initial configuration above `wanted`.
std::optional<Configuration> startAbove(const System &system, const Configuration &wanted) {
  for (const InitialSet &set : system.initial) {
    if (!covered(wanted, set.most))
      continue;
    Configuration start = wanted;
    for (const Entry &entry : set.least) {
      if (count(start.threads, entry.local) < entry.count)
        assign(start.threads, entry.local, entry.count);
    }
    return start;
  }
  return std::nullopt;
}

/// A configuration below `given` from which the transition leads to `wanted` or above.
Configuration before(const System &system, TransitionId transition, const Configuration &wanted,
                     const Configuration &given) {
  std::vector<Predecessor> found;
  appendPredecessors(system, transition, wanted, found);
  for (Predecessor &predecessor : found) {
    if (covered(predecessor.configuration, given))
      return std::move(predecessor.configuration);
  }
  assert(false && "a step in D is not possible");
  return given;
}

/// A firing of the planned transition that leads from `current` to `next` or above. `current` may have more threads
/// than planned, from the least threads of an initial set. If the plan is a silent signal and one of these threads
/// waits for it, the signal wakes that thread instead, by a transition between the same shared states.
std::optional<Firing> fireAbove(const System &system, TransitionId planned, const Configuration &current,
                                const Configuration &next) {
  if (auto firing = chooseFiring(system, planned, current, next))
    return firing;
  const Transition &silent = system.transition(planned);
  const auto waiting = system.absent(silent);
  if (waiting.empty())
    return std::nullopt;
  const auto transitions = system.transitions();
  for (TransitionId id = 0; id < transitions.size(); ++id) {
    const Transition &transition = transitions[id];
    const auto take = system.take(transition);
    if (transition.from != silent.from || transition.to != silent.to || take.size() != 1 ||
        count(waiting, take.front().local) == 0)
      continue;
    if (auto firing = chooseFiring(system, id, current, next))
      return firing;
  }
  return std::nullopt;
}

} // namespace

TraceResult traceTo(const SearchContext &context, const Configuration &target) {
  const System &system = context.system;
  std::optional<CoveredId> member = context.covered.find(target);
  assert(member && "the target is not known to be coverable");

  std::vector<PlannedStep> reversed;
  Configuration wanted = target;
  while (context.covered.reason(*member).kind == Reason::Kind::Step) {
    const Reason &reason = context.covered.reason(*member);
    wanted = before(system, reason.number, wanted, reason.predecessor);
    reversed.push_back({reason.number, wanted});
    member = reason.before;
  }
  std::vector<PlannedStep> steps;
  if (const Reason &reason = context.covered.reason(*member); reason.kind == Reason::Kind::Oracle) {
    auto planned = context.oracle->plan(reason.number, wanted);
    if (!planned)
      return {context.interrupted() ? TraceResult::Kind::Cancelled : TraceResult::Kind::TooLong,
              {},
              "the target is coverable, but a trace would have millions of steps"};
    steps = std::move(*planned);
  }
  steps.insert(steps.end(), reversed.rbegin(), reversed.rend());

  const auto start = startAbove(system, steps.empty() ? wanted : steps.front().before);
  if (!start)
    return {TraceResult::Kind::InternalError, {}, "the trace does not begin in an initial configuration"};
  Trace trace{.start = *start, .firings = {}};
  Configuration current = *start;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (context.interrupted())
      return {TraceResult::Kind::Cancelled, {}, {}};
    const Configuration &next = i + 1 < steps.size() ? steps[i + 1].before : target;
    auto firing = fireAbove(system, steps[i].transition, current, next);
    if (!firing)
      return {TraceResult::Kind::InternalError, {}, fmt::format("step {} of the trace is not possible", i + 1)};
    current = *fire(system, current, *firing);
    trace.firings.push_back(std::move(*firing));
  }
  return {TraceResult::Kind::Found, std::move(trace), {}};
}

} // namespace heddle::coverability
