// Data races: each pair of conflicting accesses is excluded.
//
// Races are about happens-before, not about what can happen at the same time: a relaxed flag keeps two accesses apart
// and orders nothing. So only these reasons count: both accesses read, or both are atomic; they go to different
// addresses, each for itself, whenever it happens; the threads are ordered by start and join; both hold a common lock,
// and not both for reading (check_modular.hpp says why that orders them); or a cell with different values
// (modular_order.cpp), a hand-over (modular_handover.cpp) or a barrier (modular_barriers.cpp) orders them. Dynamic
// objects are private, and accesses that the program marks as local do not conflict with others.
#include "proof/modular_checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace heddle::proof {

namespace {

/// Names of the second thread and of memory at another time.
constexpr VariableId renamedVariables = 1U << 24;

} // namespace

/// A lock protects the accesses up to a store to it.
void ModularChecker::addAccesses(const Path &path, std::vector<RaceAccess> &accesses) {
  const ModularCase &each = caseOf(*path.from);
  // Where a loop has counted the joins, the action that leaves it may know that main is alone.
  if (each.cfa == 0 && path.threads.started.empty() && threads_.countsThreads() &&
      follows(path.premises(), path.successor.state.conditions, {claims_.isZero(claims_.named().count)}))
    return;
  for (std::size_t i = 0; i < path.successor.memory.size(); ++i)
    if (path.successor.memory[i].how.shared)
      if (RaceAccess access = accessOf(path, i); !access.alone)
        accesses.push_back(std::move(access));
}

ModularChecker::RaceAccess ModularChecker::accessOf(const Path &path, std::size_t index) const {
  const ModularCase &each = caseOf(*path.from);
  RaceAccess access{.path = &path, .index = index, .held = {}, .reading = {}, .alone = each.alone, .open = each.open};
  const auto isHeld = [&](LockId lock) {
    const auto store = path.stores.find(lock);
    return each.alone || store == path.stores.end() || store->second.access >= index;
  };
  std::ranges::copy_if(each.held, std::back_inserter(access.held), isHeld);
  std::ranges::copy_if(each.reading, std::back_inserter(access.reading), isHeld);
  if (!path.threads.started.empty()) {
    // Whether the access comes before or after a Spawn of the same action does not matter much.
    access.alone = false;
    for (const StartId start : path.threads.started)
      access.open.push_back(start);
  }
  return access;
}

bool ModularChecker::areTogether(const RaceAccess &a, const RaceAccess &b) const {
  return threads_.mayBeTogether(caseOf(*a.path->from).cfa, a.alone, a.open, caseOf(*b.path->from).cfa, b.alone, b.open);
}

/// Whether both actions are possible, not necessarily at the same time; the second one's names are renamed.
bool ModularChecker::arePossible(const RaceAccess &a, const RaceAccess &b, std::initializer_list<Expr> more) {
  std::vector<Expr> premises = a.path->premises();
  for (const Expr premise : b.path->premises())
    premises.push_back(renamed(premise));
  std::vector<Expr> conditions = a.path->successor.state.conditions;
  for (const Expr condition : b.path->successor.state.conditions)
    conditions.push_back(renamed(condition));
  return isPossible(premises, std::move(conditions), more);
}

Expr ModularChecker::renamed(Expr formula) {
  return vocabulary_.pool().substitute(
      formula, [&](Expr name) { return vocabulary_.ofHistory(renamedVariables + name->index, name->width); });
}

/// What the threads of two accesses that race have been started with; the second one's names are renamed.
Expr ModularChecker::knownOfArguments(const RaceAccess &a, const RaceAccess &b) {
  const program::CfaId first = caseOf(*a.path->from).cfa;
  const program::CfaId second = caseOf(*b.path->from).cfa;
  const Expr argument = claims_.named().argument;
  if (first == second && first != 0)
    return arguments_.areApart(first, argument, renamed(argument));
  // After the action of main, so that threads that it starts count.
  if (first == 0 && second != 0)
    return arguments_.isIssued(second, renamed(argument), a.path->ghosts.least[second],
                               a.path->ghosts.greatest[second]);
  if (first != 0 && second == 0)
    return arguments_.isIssued(first, argument, renamed(b.path->ghosts.least[first]),
                               renamed(b.path->ghosts.greatest[first]));
  return vocabulary_.pool().boolean(true);
}

bool ModularChecker::mayOverlap(const RaceAccess &a, const RaceAccess &b) {
  program::ExprPool &pool = vocabulary_.pool();
  const MemoryAccess &one = a.path->successor.memory[a.index];
  const MemoryAccess &two = b.path->successor.memory[b.index];
  const Expr address = renamed(two.address);
  const Expr overlaps = overlap(pool, {one.address, one.bytes, one.writes}, {address, two.bytes, two.writes});
  const program::Bits end = program_.pointers.pointer(static_cast<program::ObjectId>(program_.objects.size()));
  const Expr isStatic = pool.make(program::ExprKind::Ult, one.address, pool.constant(end, program_.pointers.width));
  const Expr both = pool.conjunction(overlaps, isStatic);
  if (both->isConstant())
    return both->isTrue();
  return arePossible(a, b, {both, knownOfArguments(a, b)});
}

/// For reasons that depend on where the threads are in their functions.
bool ModularChecker::isExcluded(const RaceAccess &a, const RaceAccess &b) {
  return !mayOverlap(a, b) || areKeptApart(a, b) || isHandedOver(a, b) || isHandedOver(b, a) ||
         areInDifferentPhases(a, b);
}

/// For reasons that do not, so that they are those of all accesses of the groups.
bool ModularChecker::isExcluded(const AccessGroup &a, const AccessGroup &b) {
  const RaceAccess &first = a.front();
  const RaceAccess &second = b.front();
  const MemoryAccess &one = first.path->successor.memory[first.index];
  const MemoryAccess &two = second.path->successor.memory[second.index];
  if ((!one.writes && !two.writes) || (program::isAtomic(one.how.order) && program::isAtomic(two.how.order)))
    return true;
  const bool areConstant = one.address->isConstant() && two.address->isConstant();
  return !areTogether(first, second) || exclude(first, second) || (areConstant && !mayOverlap(first, second));
}

/// The static object of the accesses, if they have a constant address in it; otherwise the null object.
program::ObjectId ModularChecker::objectOf(const AccessGroup &group) const {
  const MemoryAccess &memory = group.front().path->successor.memory[group.front().index];
  if (!memory.address->isConstant())
    return program::nullObject;
  const program::ObjectId object = program_.pointers.object(memory.address->value);
  const bool isInside = object < program_.objects.size() &&
                        program_.pointers.offset(memory.address->value) + memory.bytes <= program_.objects[object].size;
  return isInside ? object : program::nullObject;
}

/// Accesses by threads of one function, with the same locks, to the same constant address; others are alone.
std::vector<ModularChecker::AccessGroup> ModularChecker::accessGroups() {
  std::vector<RaceAccess> all;
  for (const Path &path : paths_)
    addAccesses(path, all);
  using Key = std::tuple<program::CfaId, std::vector<StartId>, std::vector<LockId>, std::vector<LockId>, Expr,
                         std::uint64_t, bool, bool>;
  std::map<Key, std::size_t> known;
  std::vector<AccessGroup> groups;
  for (RaceAccess &access : all) {
    const MemoryAccess &memory = access.path->successor.memory[access.index];
    std::size_t place = groups.size();
    if (memory.address->isConstant())
      place = known
                  .try_emplace({caseOf(*access.path->from).cfa, access.open, access.held, access.reading,
                                memory.address, memory.bytes, memory.writes, program::isAtomic(memory.how.order)},
                               place)
                  .first->second;
    if (place == groups.size())
      groups.emplace_back();
    groups[place].push_back(std::move(access));
  }
  return groups;
}

void ModularChecker::rejectRace(const RaceAccess &a, const RaceAccess &b) const {
  const auto spanOf = [&](const RaceAccess &access) {
    const ModularCase &each = caseOf(*access.path->from);
    for (const program::ActionId id : program_.cfas[each.cfa].outgoing[each.location])
      if (const auto &instructions = program_.cfas[each.cfa].actions[id].instructions; !instructions.empty())
        return program_.sources.describe(program_.sources.userSpan(instructions.front().span));
    return std::string("?");
  };
  reject(caseOf(*a.path->from), fmt::format("a data race between {} and {} is not excluded", spanOf(a), spanOf(b)));
}

void ModularChecker::checkRaces() {
  const std::vector<AccessGroup> groups = accessGroups();
  // Constant addresses in different static objects are apart, if both accesses are within their objects.
  std::map<program::ObjectId, std::vector<std::size_t>> byObject; // the null object: anywhere
  for (std::size_t i = 0; i < groups.size(); ++i)
    byObject[objectOf(groups[i])].push_back(i);
  const auto partnersOf = [&](std::size_t i) {
    std::vector<std::size_t> partners;
    const program::ObjectId object = objectOf(groups[i]);
    if (object == program::nullObject) {
      for (std::size_t j = i; j < groups.size(); ++j)
        partners.push_back(j);
      return partners;
    }
    const std::vector<std::size_t> &same = byObject[object];
    const std::vector<std::size_t> &anywhere = byObject[program::nullObject];
    std::merge(std::lower_bound(same.begin(), same.end(), i), same.end(),
               std::lower_bound(anywhere.begin(), anywhere.end(), i), anywhere.end(), std::back_inserter(partners));
    return partners;
  };
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (const std::size_t j : partnersOf(i)) {
      if (isExcluded(groups[i], groups[j]))
        continue;
      for (const RaceAccess &a : groups[i])
        for (const RaceAccess &b : groups[j])
          if (!isExcluded(a, b))
            rejectRace(a, b);
    }
}

} // namespace heddle::proof
