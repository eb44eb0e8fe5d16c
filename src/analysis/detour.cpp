#include "analysis/detour.hpp"

#include <algorithm>
#include <map>
#include <variant>

namespace heddle::analysis {

using program::ActionId;
using program::LocationId;

namespace {

bool concernsThreads(const program::Action &action) {
  return std::ranges::any_of(action.instructions, [](const program::Instruction &instruction) {
    return std::holds_alternative<program::Spawn>(instruction.operation) ||
           std::holds_alternative<program::Join>(instruction.operation) ||
           std::holds_alternative<program::Detach>(instruction.operation);
  });
}

/// The actions that can be taken without passing `end`; empty if one of them starts or joins threads.
std::vector<ActionId> actionsBefore(const program::Cfa &cfa, const std::vector<ActionId> &first,
                                    std::optional<LocationId> end) {
  std::vector<bool> seen(cfa.locations.size(), false);
  std::vector<bool> isFound(cfa.actions.size(), false);
  std::vector<ActionId> found;
  const auto add = [&](ActionId id) {
    if (!isFound[id])
      found.push_back(id);
    isFound[id] = true;
  };
  std::ranges::for_each(first, add);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const program::Action &action = cfa.actions[found[i]];
    if (concernsThreads(action))
      return {};
    if (action.to == end || seen[action.to])
      continue;
    seen[action.to] = true;
    std::ranges::for_each(cfa.outgoing[action.to], add);
  }
  return found;
}

/// The locations on one way to an action that starts or joins threads; empty if there is none.
std::vector<LocationId> wayToThreads(const program::Cfa &cfa, const std::vector<ActionId> &first) {
  constexpr LocationId none = UINT32_MAX;
  std::map<LocationId, LocationId> previous;
  std::vector<LocationId> found;
  const auto arrive = [&](LocationId from, const program::Action &action) {
    if (previous.try_emplace(action.to, from).second)
      found.push_back(action.to);
  };
  for (const ActionId id : first)
    arrive(none, cfa.actions[id]);
  for (std::size_t i = 0; i < found.size(); ++i)
    for (const ActionId id : cfa.outgoing[found[i]]) {
      if (!concernsThreads(cfa.actions[id])) {
        arrive(found[i], cfa.actions[id]);
        continue;
      }
      std::vector<LocationId> way;
      for (LocationId at = found[i]; at != none; at = previous.at(at))
        way.push_back(at);
      std::ranges::reverse(way);
      return way;
    }
  return {};
}

} // namespace

std::optional<Detour> detourBy(const program::Cfa &cfa, const std::vector<ActionId> &first) {
  if (std::vector<ActionId> all = actionsBefore(cfa, first, std::nullopt); !all.empty())
    return Detour{std::move(all), std::nullopt};
  // The end is on every way; the first one makes the shortest detour.
  for (const LocationId end : wayToThreads(cfa, first))
    if (std::vector<ActionId> actions = actionsBefore(cfa, first, end); !actions.empty())
      return Detour{std::move(actions), end};
  return std::nullopt;
}

} // namespace heddle::analysis
