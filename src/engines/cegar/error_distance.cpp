#include "engines/cegar/error_distance.hpp"

#include <algorithm>
#include <ranges>

namespace heddle::engines::cegar {

namespace {

bool canFail(const program::Program &program, const program::Action &action) {
  return std::any_of(action.instructions.begin(), action.instructions.end(),
                     [&](const program::Instruction &instruction) {
                       const auto *check = std::get_if<program::Check>(&instruction.operation);
                       return check != nullptr && program.properties.contains(check->property);
                     });
}

} // namespace

std::vector<std::vector<unsigned>> errorDistances(const program::Program &program) {
  std::vector<std::vector<unsigned>> result;
  for (const program::Cfa &cfa : program.cfas)
    result.emplace_back(cfa.locations.size(), unreachableDistance);
  // Distances depend on each other across CFAs, because starting a thread adds the distance of its entry. They only
  // decrease, so the iteration terminates.
  for (bool changed = true; changed;) {
    changed = false;
    for (program::CfaId id = 0; id < program.cfas.size(); ++id)
      for (const program::Action &action : program.cfas[id].actions | std::views::reverse) { // most exits come last
        unsigned next = canFail(program, action) ? 0 : result[id][action.to];
        for (const program::Instruction &instruction : action.instructions)
          if (const auto *spawn = std::get_if<program::Spawn>(&instruction.operation))
            next = std::min(next, result[spawn->cfa][program.cfas[spawn->cfa].entry]);
        const unsigned here = std::min(next + 1, unreachableDistance);
        changed = changed || here < result[id][action.from];
        result[id][action.from] = std::min(result[id][action.from], here);
      }
  }
  return result;
}

} // namespace heddle::engines::cegar
