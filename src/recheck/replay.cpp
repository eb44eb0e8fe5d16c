// An *idle round* is a sequence of steps with which a thread returns to the location where it was, without an effect:
// it has only read and computed, and has written no register that is live there. An execution in which the thread
// repeats the round at once is equivalent to one without the second round as long as no other thread has written what
// the round reads. This does not hold for deadlocks.
#include "recheck/replay.hpp"

#include "recheck/step.hpp"

#include <algorithm>
#include <set>

namespace heddle::recheck {

using program::Property;

namespace {

/// Values that are chosen to find out whether one thread can take a step.
constexpr std::size_t mostProbed = 64;

} // namespace

Replay::Replay(const program::Program &program, const Options &options, support::Cancellation &cancellation)
    : model_(program, options, cancellation) {
  model_.keepsAccesses = model_.checks(Property::NoDataRace);
  model_.keepsAll = true;
}

template <typename Run> Result Replay::guarded(const Run &run) {
  try {
    if (model_.cancellation.poll())
      return {Result::Kind::Cancelled, {}};
    run();
  } catch (const Ending &ending) {
    return {ending.kind(), ending.what()};
  }
  return {};
}

Result Replay::begin(std::vector<Bits> inputs) {
  choices_ = Choices(std::move(inputs));
  first_ = {};
  steps_.clear();
  slotOf_ = {0};
  cfaOf_ = {};
  threadAt_ = {{0, 0}};
  return guarded([&] {
    state_ = initialState(model_.program);
    cfaOf_ = {state_.threads.at(0).cfa};
    take(first_, std::nullopt);
  });
}

Result Replay::take(ThreadNumber thread) {
  return guarded([&] {
    ReplayedStep step;
    step.thread = thread;
    const bool isThere = thread < slotOf_.size() && state_.threads.contains(slotOf_[thread]) &&
                         threadAt_.at(slotOf_[thread]) == thread &&
                         state_.threads.at(slotOf_[thread]).status == Status::Active;
    if (!isThere)
      throw Ending(Result::Kind::Refuted, "a recorded step is one of a thread that does not run");
    step.from = state_.threads.at(slotOf_[thread]).location;
    take(step, thread);
    steps_.push_back(std::move(step));
  });
}

void Replay::take(ReplayedStep &step, const std::optional<ThreadNumber> &thread) {
  StepRecord record;
  Step run(model_, state_, choices_);
  run.recordIn(&record);
  const Step::Outcome outcome = thread ? run.take(slotOf_[*thread]) : run.start();
  if (outcome == Step::Outcome::Waits)
    throw Ending(Result::Kind::Refuted, "a recorded step is one of a thread that waits");
  for (const unsigned slot : record.joined)
    step.joined.push_back(threadAt_.at(slot));
  if (std::set(record.started.begin(), record.started.end()).size() != record.started.size())
    throw Ending(Result::Kind::NotModelled, "a slot is used twice in one step");
  for (const unsigned slot : record.started) {
    const ThreadNumber child = slotOf_.size();
    slotOf_.push_back(slot);
    cfaOf_.push_back(0);
    threadAt_[slot] = child;
    step.started.push_back(child);
    if (const auto found = state_.threads.find(slot); found != state_.threads.end())
      cfaOf_[child] = found->second.cfa;
  }
  std::set<ThreadNumber> ran;
  for (const auto &[slot, action] : record.actions) {
    step.actions.emplace_back(threadAt_.at(slot), action);
    ran.insert(threadAt_.at(slot));
  }
  for (const ThreadNumber other : ran) {
    const auto found = state_.threads.find(slotOf_[other]);
    const bool isStopped = found != state_.threads.end() &&
                           (found->second.status == Status::Stopped || found->second.status == Status::Undefined);
    if (isStopped || outcome == Step::Outcome::Discarded)
      step.stopped.push_back(other);
  }
  step.accesses = std::move(record.accesses);
  step.inputs = choices_.requested();
  if (outcome == Step::Outcome::Discarded)
    step.end = ReplayedStep::End::Discarded;
  else if (state_.ended)
    step.end = ReplayedStep::End::Program;
}

Result Replay::survey(Survey &result) {
  return guarded([&] {
    result = {};
    for (ThreadNumber thread = 0; thread < slotOf_.size(); ++thread) {
      const unsigned slot = slotOf_[thread];
      const auto found = state_.threads.find(slot);
      if (found == state_.threads.end() || threadAt_.at(slot) != thread)
        continue;
      if (found->second.status == Status::Stopped || found->second.status == Status::Undefined)
        result.isCut = true;
      if (found->second.status != Status::Active)
        continue;
      State copy = state_;
      Choices none(std::vector<Bits>(mostProbed, 0));
      StepRecord record;
      Step probe(model_, copy, none);
      probe.recordIn(&record);
      if (!probe.isEnabled(slot))
        result.waiting.push_back({thread, std::move(record.accesses)});
      else if (isIdle(thread))
        result.idle.push_back(thread);
      else
        result.able.push_back(thread);
    }
  });
}

/// Whether another thread has written, since the head of the thread's last round, what the round has read.
bool Replay::isIdle(ThreadNumber thread) {
  if (model_.checks(Property::NoDeadlock))
    return false;
  const program::LocationId location = state_.threads.at(slotOf_[thread]).location;
  Accesses round;
  for (std::size_t i = steps_.size(); i-- > 0;) {
    const ReplayedStep &step = steps_[i];
    if (step.thread != thread)
      continue;
    if (!isQuiet(step, cfaOf_[thread], std::nullopt))
      return false;
    round.add(step.accesses);
    if (step.from != location)
      continue;
    bool isUnchanged = true;
    for (std::size_t j = i; j < steps_.size(); ++j)
      if (steps_[j].thread == thread)
        isUnchanged = isUnchanged && isQuiet(steps_[j], cfaOf_[thread], location);
      else
        isUnchanged = isUnchanged && !steps_[j].accesses.conflictsWith(round);
    if (isUnchanged)
      return true;
  }
  return false;
}

bool Replay::isRound(std::size_t head, std::size_t last) {
  const ThreadNumber thread = steps_[last].thread;
  if (head > last || steps_[head].thread != thread || model_.checks(Property::NoDeadlock))
    return false;
  // Where the thread is after its last step of the round.
  const auto &[taker, action] = steps_[last].actions.back();
  if (taker != thread || model_.program.cfas[cfaOf_[thread]].actions[action].to != steps_[head].from)
    return false;
  for (std::size_t i = head; i <= last; ++i)
    if (steps_[i].thread == thread && !isQuiet(steps_[i], cfaOf_[thread], steps_[head].from))
      return false;
  return true;
}

/// Whether the step has no effect, and writes no register that is live at the head of the round, if it is given.
bool Replay::isQuiet(const ReplayedStep &step, program::CfaId cfa, const std::optional<program::LocationId> &head) {
  for (const auto &[thread, action] : step.actions) {
    if (thread != step.thread)
      return false;
    for (const program::Instruction &instruction : model_.program.cfas[cfa].actions[action].instructions) {
      const program::RegisterId written = program::writtenRegister(instruction.operation);
      if (hasEffect(instruction.operation, step.inputs != 0))
        return false;
      if (head && written != program::noRegister && model_.liveness(cfa).isLive(*head, written))
        return false;
    }
  }
  return true;
}

/// A possible violation is an effect. With inputs, a load from a variable address may read anything.
bool Replay::hasEffect(const program::Operation &operation, bool hasInputs) const {
  if (const auto *check = std::get_if<program::Check>(&operation))
    return model_.checks(check->property);
  if (const auto *load = std::get_if<program::Load>(&operation)) {
    const bool isVariable = !load->address->isConstant();
    const bool mayRace = load->access.shared && !program::isAtomic(load->access.order);
    return (isVariable && (hasInputs || model_.checks(Property::ValidDeref))) ||
           (mayRace && model_.checks(Property::NoDataRace));
  }
  return !std::holds_alternative<program::Assign>(operation) && !std::holds_alternative<program::Guard>(operation) &&
         !std::holds_alternative<program::Assume>(operation) &&
         !std::holds_alternative<program::AtomicBegin>(operation) && !std::holds_alternative<program::Sync>(operation);
}

} // namespace heddle::recheck
