// The members of D remember why they are coverable: initial, found by the oracle, or one step from another
// member. Going back from the target along these reasons, and asking at each step for no more threads than
// are needed, leads to an initial configuration; going forward from there, every step is made concrete.
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

/// Where the transition may start, below the configuration given, to lead to `wanted` or above.
Configuration before(const System &system, TransitionId transition, const Configuration &wanted,
                     const Configuration &given) {
  std::vector<Predecessor> found;
  appendPredecessors(system, transition, wanted, found);
  for (Predecessor &predecessor : found) {
    if (covered(predecessor.configuration, given))
      return std::move(predecessor.configuration);
  }
  assert(false && "a step in D that cannot be made");
  return given;
}

} // namespace

support::Expected<Trace> traceTo(const SearchContext &context, const Configuration &target) {
  const System &system = context.system;
  std::optional<CoveredId> member = context.covered.find(target);
  assert(member && "the target is not known to be coverable");

  std::vector<PlannedStep> backwards;
  Configuration wanted = target;
  while (context.covered.reason(*member).kind == Reason::Kind::Step) {
    const Reason &reason = context.covered.reason(*member);
    wanted = before(system, reason.number, wanted, reason.predecessor);
    backwards.push_back({reason.number, wanted});
    member = reason.before;
  }
  std::vector<PlannedStep> steps;
  if (const Reason &reason = context.covered.reason(*member); reason.kind == Reason::Kind::Oracle) {
    auto planned = context.oracle->plan(reason.number, wanted);
    if (!planned)
      return support::Error{"the target is coverable, but a trace would have millions of steps"};
    steps = std::move(*planned);
  }
  steps.insert(steps.end(), backwards.rbegin(), backwards.rend());

  const auto start = startAbove(system, steps.empty() ? wanted : steps.front().before);
  if (!start)
    return support::Error{"internal: the trace does not begin in an initial configuration"};
  Trace trace{.start = *start, .firings = {}};
  Configuration current = *start;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (context.interrupted())
      return support::Error{"interrupted"};
    const Configuration &next = i + 1 < steps.size() ? steps[i + 1].before : target;
    auto firing = chooseFiring(system, steps[i].transition, current, next);
    if (!firing)
      return support::Error{fmt::format("internal: step {} of the trace does not lead where it should", i + 1)};
    current = *fire(system, current, *firing);
    trace.firings.push_back(std::move(*firing));
  }
  return trace;
}

} // namespace heddle::coverability
