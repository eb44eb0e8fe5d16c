#include "interpreter/same_violation.hpp"

#include <algorithm>

namespace heddle::interpreter {

namespace {

auto placeOf(const program::Program &program, program::SourceSpan span) {
  const program::SourceSpan user = program.sources.userSpan(span);
  return std::tuple{user.file, user.line, user.column};
}

} // namespace

void ViolationWatcher::violated(const State &state, const Failure &failure) {
  ViolationKey key{.property = failure.property};
  if (failure.instruction != nullptr) {
    key.places.push_back(placeOf(program_, failure.instruction->span));
    if (const auto *check = std::get_if<program::Check>(&failure.instruction->operation))
      key.message = check->message;
  }
  if (failure.earlier && failure.earlier->instruction != nullptr)
    key.places.push_back(placeOf(program_, failure.earlier->instruction->span));
  const DynamicObject *object = state.memory.dynamic(program_.pointers.object(failure.pointer));
  if (failure.property == program::Property::ValidMemtrack) {
    key.places.clear(); // which thread ends last does not matter
    key.site = object != nullptr ? object->site : UINT32_MAX;
  } else if (failure.property == program::Property::ValidDeref || failure.property == program::Property::ValidFree) {
    key.fault = state.memory.find(failure.pointer, 1, false).fault;
  }
  std::ranges::sort(key.places);
  key_ = std::move(key);
}

std::optional<ViolationKey> deadlockIn(Machine &machine, const State &state) {
  ViolationKey key{.property = program::Property::NoDeadlock};
  bool someWait = false;
  for (unsigned thread = 0; thread < state.threads.size(); ++thread) {
    const ThreadStatus status = state.threads[thread].status;
    if (status == ThreadStatus::Unused || status == ThreadStatus::Ended)
      continue;
    if (status != ThreadStatus::Active || machine.enabled(state, thread))
      return std::nullopt;
    someWait = true;
    const Machine::Waiting waiting = machine.describeWaiting(state, thread);
    if (!waiting.joined)
      key.places.push_back(placeOf(machine.program(), waiting.span));
  }
  if (!someWait || state.ended)
    return std::nullopt;
  std::ranges::sort(key.places);
  const auto rest = std::ranges::unique(key.places);
  key.places.erase(rest.begin(), rest.end());
  return key;
}

} // namespace heddle::interpreter
