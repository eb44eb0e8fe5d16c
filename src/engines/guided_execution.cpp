#include "engines/guided_execution.hpp"

#include "engines/confirm.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::engines {

using interpreter::StepResult;
using program::Bits;

GuidedExecution::GuidedExecution(const program::Program &program, ExecutionPlan plan, const interpreter::Limits &limits)
    : program_(program), plan_(std::move(plan)), machine_(program, limits), state_(machine_.initialState()) {
  machine_.setObserver(this);
  threadOfSlot_[0] = plan_.main;
  slotOf_[plan_.main] = 0;
}

bool GuidedExecution::start() { return note(machine_.start(state_, *this)); }

bool GuidedExecution::step(ExecutionPlan::Thread thread) {
  const auto slot = slotOf_.find(thread);
  if (slot == slotOf_.end() || slot->second >= state_.threads.size() || !machine_.enabled(state_, slot->second)) {
    problem_ = fmt::format("after {} steps, a thread cannot run", schedule_.steps.size());
    return false;
  }
  return stepSlot(slot->second);
}

bool GuidedExecution::stepSlot(unsigned slot) {
  schedule_.steps.push_back(slot);
  return note(machine_.step(state_, slot, *this));
}

bool GuidedExecution::note(StepResult result) {
  result_ = std::move(result);
  switch (result_.kind) {
  case StepResult::Kind::Done:
    machine_.settle(state_);
    problem_ = state_.ended ? "the program has ended" : "the last step was taken";
    return !state_.ended;
  case StepResult::Kind::Violation:
    violation_ = result_.violation;
    return false;
  case StepResult::Kind::Discarded:
    problem_ = "an assumption fails";
    return false;
  case StepResult::Kind::Halted:
    problem_ = result_.message;
    return false;
  case StepResult::Kind::BadInput:
    problem_ = "an input has no value";
    return false;
  }
  return false;
}

std::optional<Bits> GuidedExecution::choose(const interpreter::InputRequest &request) {
  const Bits value = std::clamp(answer(request), request.low, request.high);
  if (schedule_.inputs.size() <= request.thread)
    schedule_.inputs.resize(request.thread + 1);
  schedule_.inputs[request.thread].push_back({value, request.width, request.name ? *request.name : ""});
  return value;
}

void GuidedExecution::occurred(const interpreter::State &, const interpreter::Occurrence &occurrence) {
  const ExecutionPlan::Thread thread = threadAt(occurrence.thread);
  const ExecutionPlan::ThreadPlan &plan = plan_.threads[thread];
  Position &position = positions_[thread];
  const program::Operation &operation = occurrence.instruction->operation;
  if (std::holds_alternative<program::Spawn>(operation)) {
    const bool isPlanned = position.nextChild < plan.children.size();
    const ExecutionPlan::Thread child = isPlanned ? plan.children[position.nextChild++] : unplanned;
    threadOfSlot_[occurrence.other] = child;
    slotOf_[child] = occurrence.other;
  }
  if (std::holds_alternative<program::Allocate>(operation) && position.nextObject < plan.objects.size()) {
    const program::ObjectId object = occurrence.place.object;
    objectOf_[object] = plan.objects[position.nextObject++];
    origins_.erase(origins_.lower_bound({object, 0}), origins_.lower_bound({object + 1, 0}));
  }
  trackCopy(occurrence, position);
}

/// Copying memory that was never initialised does not choose its value: a read of the copy requests the original.
void GuidedExecution::trackCopy(const interpreter::Occurrence &occurrence, Position &position) {
  const program::Operation &operation = occurrence.instruction->operation;
  const auto *load = std::get_if<program::Load>(&operation);
  const auto *store = std::get_if<program::Store>(&operation);
  const auto byteAt = [&](unsigned i) { return Byte{occurrence.place.object, occurrence.place.offset + i}; };
  if (load != nullptr && load->access.copy) {
    position.copied.clear();
    for (unsigned i = 0; i < occurrence.size; ++i)
      position.copied.push_back(originOf(byteAt(i)));
  } else if (store != nullptr && store->access.copy) {
    for (unsigned i = 0; i < occurrence.size && i < position.copied.size(); ++i)
      origins_[byteAt(i)] = position.copied[i];
  }
}

ExecutionPlan::Thread GuidedExecution::threadAt(unsigned slot) const {
  const auto found = threadOfSlot_.find(slot);
  return found != threadOfSlot_.end() ? found->second : unplanned;
}

/// The byte, in the engine's terms, whose initial value this byte holds.
GuidedExecution::Byte GuidedExecution::originOf(Byte byte) const {
  if (const auto origin = origins_.find(byte); origin != origins_.end())
    return origin->second;
  if (const auto renamed = objectOf_.find(byte.first); renamed != objectOf_.end())
    byte.first = renamed->second;
  return byte;
}

Bits GuidedExecution::answer(const interpreter::InputRequest &request) {
  const ExecutionPlan::Thread thread = threadAt(request.thread);
  Position &position = positions_[thread];
  if (request.name != nullptr) {
    const std::vector<Bits> &inputs = plan_.threads[thread].inputs;
    return position.nextInput < inputs.size() ? inputs[position.nextInput++] : request.low;
  }
  // Memory that was never initialised: the plan has its initial value.
  const program::ObjectId object = program_.pointers.object(request.address);
  const std::uint64_t offset = program_.pointers.offset(request.address);
  Bits value = 0;
  unsigned shift = 0;
  for (unsigned i = 0; i < 32; ++i) {
    if (((request.bytes >> i) & 1U) == 0)
      continue;
    if (const auto content = plan_.contents.find(originOf({object, offset + i}));
        content != plan_.contents.end() && shift < support::maxWidth)
      value |= Bits{content->second} << shift;
    shift += 8;
  }
  return support::truncate(value, request.width);
}

Answer confirm(const Context &context, GuidedExecution &execution,
               const std::vector<ExecutionPlan::Thread> &deadlocked) {
  if (execution.violation())
    return confirm(context, execution.takeSchedule(), execution.violation()->property);
  if (deadlocked.empty())
    return InternalError{
        InternalError::Kind::NoReplay,
        fmt::format("the counterexample of engine {} does not replay: {}", context.engine, execution.problem())};
  interpreter::Schedule schedule = execution.takeSchedule();
  for (const ExecutionPlan::Thread thread : deadlocked)
    schedule.deadlocked.push_back(execution.slotOf(thread));
  return confirm(context, schedule, program::Property::NoDeadlock);
}

} // namespace heddle::engines
