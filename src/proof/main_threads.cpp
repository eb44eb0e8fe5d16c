// Starts and joins of main. A thread that main has not started yet does nothing, and what main did before follows
// happens-before; a join that returns consumes a thread that has terminated, another one each time. So of the threads
// that main has started, at most as many run as there are starts without a join; if that number is zero, none does, and
// later ones are of functions that are started later. Threads that start threads make the number unknown.
//
// pthread_join does not wait for the calling thread itself. Actions of main that need a started thread to have the
// handle of main are found by following handles (thread_paths.hpp), and left out.
#include "proof/parametric_races.hpp"
#include "proof/thread_paths.hpp"

#include <algorithm>

namespace heddle::proof {

using program::CfaId;

namespace {

std::set<CfaId> startsOf(const program::Cfa &cfa) {
  std::set<CfaId> result;
  for (const program::Action &action : cfa.actions)
    for (const program::Instruction &instruction : action.instructions)
      if (const auto *spawn = std::get_if<program::Spawn>(&instruction.operation))
        result.insert(spawn->cfa);
  return result;
}

/// By action of main: whether a path leads there on which handles are not confused.
std::vector<bool> feasibleActions(const program::Program &program, Provenance &provenance) {
  const std::set<Origin> writtenByOthers = provenance.writtenByOthers();
  const program::Cfa &main = program.cfas[0];
  std::vector<bool> result(main.actions.size());
  const bool isComplete =
      forEachOnPaths(main, {.program = &program, .writtenByOthers = &writtenByOthers, .ignoresCounts = true},
                     [&](const PathState &, program::ActionId action, const PathState &) { result[action] = true; });
  if (!isComplete)
    result.assign(main.actions.size(), true);
  return result;
}

} // namespace

MainThreads::MainThreads(const program::Program &program, Provenance &provenance) : program_(program) {
  for (const program::Cfa &cfa : program.cfas)
    started_.push_back(startsOf(cfa));
  for (bool grows = true; grows;) {
    grows = false;
    for (std::set<CfaId> &started : started_) {
      const std::set<CfaId> direct = started;
      for (const CfaId cfa : direct)
        started.insert(started_[cfa].begin(), started_[cfa].end());
      grows = grows || started.size() != direct.size();
    }
  }
  isKnown_ = std::none_of(started_.begin(), started_.end(), [](const auto &started) { return started.contains(0); });
  if (!isKnown_)
    return;
  const program::Cfa &main = program.cfas[0];
  const std::vector<bool> isFeasible = feasibleActions(program, provenance);
  before_[main.entry] = {};
  std::vector<program::LocationId> pending{main.entry};
  while (!pending.empty()) {
    const program::LocationId at = pending.back();
    pending.pop_back();
    for (const program::ActionId id : main.outgoing[at]) {
      if (!isFeasible[id])
        continue;
      Unjoined state = before_.at(at);
      for (const program::Instruction &instruction : main.actions[id].instructions)
        apply(state, instruction.operation);
      const auto [entry, isNew] = before_.try_emplace(main.actions[id].to, state);
      Unjoined merged = entry->second;
      merged.count = std::max(merged.count, state.count);
      merged.functions.insert(state.functions.begin(), state.functions.end());
      if (!isNew && merged == entry->second)
        continue;
      entry->second = std::move(merged);
      pending.push_back(main.actions[id].to);
    }
  }
}

void MainThreads::apply(Unjoined &state, const program::Operation &operation) const {
  if (const auto *spawn = std::get_if<program::Spawn>(&operation)) {
    const std::set<CfaId> &more = started_[spawn->cfa];
    state.count = more.empty() ? std::min(state.count + 1, Unjoined::anyNumber) : Unjoined::anyNumber;
    state.functions.insert(spawn->cfa);
    state.functions.insert(more.begin(), more.end());
  }
  if (!std::holds_alternative<program::Join>(operation) || state.count == Unjoined::anyNumber || state.count == 0)
    return;
  if (--state.count == 0)
    state.functions.clear();
}

bool MainThreads::mayRun(CfaId cfa, program::ActionId action, std::size_t instruction) const {
  if (!isKnown_)
    return true;
  const auto before = before_.find(program_.cfas[0].actions[action].from);
  if (before == before_.end())
    return true;
  Unjoined state = before->second;
  for (std::size_t i = 0; i < instruction; ++i)
    apply(state, program_.cfas[0].actions[action].instructions[i].operation);
  return state.functions.contains(cfa);
}

} // namespace heddle::proof
