// Facts that are computed once for all unwindings of a program: loops, liveness, topological ranks, and from points-to
// analysis which objects may be freed while other threads use them.
#include "events/unwind.hpp"

#include "analysis/flow_order.hpp"
#include "program/kept_slots.hpp"

#include <algorithm>

namespace heddle::events {

using program::ActionId;
using program::Cfa;
using program::LocationId;

UnwindFacts::UnwindFacts(const program::Program &program)
    : program_(program), pointsTo_(std::make_unique<analysis::PointsTo>(program)),
      untakenBranches_(std::make_unique<analysis::UntakenBranches>(program, *pointsTo_)), cfas_(program.cfas.size()),
      keepsSlot_(program::keptSlots(program)), freedConcurrently_(program.sites.size()) {
  for (program::CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
    for (const program::Action &action : program.cfas[cfa].actions)
      for (const program::Instruction &instruction : action.instructions) {
        if (std::holds_alternative<program::Spawn>(instruction.operation) && cfa != 0)
          onlyMainStartsThreads_ = false;
        detachesThreads_ = detachesThreads_ || std::holds_alternative<program::Detach>(instruction.operation);
        const auto *free = std::get_if<program::Free>(&instruction.operation);
        if (free == nullptr || !free->access.shared)
          continue;
        for (const analysis::Region &region : pointsTo_->regions(cfa, free->address, 1)) {
          if (region.kind == analysis::Region::Kind::Site)
            freedConcurrently_[region.id] = true;
          else if (region.kind == analysis::Region::Kind::Anywhere)
            freedConcurrently_.assign(freedConcurrently_.size(), true);
        }
      }
}

const UnwindFacts::CfaFacts &UnwindFacts::of(program::CfaId cfa) {
  if (!cfas_[cfa])
    cfas_[cfa] = std::make_unique<CfaFacts>(program_.cfas[cfa]);
  return *cfas_[cfa];
}

UnwindFacts::CfaFacts::CfaFacts(const Cfa &cfa) : loops(cfa), liveness(cfa), locations(cfa.locations.size()) {
  const analysis::FlowOrder flow(cfa);
  for (LocationId location = 0; location < locations.size(); ++location)
    locations[location].rank = flow.position(location);
  for (std::size_t loop = 0; loop < loops.loops().size(); ++loop)
    for (const LocationId location : loops.loops()[loop].body)
      locations[location].loops.push_back(loop);
  for (const analysis::Loop &loop : loops.loops()) {
    std::vector<program::RegisterId> &registers = computed.emplace_back();
    bool visible = false;
    for (const LocationId location : loop.body)
      for (const ActionId action : cfa.outgoing[location]) {
        visible = visible || (loop.contains(cfa.actions[action].to) && program::isVisible(cfa.actions[action]));
        for (const program::Instruction &instruction : cfa.actions[action].instructions)
          if (const auto *assign = std::get_if<program::Assign>(&instruction.operation))
            registers.push_back(assign->target);
      }
    isVisible.push_back(visible);
    std::sort(registers.begin(), registers.end());
  }
}

} // namespace heddle::events
