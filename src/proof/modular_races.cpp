// Data races: each pair of conflicting accesses is excluded.
//
// Races are about happens-before, not about what can happen at the same time: a relaxed flag keeps two accesses apart
// and orders nothing. So only these reasons count: both accesses read, or both are atomic; they go to different
// addresses, each for itself, whenever it happens; the threads are ordered by start and join; both hold a common lock
// (check_modular.hpp says why that orders them); or one is by main, of which it is known what it does in every
// execution (main_course.hpp), and it goes to other addresses than the threads that run at that time. Dynamic objects
// are private, and accesses that the program marks as local do not conflict with others.
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

/// Whether main is the only thread. Where a loop has counted the joins, the action that leaves it may know.
bool ModularChecker::isAloneInTheEnd(const Path &path) {
  const ModularCase &each = caseOf(*path.from);
  return each.alone ||
         (each.cfa == 0 && path.threads.started.empty() && threads_.countsThreads() &&
          follows(path.premises(), path.successor.state.conditions, {claims_.isZero(claims_.named().count)}));
}

/// A lock protects the accesses up to a store to it.
void ModularChecker::addAccesses(const Path &path, std::vector<RaceAccess> &accesses) {
  const ModularCase &each = caseOf(*path.from);
  if (!each.alone && isAloneInTheEnd(path))
    return;
  const LockStores stores = each.alone ? LockStores{} : lockStores(path);
  const std::vector<MemoryAccess> &memory = path.successor.memory;
  for (std::size_t i = 0; i < memory.size(); ++i) {
    if (!memory[i].how.shared)
      continue;
    RaceAccess access{.path = &path, .index = i, .held = {}, .alone = each.alone, .open = each.open};
    for (const LockId lock : each.held)
      if (const auto store = stores.find(lock); store == stores.end() || store->second.access >= i)
        access.held.push_back(lock);
    if (!path.threads.started.empty()) {
      // Whether the access comes before or after a Spawn of the same action does not matter much.
      access.alone = false;
      for (const StartId start : path.threads.started)
        access.open.push_back(start);
    }
    if (!access.alone)
      accesses.push_back(std::move(access));
  }
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
    return arguments_.isIssued(second, renamed(argument), a.path->ghosts.greatest[second]);
  if (first != 0 && second == 0)
    return arguments_.isIssued(first, argument, renamed(b.path->ghosts.greatest[first]));
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
  std::vector<Expr> premises = a.path->premises();
  for (const Expr premise : b.path->premises())
    premises.push_back(renamed(premise));
  std::vector<Expr> conditions = a.path->successor.state.conditions;
  for (const Expr condition : b.path->successor.state.conditions)
    conditions.push_back(renamed(condition));
  premises.push_back(knownOfArguments(a, b));
  return isPossible(premises, std::move(conditions), {both});
}

bool ModularChecker::isExcluded(const RaceAccess &a, const RaceAccess &b) {
  const MemoryAccess &one = a.path->successor.memory[a.index];
  const MemoryAccess &two = b.path->successor.memory[b.index];
  if (!one.writes && !two.writes)
    return true;
  if (program::isAtomic(one.how.order) && program::isAtomic(two.how.order))
    return true;
  if (!threads_.mayBeTogether(caseOf(*a.path->from).cfa, a.alone, a.open, caseOf(*b.path->from).cfa, b.alone, b.open))
    return true;
  if (std::any_of(a.held.begin(), a.held.end(),
                  [&](LockId lock) { return std::find(b.held.begin(), b.held.end(), lock) != b.held.end(); }))
    return true;
  return !mayOverlap(a, b) || isApartInCourse(a, b) || isApartInCourse(b, a);
}

/// Whether, each time that main makes its access, no thread that runs makes the other one to a common byte. Of these
/// threads the arguments are known; those that main has joined, or starts later, are ordered with its access.
bool ModularChecker::isApartInCourse(const RaceAccess &ofMain, const RaceAccess &ofThread) {
  const program::CfaId function = caseOf(*ofThread.path->from).cfa;
  if (!course_ || caseOf(*ofMain.path->from).cfa != 0 || !hasArgument(program_, function) ||
      course_->elsewhere.contains(ofMain.path->action))
    return false;
  const MemoryAccess &one = ofMain.path->successor.memory[ofMain.index];
  const MemoryAccess &two = ofThread.path->successor.memory[ofThread.index];
  const auto listed = course_->accesses.find({ofMain.path->action, one.instruction});
  if (listed == course_->accesses.end())
    return false;
  program::ExprPool &pool = vocabulary_.pool();
  const Expr argument = claims_.named().argument;
  for (const MainCourse::Access &access : listed->second) {
    if (!access.address->isConstant())
      return false;
    Expr isRunning = pool.boolean(false);
    for (const MainCourse::Thread &thread : course_->threads) {
      if (thread.cfa != function || thread.start > access.number || thread.join < access.number)
        continue;
      if (thread.argument == nullptr || !thread.argument->isConstant() || thread.argument->width != argument->width)
        return false;
      isRunning = pool.disjunction(isRunning, pool.eq(argument, thread.argument));
    }
    const Expr overlaps = overlap(pool, {access.address, one.bytes, one.writes}, {two.address, two.bytes, two.writes});
    if (isPossible(ofThread.path->premises(), ofThread.path->successor.state.conditions, {overlaps, isRunning}))
      return false;
  }
  return true;
}

void ModularChecker::checkRaces() {
  std::vector<RaceAccess> all;
  for (const Path &path : paths_)
    addAccesses(path, all);
  // Accesses to constant addresses do not depend on the path.
  using Key = std::tuple<program::CfaId, std::vector<StartId>, std::vector<LockId>, Expr, std::uint64_t, bool, bool>;
  std::set<Key> known;
  std::vector<RaceAccess> accesses;
  for (RaceAccess &access : all) {
    const MemoryAccess &memory = access.path->successor.memory[access.index];
    if (memory.address->isConstant() &&
        !known
             .insert({caseOf(*access.path->from).cfa, access.open, access.held, memory.address, memory.bytes,
                      memory.writes, program::isAtomic(memory.how.order)})
             .second)
      continue;
    accesses.push_back(std::move(access));
  }
  // Constant addresses in different static objects are apart, if both accesses are within their objects.
  const auto objectOf = [&](const RaceAccess &access) {
    const MemoryAccess &memory = access.path->successor.memory[access.index];
    if (!memory.address->isConstant())
      return program::nullObject;
    const program::ObjectId object = program_.pointers.object(memory.address->value);
    const bool isInside =
        object < program_.objects.size() &&
        program_.pointers.offset(memory.address->value) + memory.bytes <= program_.objects[object].size;
    return isInside ? object : program::nullObject;
  };
  std::map<program::ObjectId, std::vector<std::size_t>> byObject; // the null object: anywhere
  for (std::size_t i = 0; i < accesses.size(); ++i)
    byObject[objectOf(accesses[i])].push_back(i);
  const auto partnersOf = [&](std::size_t i) {
    std::vector<std::size_t> partners;
    const program::ObjectId object = objectOf(accesses[i]);
    if (object == program::nullObject) {
      for (std::size_t j = i; j < accesses.size(); ++j)
        partners.push_back(j);
      return partners;
    }
    const std::vector<std::size_t> &same = byObject[object];
    const std::vector<std::size_t> &anywhere = byObject[program::nullObject];
    std::merge(std::lower_bound(same.begin(), same.end(), i), same.end(),
               std::lower_bound(anywhere.begin(), anywhere.end(), i), anywhere.end(), std::back_inserter(partners));
    return partners;
  };
  for (std::size_t i = 0; i < accesses.size(); ++i)
    for (const std::size_t j : partnersOf(i))
      if (!isExcluded(accesses[i], accesses[j])) {
        const auto spanOf = [&](const RaceAccess &access) {
          const ModularCase &each = caseOf(*access.path->from);
          for (const program::ActionId id : program_.cfas[each.cfa].outgoing[each.location])
            if (const auto &instructions = program_.cfas[each.cfa].actions[id].instructions; !instructions.empty())
              return program_.sources.describe(program_.sources.userSpan(instructions.front().span));
          return std::string("?");
        };
        reject(caseOf(*accesses[i].path->from),
               fmt::format("a data race between {} and {} is not excluded", spanOf(accesses[i]), spanOf(accesses[j])));
      }
}

} // namespace heddle::proof
