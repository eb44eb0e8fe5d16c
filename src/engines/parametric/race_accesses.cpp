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
  bool isPlain = false;
  bool releases = false;
};

/// The shared access to memory that the operation makes.
std::optional<Access> accessOf(const program::Operation &operation) {
  if (const auto *load = std::get_if<program::Load>(&operation); load != nullptr && load->access.shared)
    return Access{load->address, load->width / 8U, false, !program::isAtomic(load->access.order), false};
  if (const auto *store = std::get_if<program::Store>(&operation); store != nullptr && store->access.shared)
    return Access{store->address, store->value->width / 8U, true, !program::isAtomic(store->access.order),
                  program::releases(store->access.order)};
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

/// Collects the accesses of the steps that begin at the location.
void RaceAccesses::collect(CfaId id, LocationId location, const analysis::PointsTo &pointsTo) {
  const program::Cfa &cfa = program_.cfas[id];
  std::vector<StepAccess> &result = byLocation_[id][location];
  std::set<std::pair<LocationId, bool>> seen; // inside the atomic block, and whether the thread has released
  std::vector<std::pair<LocationId, bool>> pending{{location, false}};
  while (!pending.empty()) {
    const auto [at, released] = pending.back();
    pending.pop_back();
    for (const ActionId action : cfa.outgoing[at]) {
      const auto &instructions = cfa.actions[action].instructions;
      const bool leadsOn = cfa.locations[cfa.actions[action].to].atomic;
      const auto count = std::count_if(instructions.begin(), instructions.end(), [](const auto &instruction) {
        return accessOf(instruction.operation).has_value();
      });
      bool hasReleased = released;
      for (std::size_t i = 0; i < instructions.size(); ++i) {
        const std::optional<Access> access = accessOf(instructions[i].operation);
        if (!access)
          continue;
        // A guard after a plain access is that of a branch; one after an atomic access may be a wait.
        const bool isGuarded =
            std::any_of(instructions.begin() + static_cast<std::ptrdiff_t>(i), instructions.end(),
                        [](const auto &later) { return std::holds_alternative<program::Guard>(later.operation); });
        result.push_back({id, action, i, access->writes, access->isPlain,
                          at == location && count == 1 && !leadsOn && (access->isPlain || !isGuarded), hasReleased,
                          access->address, access->bytes, pointsTo.regions(id, access->address, access->bytes),
                          instructions[i].span});
        hasReleased = hasReleased || access->releases;
      }
      if (leadsOn && seen.emplace(cfa.actions[action].to, hasReleased).second)
        pending.emplace_back(cfa.actions[action].to, hasReleased);
    }
  }
}

bool RaceAccesses::mayRace(const StepAccess &a, const StepAccess &b) const {
  if ((!a.writes && !b.writes) || (!a.isPlain && !b.isPlain) || !analysis::mayOverlap(a.regions, b.regions))
    return false;
  return parallelism_.mayHappenInParallel({a.cfa, a.action, a.index}, {b.cfa, b.action, b.index});
}

} // namespace heddle::engines::parametric
