// A location is skipped if its only action is a jump, and both it and the target are atomic, or neither is. The heads
// of loops stay, because large blocks begin there; every cycle has one, so that following jumps terminates.
#include "transform/jumps.hpp"

#include "analysis/flow_order.hpp"
#include "transform/compact.hpp"

#include <utility>
#include <vector>

namespace heddle::transform {

using namespace program;

namespace {

/// The target of the jump at each location that is skipped; elsewhere the location itself.
std::vector<LocationId> targetsOfJumps(const Cfa &cfa) {
  const analysis::FlowOrder flow(cfa);
  std::vector<bool> stays(cfa.locations.size(), false);
  stays[cfa.entry] = stays[cfa.exit] = true;
  for (const Action &action : cfa.actions)
    if (flow.isRetreating(action))
      stays[action.to] = true;
  std::vector<LocationId> target(cfa.locations.size());
  for (LocationId location = 0; location < cfa.locations.size(); ++location) {
    target[location] = location;
    if (stays[location] || !flow.isReachable(location) || cfa.outgoing[location].size() != 1)
      continue;
    const Action &action = cfa.actions[cfa.outgoing[location].front()];
    if (action.instructions.empty() && cfa.locations[action.to].atomic == cfa.locations[location].atomic)
      target[location] = action.to;
  }
  // Targets come later in the order, since no jump retreats.
  for (auto location = flow.order().rbegin(); location != flow.order().rend(); ++location)
    target[*location] = target[target[*location]];
  return target;
}

} // namespace

void removeJumps(Program &program) {
  for (Cfa &cfa : program.cfas) {
    const std::vector<LocationId> target = targetsOfJumps(cfa);
    std::vector<Action> actions = std::exchange(cfa.actions, {});
    for (Action &action : actions)
      action.to = target[action.to];
    replaceActions(cfa, std::move(actions));
  }
}

} // namespace heddle::transform
