#include "analysis/futures.hpp"

#include <set>

namespace heddle::analysis {

using program::CfaId;
using program::LocationId;

const Footprint &Futures::from(CfaId cfaId, LocationId location, CfaId alive) {
  const auto [entry, isNew] = known_.try_emplace({cfaId, location, alive});
  Footprint &result = entry->second;
  if (!isNew)
    return result;
  std::set<std::pair<CfaId, LocationId>> seen{{cfaId, location}};
  std::vector<std::pair<CfaId, LocationId>> pending{{cfaId, location}};
  const auto add = [&](CfaId cfa, LocationId at) {
    if (seen.emplace(cfa, at).second)
      pending.emplace_back(cfa, at);
  };
  while (!pending.empty()) {
    const auto [id, at] = pending.back();
    pending.pop_back();
    const program::Cfa &cfa = program_.cfas[id];
    for (const program::ActionId action : cfa.outgoing[at]) {
      if (!parallelism_.contains(parallelism_.othersAt({id, action, 0}), alive))
        continue;
      result.add(dependence_.footprint(id, action));
      add(id, cfa.actions[action].to);
      for (const program::Instruction &instruction : cfa.actions[action].instructions)
        if (const auto *spawn = std::get_if<program::Spawn>(&instruction.operation))
          add(spawn->cfa, program_.cfas[spawn->cfa].entry);
    }
  }
  return result;
}

} // namespace heddle::analysis
