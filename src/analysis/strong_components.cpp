// Tarjan's algorithm with an explicit stack, because automata of inlined programs are deep.
//
// A component is complete when the search leaves the first of its locations that was visited. Hence components are
// completed in reverse topological order, which is the numbering that the header promises.
#include "analysis/strong_components.hpp"

#include <algorithm>

namespace heddle::analysis {

using namespace program;

namespace {

constexpr std::size_t unvisited = SIZE_MAX;

struct Visit {
  LocationId location;
  std::size_t nextAction;
};

} // namespace

StrongComponents::StrongComponents(const Cfa &cfa) : StrongComponents(cfa, [](const Action &) { return true; }) {}

StrongComponents::StrongComponents(const Cfa &cfa, const std::function<bool(const Action &)> &counts)
    : component_(cfa.locations.size(), unvisited) {
  std::vector<std::size_t> order(cfa.locations.size(), unvisited); // of first visits
  std::vector<std::size_t> low(cfa.locations.size(), unvisited);   // the earliest open location reachable from it
  std::vector<LocationId> open;
  std::vector<Visit> path;
  std::size_t clock = 0;

  const auto enter = [&](LocationId location) {
    order[location] = low[location] = clock++;
    open.push_back(location);
    path.push_back({location, 0});
  };
  const auto leave = [&](LocationId location) {
    path.pop_back();
    if (!path.empty())
      low[path.back().location] = std::min(low[path.back().location], low[location]);
    if (low[location] != order[location])
      return;
    LocationId member = 0;
    do {
      member = open.back();
      open.pop_back();
      component_[member] = count_;
    } while (member != location);
    ++count_;
  };

  for (LocationId root = 0; root < cfa.locations.size(); ++root) {
    if (order[root] != unvisited)
      continue;
    enter(root);
    while (!path.empty()) {
      Visit &visit = path.back();
      const LocationId location = visit.location;
      if (visit.nextAction == cfa.outgoing[location].size()) {
        leave(location);
        continue;
      }
      const Action &action = cfa.actions[cfa.outgoing[location][visit.nextAction++]];
      if (!counts(action))
        continue;
      const LocationId next = action.to;
      if (order[next] == unvisited)
        enter(next);
      else if (component_[next] == unvisited)
        low[location] = std::min(low[location], order[next]);
    }
  }
}

} // namespace heddle::analysis
