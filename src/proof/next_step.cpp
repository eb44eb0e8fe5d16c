#include "proof/next_step.hpp"

#include "proof/components.hpp"
#include "proof/thread_paths.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace heddle::proof {

using program::ActionId;
using program::LocationId;

namespace {

/// The actions with which a thread that has arrived at the location continues without resting.
std::vector<ActionId> continuations(const program::Cfa &cfa, LocationId at, const std::vector<bool> &pauses) {
  if (cfa.locations[at].atomic)
    return cfa.outgoing[at];
  std::vector<ActionId> result;
  if (!pauses[at])
    for (const ActionId id : cfa.outgoing[at])
      if (!program::isVisible(cfa.actions[id]))
        result.push_back(id);
  return result;
}

std::vector<const program::Action *> closure(const program::Cfa &cfa, std::vector<ActionId> pending,
                                             const std::vector<bool> &pauses) {
  std::vector<const program::Action *> result;
  std::vector<bool> taken(cfa.actions.size());
  while (!pending.empty()) {
    const ActionId id = pending.back();
    pending.pop_back();
    if (taken[id])
      continue;
    taken[id] = true;
    result.push_back(&cfa.actions[id]);
    for (const ActionId next : continuations(cfa, cfa.actions[id].to, pauses))
      pending.push_back(next);
  }
  return result;
}

} // namespace

std::vector<const program::Action *> actionsOfStep(const program::Cfa &cfa, const std::vector<ActionId> &first,
                                                   const std::vector<bool> &pauses) {
  return closure(cfa, first, pauses);
}

std::vector<const program::Action *> localActionsFrom(const program::Cfa &cfa, LocationId from,
                                                      const std::vector<bool> &pauses) {
  return closure(cfa, continuations(cfa, from, pauses), pauses);
}

namespace {

std::vector<bool> closingActions(const program::Cfa &cfa) {
  enum class Colour : std::uint8_t { White, Grey, Black };
  std::vector<Colour> colour(cfa.locations.size(), Colour::White);
  std::vector<bool> result(cfa.actions.size());
  std::vector<std::pair<LocationId, std::size_t>> path{
      {cfa.entry, 0}}; // and the index of the next outgoing action of each location
  colour[cfa.entry] = Colour::Grey;
  while (!path.empty()) {
    const LocationId at = path.back().first;
    if (path.back().second == cfa.outgoing[at].size()) {
      colour[at] = Colour::Black;
      path.pop_back();
      continue;
    }
    const ActionId action = cfa.outgoing[at][path.back().second++];
    const LocationId to = cfa.actions[action].to;
    result[action] = colour[to] == Colour::Grey;
    if (colour[to] != Colour::White)
      continue;
    colour[to] = Colour::Grey;
    path.emplace_back(to, 0);
  }
  return result;
}

/// The actions that can be taken again with the same values of counters; all actions if there are too many paths.
std::set<ActionId> repeatedActions(const program::Cfa &cfa, const std::vector<bool> &counters) {
  std::map<std::pair<LocationId, std::map<program::RegisterId, PathValue>>, std::size_t> points;
  const auto pointOf = [&](const PathState &state) {
    return points.try_emplace({state.location, state.registers}, points.size()).first->second;
  };
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  std::vector<ActionId> taken;
  std::set<ActionId> result;
  if (!forEachOnPaths(cfa, {.counters = &counters},
                      [&](const PathState &before, ActionId action, const PathState &after) {
                        edges.emplace_back(pointOf(before), pointOf(after));
                        taken.push_back(action);
                      })) {
    for (ActionId action = 0; action < cfa.actions.size(); ++action)
      result.insert(action);
    return result;
  }
  const std::vector<std::size_t> component = componentsOf(points.size(), edges);
  for (std::size_t i = 0; i < edges.size(); ++i)
    if (component[edges[i].first] == component[edges[i].second])
      result.insert(taken[i]);
  return result;
}

} // namespace

std::vector<bool> retreatingActions(const program::Cfa &cfa, const std::vector<bool> &counters) {
  std::vector<bool> result = closingActions(cfa);
  if (std::find(result.begin(), result.end(), true) == result.end())
    return result;
  const std::set<ActionId> repeated = repeatedActions(cfa, counters);
  for (ActionId action = 0; action < cfa.actions.size(); ++action)
    result[action] = result[action] && repeated.contains(action);
  return result;
}

} // namespace heddle::proof
