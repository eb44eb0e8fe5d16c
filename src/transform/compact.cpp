// One traversal from the entry; the exit always stays, because terminated threads are there.
#include "transform/compact.hpp"

#include <limits>
#include <utility>

namespace heddle::transform {

using namespace program;

void replaceActions(Cfa &cfa, std::vector<Action> actions) {
  // Actions by their source, as a list for each location: vectors would cost more than the rest.
  constexpr auto none = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> firstFrom(cfa.locations.size(), none);
  std::vector<std::size_t> nextFrom(actions.size());
  for (std::size_t i = actions.size(); i-- > 0;)
    nextFrom[i] = std::exchange(firstFrom[actions[i].from], i);

  std::vector<bool> reached(cfa.locations.size(), false);
  std::vector<LocationId> stack{cfa.entry};
  reached[cfa.entry] = reached[cfa.exit] = true;
  while (!stack.empty()) {
    const LocationId location = stack.back();
    stack.pop_back();
    for (std::size_t i = firstFrom[location]; i != none; i = nextFrom[i]) {
      const LocationId next = actions[i].to;
      if (reached[next])
        continue;
      reached[next] = true;
      stack.push_back(next);
    }
  }

  std::vector<LocationId> renamed(cfa.locations.size(), 0);
  const std::vector<Location> locations = std::exchange(cfa.locations, {});
  cfa.outgoing.clear();
  cfa.actions.clear();
  for (LocationId location = 0; location < locations.size(); ++location)
    if (reached[location])
      renamed[location] = cfa.addLocation(locations[location]);
  cfa.entry = renamed[cfa.entry];
  cfa.exit = renamed[cfa.exit];
  for (Action &action : actions) {
    if (!reached[action.from])
      continue;
    action.from = renamed[action.from];
    action.to = renamed[action.to];
    cfa.addAction(std::move(action));
  }
}

} // namespace heddle::transform
