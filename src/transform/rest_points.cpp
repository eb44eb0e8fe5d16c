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

/// Visible, with a Guard after the first visible operation.
bool isTentative(const Action &action) {
  return isVisible(action) && !guardsIn(action, firstVisible(action), action.instructions.size()).empty();
}

/// Makes one local action of the location visible, if one has to be. That action may be tentative from then on.
/// Its first guards stay in front, since they exclude most other actions.
bool alignOne(Cfa &cfa, LocationId location, ExprPool &pool) {
  const std::vector<ActionId> &actions = cfa.outgoing[location];
  const auto needsStep = [&](ActionId id) {
    return !isVisible(cfa.actions[id]) && std::any_of(actions.begin(), actions.end(), [&](ActionId other) {
      return isTentative(cfa.actions[other]) && mayBegin(cfa.actions[other], cfa.actions[id], pool);
    });
  };
  const auto found = std::find_if(actions.begin(), actions.end(), needsStep);
  if (found == actions.end())
    return false;
  std::vector<Instruction> &instructions = cfa.actions[*found].instructions;
  const auto place = std::find_if_not(instructions.begin(), instructions.end(), [](const Instruction &instruction) {
    return std::holds_alternative<Guard>(instruction.operation);
  });
  instructions.insert(place, {AtomicBegin{}, cfa.locations[location].span});
  return true;
}

} // namespace

void alignRestPoints(Program &program) {
  for (Cfa &cfa : program.cfas)
    for (LocationId location = 0; location < cfa.locations.size(); ++location)
      if (!cfa.locations[location].atomic)
        while (alignOne(cfa, location, *program.expressions))
          ;
}

} // namespace heddle::transform
