#include "engines/parametric/progress.hpp"

#include "analysis/certain_arrival.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::engines::parametric {

using program::CfaId;
using program::LocationId;

namespace {

template <typename Op> bool has(const program::Action &action) {
  return std::any_of(action.instructions.begin(), action.instructions.end(),
                     [](const program::Instruction &i) { return std::holds_alternative<Op>(i.operation); });
}

} // namespace

bool Progress::joins(const program::Action &action) { return has<program::Join>(action); }

Progress::Progress(const program::Program &program, const Templates &templates, const analysis::PointsTo &pointsTo)
    : program_(program), cells_(templates.handleCells()) {
  if (cells_.size() > mostLocks) {
    obstacle_ = fmt::format("more than {} locks", mostLocks);
    for (const program::Cfa &cfa : program.cfas)
      held_.emplace_back(cfa.locations.size());
    return;
  }
  for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa) {
    findHeld(cfa, pointsTo);
    const std::size_t locations = program.cfas[cfa].locations.size();
    std::vector<bool> isFree(locations);
    std::vector<bool> isEnd(locations);
    for (LocationId location = 0; location < locations; ++location) {
      isFree[location] = held_[cfa][location] == 0;
      isEnd[location] = location == program.cfas[cfa].exit;
    }
    const analysis::ArrivalRules rules{
        .mayStop = [&](program::ActionId id) { return mayStop(program.cfas[cfa].actions[id]); }};
    if (const auto location = withoutArrival(program.cfas[cfa], isFree, rules); location && !keepsLock_)
      keepsLock_ = *location == program.cfas[cfa].exit
                       ? fmt::format("a thread of {} might end while it holds a lock", program.cfas[cfa].name)
                       : fmt::format("a thread might keep a lock that it holds {}", placeOf(cfa, *location));
    if (const auto location = withoutArrival(program.cfas[cfa], isEnd, rules); location && cfa != 0 && !runsForever_)
      runsForever_ = fmt::format("a thread might run forever {}", placeOf(cfa, *location));
  }
}

std::string Progress::placeOf(CfaId cfa, LocationId location) const {
  const program::Cfa &function = program_.cfas[cfa];
  for (const program::ActionId id : function.outgoing[location])
    for (const program::Instruction &instruction : function.actions[id].instructions)
      if (const program::SourceSpan span = program_.sources.userSpan(instruction.span); span.known())
        return fmt::format("at {}", program_.sources.describe(span));
  return fmt::format("in {}", function.name);
}

void Progress::findHeld(CfaId id, const analysis::PointsTo &pointsTo) {
  const program::Cfa &cfa = program_.cfas[id];
  const auto execute = [&](Locks held, const program::Action &action) {
    for (const program::Instruction &instruction : action.instructions) {
      const auto *store = std::get_if<program::Store>(&instruction.operation);
      if (store == nullptr)
        continue;
      const unsigned bytes = store->value->width / 8U;
      for (std::size_t i = 0; i < cells_.size(); ++i) {
        const auto cell =
            analysis::Region::object(cells_[i].object, cells_[i].offset, cells_[i].offset + cells_[i].bytes);
        const analysis::RegionSet regions = pointsTo.regions(id, store->address, bytes);
        if (!analysis::mayOverlap(regions, {cell}))
          continue;
        const bool isZero = store->value->isConstant();
        if (isZero && store->address->isConstant())
          held &= ~(Locks{1} << i);
        else if (!isZero)
          held |= Locks{1} << i;
      }
    }
    return held;
  };
  std::vector<Locks> &held = held_.emplace_back(cfa.locations.size());
  std::vector<bool> isReached(cfa.locations.size());
  isReached[cfa.entry] = true;
  std::vector<LocationId> pending{cfa.entry};
  while (!pending.empty()) {
    const LocationId at = pending.back();
    pending.pop_back();
    for (const program::ActionId action : cfa.outgoing[at]) {
      if (has<program::EndProgram>(cfa.actions[action]))
        continue; // nothing is held any more
      const LocationId to = cfa.actions[action].to;
      const Locks after = held[to] | execute(held[at], cfa.actions[action]);
      if (isReached[to] && after == held[to])
        continue;
      isReached[to] = true;
      held[to] = after;
      pending.push_back(to);
    }
  }
}

/// Whether the thread may stop in the action, or wait for something that is no lock.
bool Progress::mayStop(const program::Action &action) const {
  const bool checksAddresses = program_.properties.contains(program::Property::ValidDeref);
  return std::any_of(action.instructions.begin(), action.instructions.end(), [&](const program::Instruction &i) {
    if (const auto *check = std::get_if<program::Check>(&i.operation))
      return check->after == program::AfterFailure::Stop && !program_.properties.contains(check->property);
    if (const auto *load = std::get_if<program::Load>(&i.operation))
      return !checksAddresses && !load->address->isConstant();
    if (const auto *store = std::get_if<program::Store>(&i.operation))
      return !checksAddresses && !store->address->isConstant();
    if (const auto *free = std::get_if<program::Free>(&i.operation))
      return free->storage == program::Storage::Heap && !program_.properties.contains(program::Property::ValidFree);
    return std::holds_alternative<program::Assume>(i.operation) || std::holds_alternative<program::Join>(i.operation) ||
           std::holds_alternative<program::Detach>(i.operation) ||
           std::holds_alternative<program::ObjectSize>(i.operation);
  });
}

} // namespace heddle::engines::parametric
