// A thread rests where its next action may be visible. A location may have a visible action that is found to be
// disabled only after its first visible operation (a compare-exchange that fails), and a local action for that case.
// The thread must be scheduled to find out, so the local action takes a step as well; an AtomicBegin makes that
// explicit.
#include "transform/rest_points.hpp"

#include <algorithm>
#include <vector>

namespace heddle::transform {

using namespace program;

namespace {

std::size_t firstVisible(const Action &action) {
  const auto found = std::find_if(action.instructions.begin(), action.instructions.end(),
                                  [](const Instruction &instruction) { return isVisible(instruction.operation); });
  return static_cast<std::size_t>(found - action.instructions.begin());
}

std::vector<Expr> guardsIn(const Action &action, std::size_t begin, std::size_t end) {
  std::vector<Expr> result;
  for (std::size_t i = begin; i < end; ++i)
    if (const auto *guard = std::get_if<Guard>(&action.instructions[i].operation))
      result.push_back(guard->condition);
  return result;
}

/// Whether the visible action can reach its first visible operation in a state in which the local one is enabled.
bool mayBegin(const Action &visible, const Action &local, ExprPool &pool) {
  const std::vector<Expr> first = guardsIn(visible, 0, firstVisible(visible));
  const std::vector<Expr> all = guardsIn(local, 0, local.instructions.size());
  return std::none_of(first.begin(), first.end(), [&](Expr a) {
    return std::any_of(all.begin(), all.end(), [&](Expr b) { return a == pool.negate(b); });
  });
}

} // namespace

void alignRestPoints(Program &program) {
  for (Cfa &cfa : program.cfas)
    for (LocationId location = 0; location < cfa.locations.size(); ++location) {
      if (cfa.locations[location].atomic)
        continue;
      const std::vector<ActionId> &actions = cfa.outgoing[location];
      std::vector<ActionId> tentative; // visible, with a Guard after the first visible operation
      for (const ActionId id : actions)
        if (const Action &action = cfa.actions[id];
            isVisible(action) && !guardsIn(action, firstVisible(action), action.instructions.size()).empty())
          tentative.push_back(id);
      for (const ActionId id : actions) {
        Action &local = cfa.actions[id];
        if (isVisible(local) || std::none_of(tentative.begin(), tentative.end(), [&](ActionId other) {
              return mayBegin(cfa.actions[other], local, *program.expressions);
            }))
          continue;
        local.instructions.insert(local.instructions.begin(), {AtomicBegin{}, cfa.locations[location].span});
      }
    }
}

} // namespace heddle::transform
