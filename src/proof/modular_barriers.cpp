// Accesses that are in different phases of a barrier.
//
// The phase of a thread at a barrier is the number of its waits there. Let n be the number of threads that the barrier
// waits for, and let no more than n threads ever use it. A thread that has arrived waits for the round to be complete,
// so it arrives once in each round, and a round is complete when all of them have arrived: then all have the same
// phase. So an access in phase p of one thread happens before an access in a later phase q of another: the other thread
// has passed round p + 1, for which the first one has arrived after its access.
//
// Trusted is that the library's model of pthread_barrier_wait, which program::Sync marks, waits for n arrivals and
// orders what comes before them with what comes after the wait. Everything else is checked: that all waits are for
// static barriers; that n, a word of the barrier, is constant, which is a global claim of the proof; that nothing but
// these models stores to the barrier while several threads run; and how many threads may use it. They are counted by
// the places where main starts them, if these are on no cycle, or by all threads that main has started, if it has
// joined none before. The phases are the least fixed point over the actions that were followed: a number, or numbers
// that are congruent.
#include "proof/modular_checker.hpp"

#include <algorithm>
#include <numeric>

namespace heddle::proof {

namespace {

// The layout of runtime/barrier.c.
constexpr std::uint64_t barrierBytes = 20;
constexpr std::uint64_t countOffset = 8;
constexpr unsigned countBytes = 4;

bool isWait(const program::Instruction &instruction) {
  const auto *sync = std::get_if<program::Sync>(&instruction.operation);
  return sync != nullptr && sync->kind == program::SyncKind::BarrierWait;
}

bool isOf(const program::Instruction &instruction, program::Bits barrier) {
  const program::Expr object = std::get<program::Sync>(instruction.operation).object;
  return object->isConstant() && object->value == barrier;
}

bool waitsAt(const program::Action &action, program::Bits barrier) {
  return std::ranges::any_of(action.instructions, [&](const auto &i) { return isWait(i) && isOf(i, barrier); });
}

} // namespace

ModularChecker::Phase ModularChecker::join(const Phase &a, const Phase &b) {
  const std::uint64_t distance = a.least > b.least ? a.least - b.least : b.least - a.least;
  return {std::min(a.least, b.least), std::gcd(std::gcd(a.modulus, b.modulus), distance)};
}

bool ModularChecker::areApart(const Phase &a, const Phase &b) {
  if ((a.modulus == 0 && a.least < b.least) || (b.modulus == 0 && b.least < a.least))
    return true;
  const std::uint64_t step = std::gcd(a.modulus, b.modulus);
  const std::uint64_t distance = a.least > b.least ? a.least - b.least : b.least - a.least;
  return step == 0 ? distance != 0 : distance % step != 0;
}

/// Finds the barriers of the program; none, if threads may wait at one that is not known.
void ModularChecker::findBarriers() {
  std::set<program::Bits> places;
  for (const program::Cfa &cfa : program_.cfas)
    for (const program::Action &action : cfa.actions)
      for (const program::Instruction &instruction : action.instructions) {
        if (!isWait(instruction))
          continue;
        const program::Expr object = std::get<program::Sync>(instruction.operation).object;
        if (!object->isConstant())
          return;
        places.insert(object->value);
      }
  for (const program::Bits place : places)
    if (Barrier barrier{.place = place}; isValid(barrier))
      barriers_.push_back(std::move(barrier));
}

bool ModularChecker::isValid(Barrier &barrier) {
  for (program::CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa)
    if (std::ranges::any_of(program_.cfas[cfa].actions, [&](const auto &a) { return waitsAt(a, barrier.place); }))
      barrier.users.insert(cfa);
  settlePhases(barrier);
  settleWaits(barrier);
  return !isDisturbed(barrier) && hasEnoughPlaces(barrier);
}

bool ModularChecker::arrivesAt(const Path &path, const Barrier &barrier) const {
  return waitsAt(program_.cfas[caseOf(*path.from).cfa].actions[path.action], barrier.place);
}

void ModularChecker::settlePhases(Barrier &barrier) {
  barrier.phases[&situations_.front()] = {};
  for (const auto &[path, child] : entries_)
    barrier.phases[child] = {};
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const Edge &edge : edges_) {
      const Path &path = paths_[edge.path];
      const auto from = barrier.phases.find(path.from);
      if (edge.to == nullptr || from == barrier.phases.end())
        continue;
      Phase after = from->second;
      for (const program::Instruction &instruction :
           program_.cfas[caseOf(*path.from).cfa].actions[path.action].instructions)
        after.least += isWait(instruction) && isOf(instruction, barrier.place) ? 1 : 0;
      const auto [to, isNew] = barrier.phases.try_emplace(edge.to, after);
      const Phase merged = join(to->second, after);
      hasChanged = hasChanged || isNew || merged != to->second;
      to->second = merged;
    }
  }
}

/// Where a thread is in the middle of the atomic block in which it arrives.
void ModularChecker::settleWaits(Barrier &barrier) {
  for (const Situation &at : situations_) {
    const ModularCase &each = caseOf(at);
    barrier.arriving[&at] = program_.cfas[each.cfa].locations[each.location].atomic && &at != &situations_.front();
  }
  dropFacts(
      barrier.arriving,
      [&](const Edge &edge) {
        return arrivesAt(paths_[edge.path], barrier) || barrier.arriving.at(paths_[edge.path].from);
      },
      [](const Path &) { return false; });
}

bool ModularChecker::touches(const Path &path, const MemoryAccess &access, const Barrier &barrier) {
  program::ExprPool &pool = vocabulary_.pool();
  const Expr begin = pool.constant(barrier.place, program_.pointers.width);
  const Expr overlaps = overlap(pool, {begin, barrierBytes, true}, {access.address, access.bytes, true});
  return overlaps->isConstant() ? overlaps->isTrue()
                                : isPossible(path.premises(), path.successor.state.conditions, {overlaps});
}

/// Whether it is used in another way while several threads run, or by main alone.
bool ModularChecker::isDisturbed(const Barrier &barrier) {
  return std::ranges::any_of(paths_, [&](const Path &path) {
    const bool arrives = arrivesAt(path, barrier);
    const bool isAlone = caseOf(*path.from).alone;
    if (arrives || barrier.arriving.at(path.from) || (isAlone && path.threads.started.empty()))
      return arrives && isAlone;
    return std::ranges::any_of(path.successor.memory, [&](const MemoryAccess &access) {
      return access.writes && touches(path, access, barrier);
    });
  });
}

/// Whether it waits for at least as many threads as may use it.
bool ModularChecker::hasEnoughPlaces(const Barrier &barrier) {
  const StaticCell count{program_.pointers.object(barrier.place),
                         static_cast<std::uint64_t>(program_.pointers.offset(barrier.place)) + countOffset, countBytes};
  const auto claim = std::ranges::find_if(proof_.global, [&](const auto &each) { return each.first == count; });
  if (claim == proof_.global.end() || !claim->second.number || !claim->second.pointers.empty() ||
      claim->second.number->low != claim->second.number->high)
    return false;
  const std::uint64_t places = claim->second.number->low;
  std::uint64_t users = barrier.users.contains(0) ? 1 : 0;
  bool isRepeated = false;
  for (StartId start = 0; start < proof_.starts.size(); ++start)
    if (barrier.users.contains(threads_.functionOf(start))) {
      ++users;
      isRepeated = isRepeated || mayFollow(proof_.starts[start].action, proof_.starts[start].action);
    }
  if (!isRepeated)
    return users <= places;
  return hasStartedAtMost(places - std::min<std::uint64_t>(places, barrier.users.contains(0) ? 1 : 0));
}

/// Whether main never starts more threads, in all. Then it joins none before it has started the last one.
bool ModularChecker::hasStartedAtMost(std::uint64_t most) {
  program::ExprPool &pool = vocabulary_.pool();
  const program::Cfa &main = program_.cfas[0];
  for (program::ActionId id = 0; id < main.actions.size(); ++id)
    if (std::ranges::any_of(main.actions[id].instructions, [](const program::Instruction &instruction) {
          return std::holds_alternative<program::Join>(instruction.operation) ||
                 std::holds_alternative<program::Detach>(instruction.operation);
        }))
      for (const ThreadStart &start : proof_.starts)
        if (start.action == id || mayFollow(id, start.action))
          return false;
  const Expr count = claims_.named().count;
  return threads_.countsThreads() && most <= INT32_MAX && std::ranges::all_of(paths_, [&](const Path &path) {
           const std::size_t started = path.threads.started.size();
           return started == 0 ||
                  (started <= most &&
                   follows(path.premises(), path.successor.state.conditions,
                           {pool.make(program::ExprKind::Sle, count, pool.constant(most - started, count->width))}));
         });
}

/// Whether the one action of main may come after the other, or after itself.
bool ModularChecker::mayFollow(program::ActionId first, program::ActionId second) const {
  const program::Cfa &main = program_.cfas[0];
  std::set<program::LocationId> reached;
  std::vector<program::LocationId> due{main.actions[first].to};
  while (!due.empty()) {
    const program::LocationId at = due.back();
    due.pop_back();
    if (!reached.insert(at).second)
      continue;
    for (const program::ActionId action : main.outgoing[at]) {
      if (action == second)
        return true;
      due.push_back(main.actions[action].to);
    }
  }
  return false;
}

bool ModularChecker::areInDifferentPhases(const RaceAccess &a, const RaceAccess &b) {
  if (!hasBarriers_) {
    hasBarriers_ = true;
    findBarriers();
  }
  return std::ranges::any_of(barriers_, [&](const Barrier &barrier) {
    const auto isBetweenWaits = [&](const RaceAccess &access) {
      return barrier.users.contains(caseOf(*access.path->from).cfa) && !arrivesAt(*access.path, barrier) &&
             !barrier.arriving.at(access.path->from) && barrier.phases.contains(access.path->from) &&
             !touches(*access.path, access.path->successor.memory[access.index], barrier);
    };
    return isBetweenWaits(a) && isBetweenWaits(b) &&
           areApart(barrier.phases.at(a.path->from), barrier.phases.at(b.path->from));
  });
}

} // namespace heddle::proof
