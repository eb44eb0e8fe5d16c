#include "proof/next_step.hpp"

#include <utility>

namespace heddle::proof {

using program::ActionId;
using program::LocationId;

namespace {

/// The actions with which a thread that has come to the location goes on without a rest.
std::vector<ActionId> goingOn(const program::Cfa &cfa, LocationId at, const std::vector<bool> &pauses) {
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
    for (const ActionId next : goingOn(cfa, cfa.actions[id].to, pauses))
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
  return closure(cfa, goingOn(cfa, from, pauses), pauses);
}

std::vector<bool> retreatingActions(const program::Cfa &cfa) {
  enum class Colour : std::uint8_t { White, Grey, Black };
  std::vector<Colour> colour(cfa.locations.size(), Colour::White);
  std::vector<bool> result(cfa.actions.size());
  std::vector<std::pair<LocationId, std::size_t>> path{{cfa.entry, 0}}; // and the next way out of each location
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

} // namespace heddle::proof
