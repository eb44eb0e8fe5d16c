// The place where the ways meet is on every way from the branch to an action that matters. So it is on any one of them,
// and the locations of one way are tried in their order: a location is the place if no action that matters can be
// reached without passing it. Ways on which no such action follows need not pass it.
#include "proof/main_detour.hpp"

#include <deque>
#include <set>

namespace heddle::proof {

using program::ActionId;
using program::LocationId;

namespace {

bool matters(const program::Action &action) {
  for (const program::Instruction &instruction : action.instructions)
    if (std::holds_alternative<program::Spawn>(instruction.operation) ||
        std::holds_alternative<program::Join>(instruction.operation) ||
        std::holds_alternative<program::Detach>(instruction.operation) ||
        std::holds_alternative<program::Allocate>(instruction.operation))
      return true;
  return false;
}

struct Search {
  std::vector<ActionId> actions;   // in the order in which they were found
  std::vector<std::size_t> causes; // by position in `actions`: the position of the one before, or noCause
  std::optional<std::size_t> firstThatMatters;
  static constexpr std::size_t noCause = SIZE_MAX;
};

/// Breadth-first, not beyond the end, up to the first action that matters.
Search search(const program::Cfa &main, const std::vector<ActionId> &first, std::optional<LocationId> end) {
  Search result;
  std::set<ActionId> found;
  const auto add = [&](ActionId action, std::size_t cause) {
    if (!found.insert(action).second)
      return;
    result.actions.push_back(action);
    result.causes.push_back(cause);
  };
  for (const ActionId action : first)
    add(action, Search::noCause);
  for (std::size_t i = 0; i < result.actions.size(); ++i) {
    const program::Action &action = main.actions[result.actions[i]];
    if (matters(action)) {
      result.firstThatMatters = i;
      break;
    }
    if (end != action.to)
      for (const ActionId next : main.outgoing[action.to])
        add(next, i);
  }
  return result;
}

} // namespace

std::optional<MainDetour> mainDetour(const program::Cfa &main, const std::vector<ActionId> &first) {
  Search all = search(main, first, std::nullopt);
  if (!all.firstThatMatters)
    return MainDetour{std::move(all.actions), std::nullopt};
  std::deque<LocationId> way;
  for (std::size_t at = *all.firstThatMatters; at != Search::noCause; at = all.causes[at])
    way.push_front(main.actions[all.actions[at]].from);
  way.pop_front(); // the branch itself
  for (const LocationId end : way)
    if (Search before = search(main, first, end); !before.firstThatMatters)
      return MainDetour{std::move(before.actions), end};
  return std::nullopt;
}

} // namespace heddle::proof
