// The start and the end of threads, and what a thread knows of the threads that it has started.
//
// Main's digest says which functions may be running: a thread does not run before its Spawn or after its Join. The Join
// of a handle that only one Spawn can have returned ends that thread; in a loop, joins are counted. As many threads
// run, at most, as main has started and not joined; the count may be a function of a loop's counter (Count). Counting
// is valid only if main starts all threads: each Join that returns has taken the result of another one of these. If the
// number of threads is not known, a loop may be known to join all that another one has started (analysis/join_loops).
#include "engines/modular/condition.hpp"
#include "engines/modular/transfer.hpp"

#include <algorithm>

namespace heddle::engines::modular {

using program::CfaId;

void Transfer::findThreadFacts() {
  mainIsTracked_ = objects_.parallelism().instances(0) == analysis::Instances::One;
  for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa)
    for (const program::Action &action : program_.cfas[cfa].actions)
      for (const program::Instruction &instruction : action.instructions) {
        if (std::holds_alternative<program::Spawn>(instruction.operation) && cfa != 0)
          onlyMainStarts_ = false;
        if (const auto *sync = std::get_if<program::Sync>(&instruction.operation);
            sync != nullptr && sync->kind == program::SyncKind::BarrierWait)
          usesBarriers_.insert(cfa);
      }
  for (const analysis::JoinLoop &loop : joins_.loops) {
    const SpawnSite site = siteOf(loop.spawn);
    joinedBy_.emplace(loop.join, site);
    for (const program::ActionId exit : loop.exits)
      joinedAt_[&program_.cfas[0].actions[exit]].insert(site);
  }
}

SpawnSite Transfer::siteOf(const program::Instruction *instruction) {
  const CfaId cfa = std::get<program::Spawn>(instruction->operation).cfa;
  const auto [entry, isNew] = sites_.try_emplace(instruction, static_cast<SpawnSite>(siteFunctions_.size()));
  if (!isNew && siteFunctions_[entry->second] == cfa)
    return entry->second;
  // A part of an action that was followed apart, and is gone, may have had the instruction's address.
  entry->second = static_cast<SpawnSite>(siteFunctions_.size());
  siteFunctions_.push_back(cfa);
  return entry->second;
}

/// When a loop ends that joins all threads of a site, none of them is left.
void Transfer::endJoined(const program::Action &action, State &state) const {
  const auto found = joinedAt_.find(&action);
  if (found == joinedAt_.end())
    return;
  for (const SpawnSite site : found->second)
    if (state.started.open.contains(site)) {
      state.started.joinable.erase(site);
      endOpen(state, site);
    }
  if (state.started.open.empty())
    state.started.unjoined = Count{};
}

std::set<CfaId> Transfer::othersOf(CfaId cfa, const State &state) const {
  if (cfa != 0 || !mainIsTracked_)
    return {};
  std::set<CfaId> result = state.started.beyond;
  for (const SpawnSite site : state.started.open) {
    result.insert(siteFunctions_[site]);
    for (CfaId other = 0; other < program_.cfas.size(); ++other)
      if (objects_.parallelism().mayStart(siteFunctions_[site], other))
        result.insert(other);
  }
  return result;
}

void Transfer::execute(Step &step, State &state, const program::Spawn &spawn) {
  const Value given = value(step, state, spawn.argument);
  if (!hasTitles(given) && mutation_ != Mutation::ArgumentsHaveTitles)
    ownership_.refuteArguments(spawn.cfa);
  publish(step, state, given);
  const Value argument = value(step, state, spawn.argument);
  const SpawnSite site = siteOf(step.instruction);
  // The started thread, and those that it may start, run beside each other and whatever runs now.
  std::vector<CfaId> fresh{spawn.cfa};
  for (CfaId other = 0; other < program_.cfas.size(); ++other)
    if (objects_.parallelism().mayStart(spawn.cfa, other) && other != spawn.cfa)
      fresh.push_back(other);
  const bool isRepeated = mutation_ != Mutation::FunctionsRunOnce;
  if (step.cfa == 0 && mainIsTracked_) {
    for (const CfaId other : othersOf(0, state))
      for (const CfaId started : fresh)
        if (other != started || isRepeated)
          global_.addParallel(other, started);
  } else {
    for (CfaId other = 0; other < program_.cfas.size(); ++other)
      for (const CfaId started : fresh)
        if (other != started || (objects_.parallelism().instances(started) == analysis::Instances::Many && isRepeated))
          global_.addParallel(other, started);
  }
  for (const CfaId first : fresh)
    for (const CfaId second : fresh)
      if (first != second || (objects_.parallelism().mayStart(spawn.cfa, first) &&
                              objects_.parallelism().instances(first) == analysis::Instances::Many))
        global_.addParallel(first, second);

  slots_.start(step.cfa, state, spawn.cfa, argument);
  global_.addArgument(spawn.cfa, argument);
  global_.start(spawn.cfa);
  if (state.mode != Mode::Shared) {
    const auto contentOfCell = [&](const Cell &cell) {
      const auto known = state.known.find(cell);
      return known != state.known.end() ? known->second.value
                                        : read(step, state, {cell.object, cell.offset, cell.offset, 0}, cell.bytes);
    };
    interference_.start(contentOfCell);
    clusters_.start(state, contentOfCell);
    for (const Cell &cell : tracked_)
      state.known.try_emplace(cell, Knowledge{contentOfCell(cell), Origin::Own});
    for (auto &entry : state.known)
      entry.second.origin = Origin::Own;
    for (const auto &[object, content] : state.memory)
      if (!objects_.isOwn(0, object))
        global_.publish(object, content);
    if (state.mode == Mode::First)
      for (program::ObjectId object = 1; object < program_.objects.size(); ++object)
        if (!state.memory.contains(object) && program_.objects[object].kind == program::StaticObject::Kind::Variable) {
          Content initial;
          initial.isInitial = true;
          global_.publish(object, initial);
        }
    std::erase_if(state.memory, [&](const auto &entry) { return !objects_.isOwn(0, entry.first); });
    for (const AbstractObject object : state.dead)
      if (objects_.escapes(object)) {
        global_.end(object);
        if (mutation_ != Mutation::UsesAreOwned)
          ownership_.refuteTaken(object); // it may have been freed without its title
      }
    state.mode = Mode::Shared;
  }
  global_.addStartKnowledge(spawn.cfa, state.known);
  Started &started = state.started;
  forgetHandles(state, site);
  if (started.open.insert(site).second)
    started.joinable.insert(site);
  else
    started.joinable.erase(site);
  Count &count = started.unjoined;
  if (!onlyMainStarts_) {
    count.reg = program::noRegister;
    count.most = Count::unbounded;
    global_.noteThreads(spawn.cfa, Count::unbounded, Count::unbounded);
  } else {
    increase(count);
    if (usesBarriers_.contains(spawn.cfa))
      increase(started.totals[spawn.cfa]);
    global_.noteThreads(spawn.cfa, mostOf(state, count),
                        usesBarriers_.contains(spawn.cfa) ? mostOf(state, started.totals[spawn.cfa])
                                                          : Count::unbounded);
  }
  Value handle = Value::none(step.automaton.registers[spawn.target].width);
  handle.handles.push_back(site);
  setRegister(state, spawn.target, handle);
}

/// Only the thread that has started another one knows its handle as such. Joining or detaching any other handle is a
/// finding, so that in a proof no thread joins or detaches what another one has started. Threads that a loop joins are
/// joined nowhere else.
bool Transfer::isJoinable(const State &state, const Value &handle) const {
  const auto isJoinedInLoop = [&](SpawnSite site) {
    return std::ranges::any_of(joinedBy_, [&](const auto &entry) { return entry.second == site; });
  };
  return handle.handles.size() == 1 && !handle.number && !handle.self && handle.pointers.empty() &&
         state.started.joinable.contains(handle.handles[0]) && !isJoinedInLoop(handle.handles[0]);
}

void Transfer::endOpen(State &state, SpawnSite site) const {
  state.started.open.erase(site);
  for (CfaId other = 0; other < program_.cfas.size(); ++other)
    if (objects_.parallelism().mayStart(siteFunctions_[site], other))
      state.started.beyond.insert(other);
}

void Transfer::execute(Step &step, State &state, const program::Join &join) {
  const Value handle = value(step, state, join.thread);
  const bool isKnown = isJoinable(state, handle);
  const auto joined = step.cfa == 0 ? joinedBy_.find(step.instruction) : joinedBy_.end();
  if (!isKnown && joined == joinedBy_.end() && !(joins_.areValid && step.cfa == 0))
    report(step, Suspicion::Undefined, "what is joined may not be a joinable thread");
  Started &started = state.started;
  if (isKnown) {
    started.joinable.erase(handle.handles[0]);
    endOpen(state, handle.handles[0]);
  } else if (joined != joinedBy_.end()) {
    started.joinable.erase(joined->second);
  } else {
    started.joinable.clear();
  }
  Count &count = started.unjoined;
  const SignedBits ended = mutation_ == Mutation::JoinsCountTwice ? 2 : 1;
  if (onlyMainStarts_) {
    count.least = std::max(count.least - ended, SignedBits{0});
    if (count.most < Count::unbounded)
      count.most = std::max(count.most - ended, SignedBits{0});
    count.offset -= ended;
  }
  if (started.open.empty())
    count = Count{};
  if (join.target != program::noRegister) {
    Value result = resized(global_.results(), step.automaton.registers[join.target].width);
    takeResult(step, state, result);
    setRegister(state, join.target, result);
  }
  noteEnds(step, state);
}

/// If main has joined all threads, it is alone again.
void Transfer::noteEnds(const Step &step, State &state) const {
  Started &started = state.started;
  if (step.cfa != 0 || !mainIsTracked_ || state.mode != Mode::Shared)
    return;
  const bool isJoin = std::holds_alternative<program::Join>(step.instruction->operation);
  if ((mutation_ == Mutation::JoinsEndAll && isJoin) || mostOf(state, started.unjoined) <= 0) {
    const std::set<SpawnSite> open = started.open;
    for (const SpawnSite site : open)
      endOpen(state, site);
    started.joinable.clear();
    started.unjoined = Count{};
  }
  if (started.open.empty() && started.beyond.empty())
    state.mode = Mode::Again;
  if (state.mode == Mode::Again)
    Slots::endAll(state);
}

void Transfer::execute(Step &step, State &state, const program::Detach &detach) {
  const Value handle = value(step, state, detach.thread);
  const bool isKnown = isJoinable(state, handle);
  if (!isKnown && !(joins_.areValid && step.cfa == 0))
    report(step, Suspicion::Undefined, "what is detached may not be a joinable thread");
  if (isKnown)
    state.started.joinable.erase(handle.handles[0]);
  else
    state.started.joinable.clear();
}

} // namespace heddle::engines::modular
