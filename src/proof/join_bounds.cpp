#include "proof/join_bounds.hpp"

#include "proof/thread_paths.hpp"

#include <algorithm>
#include <limits>

namespace heddle::proof {

using program::CfaId;
using program::RegisterId;

namespace {

constexpr unsigned maxStarted = 10'000;

template <typename Operation> bool has(const program::Cfa &cfa) {
  for (const program::Action &action : cfa.actions)
    for (const program::Instruction &instruction : action.instructions)
      if (std::holds_alternative<Operation>(instruction.operation))
        return true;
  return false;
}

bool readsOnly(program::Expr e, const std::vector<bool> &registers) {
  bool result = true;
  program::forEachRegister(e, [&](RegisterId id) { result = result && registers[id]; });
  return result;
}

} // namespace

std::vector<bool> findCounters(const program::Cfa &cfa) {
  std::vector<bool> counters(cfa.registers.size(), true);
  for (const RegisterId given : {cfa.self, cfa.argument})
    if (given != program::noRegister)
      counters[given] = false;
  for (bool changed = true; changed;) {
    changed = false;
    for (const program::Action &action : cfa.actions)
      for (const program::Instruction &instruction : action.instructions) {
        const RegisterId target = program::writtenRegister(instruction.operation);
        if (target == program::noRegister || !counters[target])
          continue;
        const auto *assign = std::get_if<program::Assign>(&instruction.operation);
        if (assign != nullptr && readsOnly(assign->value, counters))
          continue;
        counters[target] = false;
        changed = true;
      }
  }
  return counters;
}

JoinBounds::JoinBounds(const program::Program &program, Provenance &provenance)
    : program_(program), isEndless_(program.cfas.size()) {
  for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa) {
    counters_.push_back(findCounters(program.cfas[cfa]));
    joins_.emplace_back(program.cfas[cfa].actions.size());
    starts_.emplace_back(program.cfas.size());
    if (has<program::Spawn>(program.cfas[cfa]))
      findStarts(cfa);
  }
  mostStarted_ = countStarted();
  const bool isMainStarted =
      std::any_of(starts_.begin(), starts_.end(), [](const std::vector<unsigned> &starts) { return starts[0] != 0; });
  mostStartedByOthers_ = countStartedByOthers();
  if (mostStartedByOthers_ && !isMainStarted && has<program::Join>(program.cfas[0]))
    findJoins(provenance);
}

void JoinBounds::findStarts(CfaId id) {
  const program::Cfa &cfa = program_.cfas[id];
  const auto visit = [&](const PathState &, program::ActionId, const PathState &after) {
    for (const auto &[callee, count] : after.starts)
      starts_[id][callee] = std::max(starts_[id][callee], count);
  };
  // If counters without a bound lead to too many paths, a second attempt ignores the values of counters.
  isEndless_[id] = !forEachOnPaths(cfa, {.counters = &counters_[id]}, visit) && !forEachOnPaths(cfa, {}, visit);
}

void JoinBounds::findJoins(Provenance &provenance) {
  const program::Cfa &main = program_.cfas[0];
  const std::set<Origin> written = provenance.writtenByOthers();
  const auto enumerateUnjoined = [&](const std::vector<bool> *counters) {
    std::vector<std::int64_t> unjoined(main.actions.size(), std::numeric_limits<std::int64_t>::min() / 2);
    const auto visit = [&](const PathState &before, program::ActionId action, const PathState &) {
      std::int64_t here = -static_cast<std::int64_t>(before.joins);
      for (const auto &[callee, count] : before.starts)
        here += count;
      unjoined[action] = std::max(unjoined[action], here);
    };
    const bool isComplete = forEachOnPaths(
        main, {.program = &program_, .counters = counters, .writtenByOthers = &written, .cancelsStarts = true}, visit);
    if (isComplete)
      unjoined_ = std::move(unjoined);
    return isComplete;
  };
  if (!enumerateUnjoined(&counters_[0]))
    enumerateUnjoined(nullptr);
  if (!mostStarted_)
    return;
  const auto enumerate = [&](const std::vector<bool> *counters) {
    std::vector<unsigned> joins(main.actions.size(), std::numeric_limits<unsigned>::max());
    const auto visit = [&](const PathState &before, program::ActionId action, const PathState &) {
      joins[action] = std::min(joins[action], before.joins);
    };
    const bool isComplete =
        forEachOnPaths(main, {.program = &program_, .counters = counters, .writtenByOthers = &written}, visit);
    if (isComplete)
      joins_[0] = std::move(joins);
    return isComplete;
  };
  if (!enumerate(&counters_[0]))
    enumerate(nullptr);
}

std::optional<unsigned> JoinBounds::countStartedByOthers() const {
  bool othersStart = false;
  for (CfaId cfa = 1; cfa < program_.cfas.size(); ++cfa)
    othersStart = othersStart || isEndless_[cfa] ||
                  std::any_of(starts_[cfa].begin(), starts_[cfa].end(), [](unsigned count) { return count != 0; });
  if (!othersStart)
    return 0;
  return mostStarted_; // counts those of main, too
}

std::optional<unsigned> JoinBounds::countStarted() const {
  // Round i counts the threads at distance i from main. An acyclic chain of starts is not longer than the number of
  // automata, so further rounds mean a cycle, and no bound.
  std::vector<std::uint64_t> instances(program_.cfas.size());
  instances[0] = 1;
  std::uint64_t sum = 0;
  for (std::size_t round = 0; round <= program_.cfas.size(); ++round) {
    std::vector<std::uint64_t> started(program_.cfas.size());
    std::uint64_t count = 0;
    for (CfaId by = 0; by < program_.cfas.size(); ++by) {
      if (instances[by] == 0)
        continue;
      if (isEndless_[by])
        return std::nullopt;
      for (CfaId callee = 0; callee < program_.cfas.size(); ++callee) {
        started[callee] += instances[by] * starts_[by][callee];
        count += instances[by] * starts_[by][callee];
      }
    }
    sum += count;
    if (count == 0)
      return static_cast<unsigned>(sum);
    if (sum > maxStarted)
      return std::nullopt;
    instances = std::move(started);
  }
  return std::nullopt;
}

} // namespace heddle::proof
