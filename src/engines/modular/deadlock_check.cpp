#include "engines/modular/deadlock_check.hpp"

#include "analysis/certain_arrival.hpp"
#include "engines/modular/progress_hints.hpp"
#include "engines/modular/quiescence.hpp"
#include "engines/modular/suspects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace heddle::engines::modular {

using program::ActionId;
using program::CfaId;
using program::LocationId;

namespace {

/// The more suspicious are heavier.
enum Weight : unsigned { OtherWait, NotEnded, NotReleased, EndsWithLock, Cycle, OwnLock };

constexpr const char *notForLock = "it is not for a lock";

} // namespace

void DeadlockCheck::add(unsigned weight, std::string text, std::vector<Suspect::Place> places, std::string reason) {
  Finding finding;
  finding.suspicion = Suspicion::Deadlock;
  finding.text = std::move(text);
  if (!places.empty())
    finding.span = places.front().span;
  finding.places = std::move(places);
  finding.reason = std::move(reason);
  finding.weight = weight;
  found_.push_back(std::move(finding));
}

ThreadPoint DeadlockCheck::pointOf(CfaId cfa, const State &state) const {
  return {cfa, state.held, fixpoint_.transfer().othersOf(cfa, state)};
}

Suspect::Place DeadlockCheck::placeOf(const std::string &role, const ThreadPoint &point,
                                      program::SourceSpan span) const {
  return {role, program_.cfas[point.cfa].name, namesOf(objects_, point.held), span};
}

program::SourceSpan DeadlockCheck::spanOf(CfaId cfa, LocationId location) const {
  for (const ActionId id : program_.cfas[cfa].outgoing[location])
    for (const program::Instruction &instruction : program_.cfas[cfa].actions[id].instructions)
      if (const program::SourceSpan span = program_.sources.userSpan(instruction.span); span.known())
        return span;
  return {};
}

/// The states in which the action comes to the instruction. Unlike in statesBefore, other threads may run where an
/// atomic block begins, and the instructions before it may have effects.
std::vector<State> DeadlockCheck::statesAt(CfaId cfa, const program::Action &action, std::size_t index,
                                           const State &state) {
  const auto begin = action.instructions.begin();
  const program::Action part{action.from, action.to, {begin, begin + static_cast<std::ptrdiff_t>(index)}};
  return fixpoint_.transfer().apply(cfa, part, state, nullptr);
}

bool DeadlockCheck::mayBeTaken(CfaId cfa, ActionId id) {
  const auto [entry, isNew] = taken_.try_emplace({cfa, id}, false);
  if (!isNew || !fixpoint_.mayBeTaken(cfa, id))
    return entry->second;
  const program::Action &action = program_.cfas[cfa].actions[id];
  std::size_t end = 0; // after the last guard
  for (std::size_t i = 0; i < action.instructions.size(); ++i)
    if (std::holds_alternative<program::Guard>(action.instructions[i].operation))
      end = i + 1;
  entry->second = std::ranges::any_of(states_[cfa][action.from],
                                      [&](const State *state) { return !statesAt(cfa, action, end, *state).empty(); });
  return entry->second;
}

/// Whether the thread may stop in the action, or end with a lock that another thread requests.
bool DeadlockCheck::mayStop(CfaId cfa, ActionId id, Goal goal, const LockOrder &order) {
  const program::Action &action = program_.cfas[cfa].actions[id];
  for (std::size_t i = 0; i < action.instructions.size(); ++i) {
    const program::Operation &operation = action.instructions[i].operation;
    program::Expr condition = nullptr;
    if (const auto *assumption = std::get_if<program::Assume>(&operation))
      condition = assumption->condition;
    if (const auto *check = std::get_if<program::Check>(&operation); check != nullptr &&
                                                                     check->after == program::AfterFailure::Stop &&
                                                                     !program_.properties.contains(check->property))
      condition = check->condition;
    const bool ends = goal == Goal::Release && std::holds_alternative<program::EndThread>(operation);
    if (condition == nullptr && !ends)
      continue;
    for (const State *state : states_[cfa][action.from])
      for (const State &before : statesAt(cfa, action, i, *state))
        if (ends ? order.isWaitedFor(pointOf(cfa, before))
                 : fixpoint_.transfer().valueOf(cfa, before, condition).mayBe(0))
          return true;
  }
  return false;
}

void DeadlockCheck::collect() {
  states_.clear();
  for (const program::Cfa &cfa : program_.cfas)
    states_.emplace_back(cfa.locations.size());
  fixpoint_.forEachState(
      [&](CfaId cfa, LocationId location, const State &state) { states_[cfa][location].push_back(&state); });
}

void DeadlockCheck::findRequests() {
  Waits waits(program_, fixpoint_);
  std::set<std::tuple<ThreadPoint, Cell, bool, std::set<CfaId>>> known;
  for (CfaId cfa = 0; cfa < states_.size(); ++cfa)
    for (LocationId location = 0; location < states_[cfa].size(); ++location)
      for (const State *state : states_[cfa][location])
        for (const Wait &wait : waits.at(cfa, location, *state)) {
          const ThreadPoint point = pointOf(cfa, *state);
          if (wait.kind == Wait::Kind::None)
            continue;
          if (wait.kind == Wait::Kind::Other) {
            if (mutation_ != Mutation::OtherWaitsEnd)
              add(OtherWait, "a thread that waits for ever", {placeOf("wait", point, wait.span)}, notForLock);
            continue;
          }
          // In main before it starts threads, nothing but its own stores can have locked it.
          if (state->mode == Mode::First && wait.kind == Wait::Kind::Lock && !state->held.contains(wait.lock))
            add(OtherWait, fmt::format("{} is not free before threads start", nameOf(objects_, wait.lock)),
                {placeOf("wait", point, wait.span)});
          if (known.emplace(point, wait.lock, wait.isForReading, wait.joined).second)
            requests_.push_back({point, wait});
        }
}

/// The locks that main holds whenever it starts the first of some threads; none if it starts none.
std::optional<Held> DeadlockCheck::heldAtStart() {
  if (heldAtStart_)
    return *heldAtStart_;
  std::optional<Held> common;
  for (LocationId location = 0; location < states_[0].size(); ++location)
    for (const State *state : states_[0][location])
      for (const ActionId id : program_.cfas[0].outgoing[location]) {
        const program::Action &action = program_.cfas[0].actions[id];
        for (std::size_t i = 0; i < action.instructions.size() && state->mode != Mode::Shared; ++i)
          if (std::holds_alternative<program::Spawn>(action.instructions[i].operation) && mayBeTaken(0, id)) {
            for (const State &before : statesAt(0, action, i, *state)) {
              if (!common)
                common = before.held;
              std::erase_if(*common, [&](const auto &lock) { return !before.held.contains(lock.first); });
            }
            break;
          }
      }
  heldAtStart_ = common;
  return common;
}

bool DeadlockCheck::mayBeLockedAtStart(const Cell &lock) {
  const std::optional<Held> held = heldAtStart();
  const Value start = fixpoint_.global().startValue(lock.object, lock.offset, lock.bytes);
  return held && !held->contains(lock) && !start.isConstant(fixpoint_.locks().all().at(lock).free);
}

/// That a lock is not free implies that a thread holds it.
void DeadlockCheck::checkWords(const LockOrder &order) {
  std::map<Cell, program::SourceSpan> requested;
  for (const Request &request : order.requests())
    if (request.wait.kind == Wait::Kind::Lock)
      requested.try_emplace(request.wait.lock, request.wait.span);
  for (const auto &[lock, span] : requested) {
    const std::string name = nameOf(objects_, lock);
    if (!fixpoint_.locks().isExact(lock) && mutation_ != Mutation::LocksAreReleased)
      add(EndsWithLock, fmt::format("a wait for {} that does not end", name), {{"wait", {}, {}, span}},
          "a thread may end while it holds the lock, or may not release it for certain");
    if (mayBeLockedAtStart(lock))
      add(OtherWait, fmt::format("a wait for {} that does not end", name), {{"wait", {}, {}, span}},
          "the lock may not be free when threads start");
  }
}

/// By the argument about all threads together (quiescence.hpp). If it fails, the waits that are not for locks get its
/// reason.
bool DeadlockCheck::isNeverBlocked(Findings &findings, support::Cancellation &cancellation) {
  Quiescence quiescence(
      program_, objects_, fixpoint_,
      {.hasHolder = [&](const Cell &lock) { return fixpoint_.locks().isExact(lock) && !mayBeLockedAtStart(lock); },
       .ends = [&](CfaId cfa, const analysis::Loop &loop) { return ends(cfa, loop); }},
      mutation_);
  const Quiescence::Result result = quiescence.run(cancellation);
  findings.removeIf([&](const Finding &finding) {
    return finding.suspicion == Suspicion::Unfollowed && quiescence.isExcluded(finding.span, finding.text);
  });
  if (result.isProved)
    return true;
  for (Finding &finding : found_)
    if (finding.weight == OtherWait && finding.reason == notForLock)
      finding.reason = result.obstacle;
  return false;
}

/// Whether a register to which the loop adds constants rises, or falls, in each round, without wrapping around.
bool DeadlockCheck::ends(CfaId cfa, const analysis::Loop &loop) {
  const auto [entry, isNew] = endingLoops_.try_emplace({cfa, loop.head}, false);
  if (!isNew)
    return entry->second;
  const program::Cfa &automaton = program_.cfas[cfa];
  std::map<program::RegisterId, std::optional<Counting>> counted; // none: something else happens to it
  for (const LocationId from : loop.body)
    for (const ActionId id : automaton.outgoing[from])
      if (loop.contains(automaton.actions[id].to) && mayBeTaken(cfa, id))
        noteCounting(cfa, id, counted);
  entry->second = std::ranges::any_of(counted, [&](const auto &each) {
    return each.second && each.second->isOneWay() && isInEachRound(cfa, loop, each.second->actions);
  });
  return entry->second;
}

/// What the action does to the registers that it writes.
void DeadlockCheck::noteCounting(CfaId cfa, ActionId id, std::map<program::RegisterId, std::optional<Counting>> &all) {
  const program::Action &action = program_.cfas[cfa].actions[id];
  for (std::size_t i = 0; i < action.instructions.size(); ++i) {
    const program::RegisterId target = program::writtenRegister(action.instructions[i].operation);
    if (target == program::noRegister)
      continue;
    std::optional<Counting> &counting = all.try_emplace(target, Counting{}).first->second;
    const auto *assignment = std::get_if<program::Assign>(&action.instructions[i].operation);
    const unsigned width = program_.cfas[cfa].registers[target].width;
    const std::optional<program::Bits> added =
        assignment != nullptr ? incrementOf(*assignment) : std::optional<program::Bits>{};
    if (!counting || !added || width > 64 || width < 2 || !counting->actions.insert(id).second) {
      counting.reset();
      continue;
    }
    const SignedBits step = support::toSigned(*added, width);
    const SignedBits most = (SignedBits{1} << (width - 1)) - 1;
    const SignedBits mostUnsigned = (SignedBits{1} << width) - 1;
    counting->rises = counting->rises && step > 0;
    counting->falls = counting->falls && step < 0;
    for (const State *state : states_[cfa][action.from])
      for (const State &before : statesAt(cfa, action, i, *state)) {
        const Value value = fixpoint_.transfer().valueOf(
            cfa, before,
            assignment->value->args[0]->isRegister() ? assignment->value->args[0] : assignment->value->args[1]);
        if (mutation_ == Mutation::CountersEnd)
          continue;
        if (!value.isNumber()) {
          counting->isSigned = counting->isUnsigned = false;
          continue;
        }
        const Interval &number = *value.number;
        counting->isSigned =
            counting->isSigned && (step > 0 ? number.most + step <= most : number.least + step >= -most - 1);
        counting->isUnsigned =
            counting->isUnsigned && (step > 0 ? static_cast<SignedBits>(number.high) + step <= mostUnsigned
                                              : static_cast<SignedBits>(number.low) + step >= 0);
      }
  }
}

/// Whether every path from the head back to it takes one of the actions.
bool DeadlockCheck::isInEachRound(CfaId cfa, const analysis::Loop &loop, const std::set<ActionId> &actions) const {
  const program::Cfa &automaton = program_.cfas[cfa];
  std::set<LocationId> seen{loop.head};
  std::vector<LocationId> pending{loop.head};
  while (!pending.empty()) {
    const LocationId at = pending.back();
    pending.pop_back();
    for (const ActionId id : automaton.outgoing[at]) {
      const LocationId to = automaton.actions[id].to;
      if (actions.contains(id) || !loop.contains(to))
        continue;
      if (to == loop.head)
        return false;
      if (seen.insert(to).second)
        pending.push_back(to);
    }
  }
  return true;
}

std::optional<LocationId> DeadlockCheck::failing(CfaId cfa, const std::vector<bool> &set, Goal goal,
                                                 const LockOrder &order) {
  return analysis::withoutArrival(program_.cfas[cfa], set,
                                  {.mayStop = [&](ActionId id) { return mayStop(cfa, id, goal, order); },
                                   .mayBeTaken = [&](ActionId id) { return mayBeTaken(cfa, id); },
                                   .ends = [&](const analysis::Loop &loop) { return ends(cfa, loop); }});
}

void DeadlockCheck::checkReleases(const LockOrder &order) {
  if (mutation_ == Mutation::LocksAreReleased)
    return;
  for (CfaId cfa = 0; cfa < states_.size(); ++cfa) {
    std::vector<bool> isFree(states_[cfa].size(), true);
    for (LocationId location = 0; location < isFree.size(); ++location)
      for (const State *state : states_[cfa][location])
        if (order.isWaitedFor(pointOf(cfa, *state)))
          isFree[location] = false;
    if (std::ranges::find(isFree, false) == isFree.end())
      continue;
    if (const auto location = failing(cfa, isFree, Goal::Release, order))
      add(NotReleased, "a lock that is not released",
          {placeOf("hold", pointOf(cfa, *states_[cfa][*location].front()), spanOf(cfa, *location))},
          "the thread may stop, end, or loop without a known bound while another one waits for the lock");
  }
}

void DeadlockCheck::checkEnds(const LockOrder &order) {
  if (mutation_ == Mutation::LocksAreReleased)
    return;
  for (CfaId cfa = 0; cfa < states_.size(); ++cfa) {
    if (!order.isJoined(cfa))
      continue;
    std::vector<bool> isEnd(states_[cfa].size());
    for (LocationId location = 0; location < isEnd.size(); ++location)
      isEnd[location] = location == program_.cfas[cfa].exit || states_[cfa][location].empty();
    if (const auto location = failing(cfa, isEnd, Goal::End, order))
      add(NotEnded, "a join that does not end",
          {placeOf("run", pointOf(cfa, *states_[cfa][*location].front()), spanOf(cfa, *location))},
          "the thread is joined, and may stop or loop without a known bound");
  }
}

void DeadlockCheck::checkCycles(const LockOrder &order) {
  constexpr std::size_t most = 100;
  const auto cycles = order.cycles(most);
  if (!cycles) {
    add(Cycle, "a cycle of threads that wait for each other", {}, "there are too many combinations of locks");
    return;
  }
  for (const std::vector<std::size_t> &cycle : *cycles) {
    std::vector<Suspect::Place> places;
    for (const std::size_t index : cycle) {
      const Request &request = order.requests()[index];
      const std::string role = request.wait.kind == Wait::Kind::Join
                                   ? "join"
                                   : fmt::format("wait for {}", nameOf(objects_, request.wait.lock));
      places.push_back(placeOf(role, request.by, request.wait.span));
    }
    add(cycle.size() == 1 ? OwnLock : Cycle,
        cycle.size() == 1 ? "a thread that waits for a lock that it holds itself"
                          : "a cycle of threads that wait for each other",
        std::move(places));
  }
}

void DeadlockCheck::run(Findings &findings, support::Cancellation &cancellation) {
  collect();
  findRequests();
  const LockOrder order(fixpoint_.global(), std::move(requests_), mutation_);
  checkWords(order);
  checkReleases(order);
  checkEnds(order);
  checkCycles(order);
  if (!found_.empty() && isNeverBlocked(findings, cancellation))
    return;
  for (Finding &finding : distinct(std::move(found_)))
    findings.add(std::move(finding));
}

} // namespace heddle::engines::modular
