#include "proof/parametric_races.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::proof {

using program::ActionId;
using program::CfaId;

namespace {

/// Inputs that stand for what another thread's name denotes, and for what memory may hold.
constexpr std::uint64_t otherSource = UINT64_MAX;
constexpr std::uint64_t forgottenSource = UINT64_MAX - 1;

const program::Access *accessOfOperation(const program::Operation &operation) {
  if (const auto *load = std::get_if<program::Load>(&operation))
    return &load->access;
  if (const auto *store = std::get_if<program::Store>(&operation))
    return &store->access;
  return nullptr;
}

} // namespace

Expr ofOther(Vocabulary &vocabulary, Expr formula) {
  return vocabulary.pool().substitute(formula, [&](Expr name) -> Expr {
    const std::optional<Variable> what = vocabulary.variableOf(name->index);
    if (!what || (what->kind != Variable::Kind::Register && what->kind != Variable::Kind::Memory))
      return vocabulary.ofInput(name->index, name->width, otherSource);
    if (what->kind == Variable::Kind::Register)
      return vocabulary.ofRegister(passiveSlot, what->cfa, what->reg);
    if (what->object < vocabulary.program().objects.size())
      return nullptr;
    return vocabulary.ofWord(what->object + passiveObjects, {what->offset, what->width / 8}, 0);
  });
}

ParametricRaces::ParametricRaces(const ParametricProof &proof, Vocabulary &vocabulary, Provenance &provenance,
                                 ThreadPaths &paths)
    : proof_(proof), program_(vocabulary.program()), vocabulary_(vocabulary), provenance_(provenance), paths_(paths),
      mainThreads_(program_, provenance) {
  findHandedOver();
}

/// Finds the objects with an atomic store that does not follow, in its step, a load that acquires the same place.
void ParametricRaces::findHandedOver() {
  using Places = std::set<std::pair<program::Bits, unsigned>>; // that the step has acquired: addresses and sizes
  for (CfaId id = 0; id < program_.cfas.size(); ++id) {
    const program::Cfa &cfa = program_.cfas[id];
    std::set<std::pair<program::LocationId, Places>> seen;
    std::vector<std::pair<program::LocationId, Places>> pending;
    for (program::LocationId location = 0; location < cfa.locations.size(); ++location)
      if (!cfa.locations[location].atomic)
        pending.emplace_back(location, Places{});
    while (!pending.empty()) {
      const auto [location, before] = std::move(pending.back());
      pending.pop_back();
      for (const ActionId action : cfa.outgoing[location]) {
        Places acquired = before;
        for (const program::Instruction &instruction : cfa.actions[action].instructions) {
          if (const auto *load = std::get_if<program::Load>(&instruction.operation);
              load != nullptr && load->address->isConstant() && program::acquires(load->access.order))
            acquired.emplace(load->address->value, load->width / 8U);
          const auto *store = std::get_if<program::Store>(&instruction.operation);
          if (store == nullptr || !store->access.shared || !program::isAtomic(store->access.order))
            continue;
          const unsigned bytes = store->value->width / 8U;
          const bool handsOver = program::releases(store->access.order) && store->address->isConstant() &&
                                 acquired.contains({store->address->value, bytes});
          if (!handsOver)
            for (const StaticRange &range : staticRanges(provenance_, id, store->address, bytes))
              notHandedOver_.insert(range.object);
        }
        const program::LocationId to = cfa.actions[action].to;
        if (cfa.locations[to].atomic && seen.emplace(to, acquired).second)
          pending.emplace_back(to, std::move(acquired));
      }
    }
  }
}

ParametricRaces::StepAccess ParametricRaces::accessOf(CfaId cfa, ActionId action, std::size_t instruction) const {
  const program::Operation &operation = program_.cfas[cfa].actions[action].instructions[instruction].operation;
  const auto *load = std::get_if<program::Load>(&operation);
  const auto *store = std::get_if<program::Store>(&operation);
  const program::Expr address = load != nullptr ? load->address : store->address;
  StepAccess result;
  result.bytes = (load != nullptr ? load->width : store->value->width) / 8U;
  result.writes = store != nullptr;
  result.isPlain = !program::isAtomic((load != nullptr ? load->access : store->access).order);
  result.ranges = staticRanges(provenance_, cfa, address, result.bytes);
  result.action = action;
  result.instruction = instruction;
  return result;
}

void ParametricRaces::addAccessesOf(PlaceId place, const ThreadPath &path, std::vector<StepAccess> &result) {
  const CfaId cfa = paths_.cfaAt(place);
  StaticRanges stored; // for certain, and released
  for (const PathAccess &access : path.accesses)
    if (access.writes && access.address->isConstant() && program::releases(access.order))
      stored.push_back({program_.pointers.object(access.address->value),
                        static_cast<std::int64_t>(program_.pointers.offset(access.address->value)), access.bytes});
  const auto forget = [&](Expr e) {
    return vocabulary_.pool().substitute(e, [&](Expr name) -> Expr {
      const std::optional<Variable> what = vocabulary_.variableOf(name->index);
      if (!what || what->kind != Variable::Kind::Memory || what->object >= program_.objects.size())
        return nullptr;
      const StaticRange word{what->object, static_cast<std::int64_t>(what->offset), what->width / 8};
      const bool isStored = std::any_of(stored.begin(), stored.end(), [&](const StaticRange &range) {
        return range.object == word.object && range.offset <= word.offset &&
               word.offset + static_cast<std::int64_t>(word.bytes) <=
                   range.offset + static_cast<std::int64_t>(range.bytes);
      });
      const bool isKept = isStored && !notHandedOver_.contains(what->object);
      return isKept ? nullptr : vocabulary_.ofInput(name->index, name->width, forgottenSource);
    });
  };
  std::vector<Expr> conditions;
  for (const Expr condition : path.state.conditions)
    if (const Expr here = forget(condition); !here->isTrue())
      conditions.push_back(here);
  bool isAfterRelease = false;
  for (const PathAccess &access : path.accesses) {
    StepAccess here = accessOf(cfa, access.action, access.instruction);
    here.conditions = conditions;
    here.address = forget(access.address);
    here.isAfterRelease = isAfterRelease;
    isAfterRelease = isAfterRelease || (access.writes && program::releases(access.order));
    if (!here.ranges.empty())
      result.push_back(std::move(here));
  }
}

/// The accesses of a step that is divided inside an atomic block, whatever its path.
void ParametricRaces::addAllAccesses(PlaceId place, std::vector<StepAccess> &result) {
  const CfaId id = paths_.cfaAt(place);
  const program::Cfa &cfa = program_.cfas[id];
  std::set<std::pair<program::LocationId, bool>> seen;
  std::vector<std::pair<program::LocationId, bool>> pending{{paths_.threadAt(place).location, false}};
  while (!pending.empty()) {
    const auto [location, hasReleased] = pending.back();
    pending.pop_back();
    for (const ActionId action : cfa.outgoing[location]) {
      bool isAfterRelease = hasReleased;
      const auto &instructions = cfa.actions[action].instructions;
      for (std::size_t i = 0; i < instructions.size(); ++i) {
        const program::Access *access = accessOfOperation(instructions[i].operation);
        if (access == nullptr || !access->shared)
          continue;
        StepAccess here = accessOf(id, action, i);
        here.isAfterRelease = isAfterRelease;
        isAfterRelease = isAfterRelease || (here.writes && program::releases(access->order));
        if (!here.ranges.empty())
          result.push_back(std::move(here));
      }
      const program::LocationId to = cfa.actions[action].to;
      if (cfa.locations[to].atomic && seen.emplace(to, isAfterRelease).second)
        pending.emplace_back(to, isAfterRelease);
    }
  }
}

const std::vector<ParametricRaces::StepAccess> &ParametricRaces::accessesAt(PlaceId place) {
  const auto [entry, isNew] = accesses_.try_emplace(place);
  std::vector<StepAccess> &result = entry->second;
  if (!isNew || !paths_.threadAt(place).resting)
    return result;
  const CfaId cfa = paths_.cfaAt(place);
  const std::vector<ThreadPath> &paths = paths_.from(place);
  const bool isDivided = std::any_of(paths.begin(), paths.end(), [&](const ThreadPath &path) {
    return path.continues && program_.cfas[cfa].locations[path.state.control.threads.front().location].atomic;
  });
  if (isDivided) {
    addAllAccesses(place, result);
    return result;
  }
  for (const ThreadPath &path : paths)
    addAccessesOf(place, path, result);
  for (const ThreadPath &path : paths_.endingFrom(place))
    addAccessesOf(place, path, result);
  return result;
}

bool ParametricRaces::mayConflict(PlaceId first, const StepAccess &a, PlaceId second, const StepAccess &b) const {
  if (!(a.writes || b.writes) || !(a.isPlain || b.isPlain) || !mayOverlap(a.ranges, b.ranges))
    return false;
  const CfaId cfa = paths_.cfaAt(first);
  const CfaId other = paths_.cfaAt(second);
  return (cfa != 0 || mainThreads_.mayRun(other, a.action, a.instruction)) &&
         (other != 0 || mainThreads_.mayRun(cfa, b.action, b.instruction));
}

const std::deque<ParametricRaces::Encounter> &ParametricRaces::between(PlaceId first, PlaceId second) {
  const auto [entry, isNew] = known_.try_emplace({first, second});
  std::deque<Encounter> &result = entry->second;
  if (!isNew)
    return result;
  std::set<std::vector<Expr>> seen;
  const std::vector<StepAccess> &others = accessesAt(second);
  for (const StepAccess &a : accessesAt(first))
    for (const StepAccess &b : others) {
      if (!mayConflict(first, a, second, b))
        continue;
      if (a.isAfterRelease || b.isAfterRelease)
        throw CheckFailure{CheckResult::Kind::Inconclusive,
                           fmt::format("races of the access at {}, which follows another write in its atomic block, "
                                       "cannot be checked",
                                       program_.sources.describe(program_.sources.userSpan(
                                           program_.cfas[paths_.cfaAt(a.isAfterRelease ? first : second)]
                                               .actions[(a.isAfterRelease ? a : b).action]
                                               .instructions[(a.isAfterRelease ? a : b).instruction]
                                               .span)))};
      std::vector<Expr> facts = a.conditions;
      for (const Expr condition : b.conditions)
        facts.push_back(ofOther(vocabulary_, condition));
      if (a.address != nullptr && b.address != nullptr)
        facts.push_back(overlap(vocabulary_.pool(), {a.address, a.bytes, a.writes},
                                {ofOther(vocabulary_, b.address), b.bytes, b.writes}));
      std::erase_if(facts, [](Expr fact) { return fact->isTrue(); });
      if (std::any_of(facts.begin(), facts.end(), [](Expr fact) { return fact->isFalse(); }) ||
          !seen.insert(facts).second)
        continue;
      result.push_back({std::move(facts)});
    }
  return result;
}

} // namespace heddle::proof
