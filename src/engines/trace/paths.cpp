#include "engines/trace/paths.hpp"

namespace heddle::engines::trace {

namespace {

/// Whether a thread can decide without a visible operation that the action is not enabled. Guards out of one location
/// exclude each other: if another action is enabled, the first guard of this one fails.
bool isDecidedLocally(const program::Action &action) {
  for (const program::Instruction &instruction : action.instructions) {
    if (std::holds_alternative<program::Guard>(instruction.operation))
      return true;
    if (program::isVisible(instruction.operation))
      return false;
  }
  return true;
}

} // namespace

Paths pathsOf(const Execution &execution, IdleRounds idleRounds) {
  const std::vector<Step> &steps = execution.steps;
  Paths paths;
  paths.threads = execution.threads;
  paths.lastOfRound.assign(steps.size(), none);
  for (std::size_t last = 0; last < steps.size(); ++last)
    if (steps[last].round && idleRounds == IdleRounds::Removed)
      for (std::size_t i = *steps[last].round; i <= last; ++i)
        if (steps[i].thread == steps[last].thread)
          paths.lastOfRound[i] = last;
  for (events::ExecutedThread &thread : paths.threads)
    thread.path.clear();
  paths.levelAt.resize(paths.threads.size());
  const auto append = [&paths](const Actions &actions, std::size_t level) {
    for (const auto &[thread, action] : actions) {
      paths.threads[thread].path.push_back(action);
      paths.levelAt[thread].push_back(level);
    }
  };
  append(execution.initialActions, levelOf(none));
  paths.startedAt.assign(paths.threads.size(), levelOf(none));
  for (std::size_t i = 0; i < steps.size(); ++i) {
    paths.position.push_back(paths.threads[steps[i].thread].path.size());
    for (const ThreadIndex child : steps[i].starts)
      paths.startedAt[child] = levelOf(i);
    if (!paths.isRemoved(i))
      append(steps[i].actions, levelOf(i));
  }
  return paths;
}

/// A thread rests before a visible action if it can decide on that action without reading shared memory, and takes a
/// local action at once, in the step that led there. No thread rests in an atomic block.
Deviation deviationOf(const events::UnwoundProgram &unwound, const Paths &paths, const events::Untaken &untaken) {
  const program::Program &program = *unwound.program;
  const program::Cfa &cfa = program.cfas[unwound.threads[untaken.thread].cfa];
  const ThreadIndex thread = unwound.threads[untaken.thread].executed;
  const program::LocationId from = cfa.actions[untaken.action].from;
  bool isLocal = !program::isVisible(cfa.actions[untaken.action]);
  for (const program::ActionId id : cfa.outgoing[from]) {
    if (id == untaken.action)
      break;
    isLocal = isLocal && isDecidedLocally(cfa.actions[id]);
  }
  const std::vector<std::size_t> &levels = paths.levelAt[thread];
  const bool isAtEnd = untaken.position == levels.size();
  const std::size_t here = isAtEnd ? none : levels[untaken.position];
  const std::size_t before = untaken.position == 0 ? paths.startedAt[thread] : levels[untaken.position - 1];
  const bool rested = here != before;
  if (isLocal || !rested)
    return {before, !isLocal && !cfa.locations[from].atomic};
  return {here, false};
}

} // namespace heddle::engines::trace
