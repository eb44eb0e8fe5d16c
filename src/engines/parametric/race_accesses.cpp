#include "engines/parametric/race_accesses.hpp"

#include <algorithm>
#include <set>

namespace heddle::engines::parametric {

using program::ActionId;
using program::CfaId;
using program::LocationId;

namespace {

struct Access {
  program::Expr address = nullptr;
  unsigned bytes = 0;
  bool writes = false;
  program::MemoryOrder order = program::MemoryOrder::Plain;
};

/// The shared access to memory that the operation makes.
std::optional<Access> accessOf(const program::Operation &operation) {
  if (const auto *load = std::get_if<program::Load>(&operation); load != nullptr && load->access.shared)
    return Access{load->address, load->width / 8U, false, load->access.order};
  if (const auto *store = std::get_if<program::Store>(&operation); store != nullptr && store->access.shared)
    return Access{store->address, store->value->width / 8U, true, store->access.order};
  // The lifetime of an object that several threads reach does not end: such objects are static.
  return std::nullopt;
}

} // namespace

RaceAccesses::RaceAccesses(const program::Program &program, const analysis::PointsTo &pointsTo)
    : program_(program), parallelism_(program) {
  for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa) {
    byLocation_.emplace_back(program.cfas[cfa].locations.size());
    for (LocationId location = 0; location < program.cfas[cfa].locations.size(); ++location)
      if (!program.cfas[cfa].locations[location].atomic)
        collect(cfa, location, pointsTo);
  }
  std::vector<const StepAccess *> all;
  for (const auto &locations : byLocation_)
    for (const auto &accesses : locations)
      for (const StepAccess &access : accesses)
        all.push_back(&access);
  std::set<const StepAccess *> racing;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i; j < all.size(); ++j)
      if (mayRace(*all[i], *all[j]))
        for (const StepAccess *access : {all[i], all[j]}) {
          racing.insert(access);
          if (access->isAfterRelease && !uncovered_)
            uncovered_ = access->span;
        }
  for (auto &locations : byLocation_)
    for (auto &accesses : locations) {
      std::vector<StepAccess> kept;
      for (StepAccess &access : accesses)
        if (racing.contains(&access))
          kept.push_back(std::move(access));
      accesses = std::move(kept);
    }
}

/// Whether an instruction of the step, from the given one on, may end the execution or stop the thread.
bool RaceAccesses::mayEnd(CfaId id, ActionId first, std::size_t from) const {
  const program::Cfa &cfa = program_.cfas[id];
  const bool checksAddresses = program_.properties.contains(program::Property::ValidDeref);
  const auto ends = [&](const program::Instruction &instruction) {
    if (const auto *check = std::get_if<program::Check>(&instruction.operation))
      return check->after == program::AfterFailure::Stop && !program_.properties.contains(check->property);
    if (const auto *load = std::get_if<program::Load>(&instruction.operation))
      return !checksAddresses && !load->address->isConstant();
    if (const auto *store = std::get_if<program::Store>(&instruction.operation))
      return !checksAddresses && !store->address->isConstant();
    return std::holds_alternative<program::EndProgram>(instruction.operation) ||
           std::holds_alternative<program::EndThread>(instruction.operation) ||
           std::holds_alternative<program::Assume>(instruction.operation) ||
           std::holds_alternative<program::Halt>(instruction.operation) ||
           std::holds_alternative<program::Join>(instruction.operation) ||
           std::holds_alternative<program::Free>(instruction.operation) ||
           std::holds_alternative<program::Detach>(instruction.operation);
  };
  std::set<LocationId> seen;
  std::vector<ActionId> pending{first};
  while (!pending.empty()) {
    const ActionId action = pending.back();
    pending.pop_back();
    const auto &all = cfa.actions[action].instructions;
    if (std::any_of(all.begin() + static_cast<std::ptrdiff_t>(from), all.end(), ends))
      return true;
    from = 0;
    const LocationId to = cfa.actions[action].to;
    if (cfa.locations[to].atomic && seen.insert(to).second)
      pending.insert(pending.end(), cfa.outgoing[to].begin(), cfa.outgoing[to].end());
  }
  return false;
}

/// Collects the accesses of the steps that begin at the location.
void RaceAccesses::collect(CfaId id, LocationId location, const analysis::PointsTo &pointsTo) {
  const program::Cfa &cfa = program_.cfas[id];
  std::vector<StepAccess> &result = byLocation_[id][location];
  struct State {
    LocationId at = 0;
    bool hasReleased = false;
    std::set<std::pair<program::Bits, unsigned>> read; // by loads that synchronise: addresses and sizes
    auto operator<=>(const State &) const = default;
  };
  std::set<State> seen;
  std::set<std::pair<ActionId, bool>> known; // actions whose accesses have been collected, and whether after a release
  std::vector<State> pending{{location, false, {}}};
  while (!pending.empty()) {
    const State state = std::move(pending.back());
    pending.pop_back();
    for (const ActionId action : cfa.outgoing[state.at]) {
      const auto &instructions = cfa.actions[action].instructions;
      const bool leadsOn = cfa.locations[cfa.actions[action].to].atomic;
      const auto count = std::count_if(instructions.begin(), instructions.end(), [](const auto &instruction) {
        return accessOf(instruction.operation).has_value();
      });
      const bool isNew = known.emplace(action, state.hasReleased).second;
      State next = state;
      next.at = cfa.actions[action].to;
      for (std::size_t i = 0; i < instructions.size(); ++i) {
        const std::optional<Access> access = accessOf(instructions[i].operation);
        if (!access)
          continue;
        const bool isPlain = !program::isAtomic(access->order);
        analysis::RegionSet regions = pointsTo.regions(id, access->address, access->bytes);
        const bool isConstant = access->address->isConstant();
        if (!access->writes && isConstant && program::acquires(access->order) && !next.hasReleased)
          next.read.emplace(access->address->value, access->bytes);
        const bool isOrdered = isConstant && program::releases(access->order) &&
                               next.read.contains({isConstant ? access->address->value : 0, access->bytes});
        if (access->writes && !isPlain && !isOrdered)
          for (const analysis::Region &region : regions) {
            isAnythingWrittenBlindly_ = isAnythingWrittenBlindly_ || region.kind == analysis::Region::Kind::Anywhere;
            if (region.kind == analysis::Region::Kind::Object)
              blindlyWritten_.insert(region.id);
          }
        // A guard after a plain access is that of a branch; one after an atomic access may be a wait.
        const bool isGuarded =
            std::any_of(instructions.begin() + static_cast<std::ptrdiff_t>(i), instructions.end(),
                        [](const auto &later) { return std::holds_alternative<program::Guard>(later.operation); });
        const bool isAlone = state.at == location && count == 1 && !leadsOn && (isPlain || !isGuarded);
        if (isNew)
          result.push_back({id, action, i, access->writes, isPlain, isAlone, next.hasReleased,
                            mayEnd(id, action, i + 1), access->address, access->bytes, std::move(regions),
                            instructions[i].span});
        next.hasReleased = next.hasReleased || (access->writes && program::releases(access->order));
      }
      if (leadsOn && seen.insert(next).second)
        pending.push_back(std::move(next));
    }
  }
}

bool RaceAccesses::mayRace(const StepAccess &a, const StepAccess &b) const {
  if ((!a.writes && !b.writes) || (!a.isPlain && !b.isPlain) || !analysis::mayOverlap(a.regions, b.regions))
    return false;
  return parallelism_.mayHappenInParallel({a.cfa, a.action, a.index}, {b.cfa, b.action, b.index});
}

} // namespace heddle::engines::parametric
