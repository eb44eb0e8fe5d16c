#include "engines/modular/waits.hpp"

#include "engines/modular/guards.hpp"

#include <algorithm>

namespace heddle::engines::modular {

using program::ActionId;
using program::CfaId;
using program::LocationId;

std::vector<State> statesBefore(Transfer &transfer, CfaId cfa, const program::Action &action, std::size_t index,
                                const State &state) {
  program::Action part{action.from, action.to, {}};
  for (std::size_t i = 0; i < index; ++i)
    if (const program::Operation &operation = action.instructions[i].operation;
        !std::holds_alternative<program::AtomicBegin>(operation) && !std::holds_alternative<program::Sync>(operation))
      part.instructions.push_back(action.instructions[i]);
  return transfer.apply(cfa, part, state, nullptr);
}

/// Whether some action is enabled, whatever memory holds that the state does not know. Guards that certainly hold are
/// left out, and so are actions with a guard that certainly fails.
bool Waits::isEnabled(CfaId cfa, LocationId location, const State &state) {
  std::vector<Guards> open;
  for (const ActionId id : program_.cfas[cfa].outgoing[location]) {
    const program::Action &action = program_.cfas[cfa].actions[id];
    if (!fixpoint_.mayBeTaken(cfa, id)) {
      // It is never taken, but a thread for which its guards hold could take it, and does not wait.
      Guards guards;
      for (const program::Instruction &instruction : action.instructions)
        if (const auto *guard = std::get_if<program::Guard>(&instruction.operation))
          guards.push_back(guard->condition);
      open.push_back(std::move(guards));
      continue;
    }
    Guards guards;
    bool mayHold = true;
    for (std::size_t i = 0; i < action.instructions.size() && mayHold; ++i) {
      const auto *guard = std::get_if<program::Guard>(&action.instructions[i].operation);
      if (guard == nullptr)
        continue;
      bool mayFail = false;
      mayHold = false;
      for (const State &before : statesBefore(fixpoint_.transfer(), cfa, action, i, state)) {
        const Value condition = fixpoint_.transfer().valueOf(cfa, before, guard->condition);
        mayFail = mayFail || condition.mayBe(0);
        mayHold = mayHold || !condition.isConstant(0);
      }
      if (mayFail)
        guards.push_back(guard->condition);
    }
    if (mayHold)
      open.push_back(std::move(guards));
  }
  return areExhaustive(*program_.expressions, open);
}

/// The locks whose words the guards may depend on.
std::set<Cell> Waits::lockWordsOf(CfaId cfa, LocationId location, const State &state) {
  std::set<Cell> words;
  for (const ActionId id : program_.cfas[cfa].outgoing[location]) {
    const program::Action &action = program_.cfas[cfa].actions[id];
    for (std::size_t i = 0; i < action.instructions.size(); ++i) {
      const auto *load = std::get_if<program::Load>(&action.instructions[i].operation);
      if (std::holds_alternative<program::Store>(action.instructions[i].operation))
        break; // no guard comes after it
      if (load == nullptr)
        continue;
      for (const State &before : statesBefore(fixpoint_.transfer(), cfa, action, i, state))
        for (const Pointer &target : fixpoint_.transfer().valueOf(cfa, before, load->address).pointers)
          if (const Cell cell{target.object, static_cast<std::uint64_t>(target.low), load->width / 8U};
              target.low == target.high && fixpoint_.locks().all().contains(cell))
            words.insert(cell);
    }
  }
  return words;
}

std::set<CfaId> Waits::joinedBy(CfaId cfa, const program::Action &action, std::size_t index, const State &state) {
  const Transfer &transfer = fixpoint_.transfer();
  std::set<CfaId> joined;
  for (const State &before : statesBefore(fixpoint_.transfer(), cfa, action, index, state)) {
    const auto &join = std::get<program::Join>(action.instructions[index].operation);
    const Value handle = transfer.valueOf(cfa, before, join.thread);
    if (!handle.number && !handle.self && handle.pointers.empty()) {
      for (const SpawnSite site : handle.handles)
        joined.insert(transfer.functionOf(site));
      continue;
    }
    // A handle of which nothing is known: any thread that runs.
    const std::set<CfaId> all = transfer.othersOf(cfa, before);
    joined.insert(all.begin(), all.end());
    for (CfaId other = 1; other < program_.cfas.size() && cfa != 0; ++other)
      joined.insert(other);
  }
  return joined;
}

/// A join; other actions out of the location may wait for something else.
Wait Waits::joinAt(CfaId cfa, LocationId location, const State &state) {
  const program::Cfa &automaton = program_.cfas[cfa];
  Wait wait;
  for (const ActionId id : automaton.outgoing[location]) {
    const program::Action &action = automaton.actions[id];
    for (std::size_t i = 0; i < action.instructions.size(); ++i) {
      if (!wait.span.known())
        wait.span = program_.sources.userSpan(action.instructions[i].span);
      if (!std::holds_alternative<program::Join>(action.instructions[i].operation) || !fixpoint_.mayBeTaken(cfa, id) ||
          statesBefore(fixpoint_.transfer(), cfa, action, i, state).empty())
        continue;
      wait.kind = Wait::Kind::Join;
      wait.joined.merge(joinedBy(cfa, action, i, state));
    }
  }
  return wait;
}

/// For anything but a join; a join counts as enabled.
Wait Waits::waitOf(CfaId cfa, LocationId location, const State &state) {
  const program::Cfa &automaton = program_.cfas[cfa];
  Wait wait;
  for (const ActionId id : automaton.outgoing[location])
    for (const program::Instruction &instruction : automaton.actions[id].instructions)
      if (!wait.span.known())
        wait.span = program_.sources.userSpan(instruction.span);
  if (automaton.outgoing[location].empty() || isEnabled(cfa, location, state))
    return wait;
  wait.kind = Wait::Kind::Other;
  for (const Cell &word : lockWordsOf(cfa, location, state)) {
    const Lock &lock = fixpoint_.locks().all().at(word);
    State free = state;
    free.known[word] = {Value::constant(lock.free, word.bytes * 8), Origin::Unknown};
    free.links.clear();
    if (!isEnabled(cfa, location, free))
      continue;
    wait.kind = Wait::Kind::Lock;
    wait.lock = word;
    if (!lock.isReadWrite)
      break;
    // Readers exclude only writers: a word that one reader has changed does not stop another one.
    State read = state;
    read.known[word] = {Value::constant(lock.free + 1, word.bytes * 8), Origin::Unknown};
    read.links.clear();
    wait.isForReading = isEnabled(cfa, location, read);
    break;
  }
  const auto held = state.held.find(wait.lock);
  if (wait.kind == Wait::Kind::Lock && wait.isForReading && held != state.held.end() && held->second != exclusively)
    wait.kind = Wait::Kind::None; // while it holds the lock, no writer does
  return wait;
}

/// The waits in each branch that the registers decide; empty if one of them is not for a lock.
std::vector<Wait> Waits::waitsByRegisters(CfaId cfa, LocationId location, const State &state) {
  std::vector<Guards> branches;
  std::vector<Wait> result;
  for (const ActionId id : program_.cfas[cfa].outgoing[location]) {
    const program::Action &action = program_.cfas[cfa].actions[id];
    std::size_t end = 0; // of the guards that depend on registers alone
    Guards guards;
    for (; end < action.instructions.size(); ++end) {
      const program::Operation &operation = action.instructions[end].operation;
      if (const auto *guard = std::get_if<program::Guard>(&operation))
        guards.push_back(guard->condition);
      else if (!std::holds_alternative<program::AtomicBegin>(operation))
        break;
    }
    if (guards.empty())
      return {};
    branches.push_back(guards);
    for (const State &branch : statesBefore(fixpoint_.transfer(), cfa, action, end, state)) {
      const Wait wait = waitOf(cfa, location, branch);
      if (wait.kind != Wait::Kind::None && wait.kind != Wait::Kind::Lock)
        return {};
      if (wait.kind == Wait::Kind::Lock)
        result.push_back(wait);
    }
  }
  return areExhaustive(*program_.expressions, branches) ? result : std::vector<Wait>{};
}

std::vector<Wait> Waits::at(CfaId cfa, LocationId location, const State &state) {
  std::vector<Wait> waits;
  if (const Wait join = joinAt(cfa, location, state); join.kind == Wait::Kind::Join)
    waits.push_back(join);
  const Wait wait = waitOf(cfa, location, state);
  if (wait.kind == Wait::Kind::Other)
    if (const std::vector<Wait> others = waitsByRegisters(cfa, location, state); !others.empty()) {
      waits.insert(waits.end(), others.begin(), others.end());
      return waits;
    }
  if (wait.kind != Wait::Kind::None || waits.empty())
    waits.push_back(wait);
  return waits;
}

} // namespace heddle::engines::modular
