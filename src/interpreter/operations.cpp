// The semantics of the operations that do not access memory (for the others see memory_operations.cpp).
#include "interpreter/runner.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cstring>

namespace heddle::interpreter {

using program::Property;

static_assert(std::variant_size_v<program::Operation> == 19, "a new operation needs a case in `execute`");

Runner::Flow Runner::execute(const CompiledOperation &operation) {
  switch (operation.kind) {
  case kindOf<program::Assign>(): {
    const auto &assign = operation.as<program::Assign>();
    const Bits value = evaluator().evaluate(operation.first);
    evaluator().set(assign.target, value);
    observe(operation, {.value = value});
    return Flow::Next;
  }
  case kindOf<program::Guard>():
    assert(evaluator().evaluateWord(operation.first) != 0 && "the prober has seen that the guard holds");
    return Flow::Next;
  case kindOf<program::Havoc>():
    return executeHavoc(operation);
  case kindOf<program::Load>():
    return executeLoad(operation);
  case kindOf<program::Store>():
    return executeStore(operation);
  case kindOf<program::Fence>():
    if (state_.races)
      state_.races->fence(thread_, operation.as<program::Fence>().order);
    observe(operation, {});
    return Flow::Next;
  case kindOf<program::AtomicBegin>():
    return Flow::Next;
  case kindOf<program::Assume>():
    if (machine_.ignoreAssumptions_ || evaluator().evaluateWord(operation.first) != 0)
      return Flow::Next;
    return Flow::Stopped;
  case kindOf<program::Check>():
    return executeCheck(operation);
  case kindOf<program::Allocate>():
    return executeAllocate(operation);
  case kindOf<program::Free>():
    return executeFree(operation);
  case kindOf<program::ObjectSize>():
    return executeObjectSize(operation);
  case kindOf<program::Spawn>():
    return executeSpawn(operation);
  case kindOf<program::Join>():
    return executeJoin(operation);
  case kindOf<program::Detach>():
    return executeDetach(operation);
  case kindOf<program::EndThread>():
    return executeEndThread(operation);
  case kindOf<program::EndProgram>():
    return executeEndProgram(operation);
  case kindOf<program::Halt>():
    return halt(operation.as<program::Halt>().message, operation.instruction->span);
  case kindOf<program::Sync>():
    if (machine_.observer_ != nullptr)
      observe(operation, {.value = evaluator().evaluate(operation.first)});
    return Flow::Next;
  default:
    assert(false && "an operation without semantics");
    return Flow::Next;
  }
}

Runner::Flow Runner::executeHavoc(const CompiledOperation &operation) {
  const auto &havoc = operation.as<program::Havoc>();
  const std::optional<Bits> value = choose(havoc, *operation.instruction);
  if (!value)
    return badInput();
  evaluator().set(havoc.target, *value);
  return Flow::Next;
}

Runner::Flow Runner::executeCheck(const CompiledOperation &operation) {
  if (evaluator().evaluateWord(operation.first) != 0)
    return Flow::Next;
  const auto &check = operation.as<program::Check>();
  if (checks(check.property))
    return violate(check.property, check.message, *operation.instruction);
  if (machine_.goals_ != nullptr && check.property == program::Property::Vacuity)
    machine_.goals_->insert(check.message);
  if (check.after == program::AfterFailure::Continue)
    return Flow::Next;
  return undefined(check.property, check.message, *operation.instruction);
}

/// The lowest slot for a new thread. If races are checked, a slot is not reused unless everything that its last owner
/// did happens before the Spawn, because clocks could not distinguish the two owners.
std::optional<unsigned> Runner::freeSlot() const {
  for (unsigned slot = 0; slot < machine_.limits_.maxThreads; ++slot) {
    const bool unused = slot >= state_.threads.size() || state_.threads[slot].status == ThreadStatus::Unused;
    if (unused && (!state_.races || state_.races->reusable(slot, thread_)))
      return slot;
  }
  return std::nullopt;
}

Runner::Flow Runner::executeSpawn(const CompiledOperation &operation) {
  const auto &spawn = operation.as<program::Spawn>();
  const std::uint64_t argument = evaluator().evaluateWord(operation.first);
  const std::optional<unsigned> slot = freeSlot();
  if (!slot)
    return halt(fmt::format("more than {} threads (--max-threads)", machine_.limits_.maxThreads),
                operation.instruction->span);
  if (*slot >= state_.threads.size())
    state_.threads.resize(*slot + 1);
  const CfaCode &childCode = machine_.code(spawn.cfa);
  Thread &child = state_.threads[*slot];
  child = Thread{};
  child.status = ThreadStatus::Active;
  child.cfa = spawn.cfa;
  child.location = childCode.cfa().entry;
  // The evaluator holds the registers of this thread, perhaps of the same function, so CfaCode::pack cannot be used.
  const RegisterList &live = childCode.liveness().at(child.location);
  child.registers.resize(childCode.packedSize(live));
  std::uint8_t *at = child.registers.data();
  for (const RegisterId id : live) {
    const std::uint64_t value = id == childCode.cfa().argument ? argument : id == childCode.cfa().self ? *slot + 1 : 0;
    std::memcpy(at, &value, std::min<std::size_t>(childCode.bytesOf(id), sizeof value));
    at += childCode.bytesOf(id);
  }
  if (state_.races)
    state_.races->start(*slot, thread_);
  if (machine_.stepAccesses_ != nullptr)
    machine_.stepAccesses_->threads = true;
  evaluator().set(spawn.target, support::truncate(Bits{*slot} + 1, code_.cfa().registers[spawn.target].width));
  started_.push_back(*slot);
  ++changes_;
  observe(operation, {.other = *slot});
  return Flow::Next;
}

Runner::Flow Runner::executeJoin(const CompiledOperation &operation) {
  const auto &join = operation.as<program::Join>();
  const std::uint64_t handle = evaluator().evaluateWord(operation.first);
  const std::optional<unsigned> slot = joinableSlot(state_, handle);
  if (machine_.stepAccesses_ != nullptr)
    machine_.stepAccesses_->threads = true; // also if it is invalid: another order may make it valid
  if (!slot)
    return undefined(Property::LockDiscipline, fmt::format("join of {}, which is not a joinable thread", handle),
                     *operation.instruction);
  const Thread &ended = state_.threads[*slot];
  assert(ended.status == ThreadStatus::Ended && "the prober has seen that the thread has ended");
  if (join.target != program::noRegister)
    evaluator().set(join.target, ended.result);
  if (state_.races)
    state_.races->join(thread_, *slot);
  releaseSlot(*slot);
  ++changes_;
  observe(operation, {.other = *slot});
  return Flow::Next;
}

Runner::Flow Runner::executeDetach(const CompiledOperation &operation) {
  const std::uint64_t handle = evaluator().evaluateWord(operation.first);
  const std::optional<unsigned> slot = joinableSlot(state_, handle);
  if (machine_.stepAccesses_ != nullptr)
    machine_.stepAccesses_->threads = true; // also if it is invalid: another order may make it valid
  if (!slot)
    return undefined(Property::LockDiscipline, fmt::format("detach of {}, which is not a joinable thread", handle),
                     *operation.instruction);
  observe(operation, {.other = *slot});
  state_.threads[*slot].detached = true;
  if (state_.threads[*slot].status == ThreadStatus::Ended)
    releaseSlot(*slot);
  ++changes_;
  return Flow::Next;
}

/// Releases the slot of a terminated thread to which no handle refers any more, with the rest of its stack. If locks
/// may still name the thread, the slot is not used again.
void Runner::releaseSlot(unsigned slot) {
  const bool isKept = machine_.code_->keepsSlot()[state_.threads[slot].cfa];
  state_.threads[slot] = Thread{};
  if (isKept) {
    state_.threads[slot].status = ThreadStatus::Ended;
    state_.threads[slot].detached = true;
  }
  for (ObjectId id = static_cast<ObjectId>(program_.objects.size()); id < state_.memory.endOfIds(); ++id) {
    const DynamicObject *object = state_.memory.dynamic(id);
    if (object->alive && object->storage != program::Storage::Heap && object->owner == slot)
      releaseObject(id);
  }
  while (!state_.threads.empty() && state_.threads.back().status == ThreadStatus::Unused)
    state_.threads.pop_back();
}

Runner::Flow Runner::executeEndThread(const CompiledOperation &operation) {
  const std::uint64_t result = evaluator().evaluateWord(operation.first);
  observe(operation, {.value = result});
  Thread &thread = self();
  if (thread.detached) {
    if (machine_.stepAccesses_ != nullptr)
      machine_.stepAccesses_->threads = true;
    releaseSlot(thread_);
    return Flow::ThreadEnded;
  }
  thread.status = ThreadStatus::Ended;
  thread.location = code_.cfa().exit;
  thread.result = result;
  thread.registers.clear();
  return Flow::ThreadEnded;
}

Runner::Flow Runner::executeEndProgram(const CompiledOperation &operation) {
  observe(operation, {});
  if (machine_.stepAccesses_ != nullptr)
    machine_.stepAccesses_->everything = true;
  state_.ended = true;
  if (checks(Property::ValidMemtrack) && !operation.as<program::EndProgram>().aborted)
    if (const std::optional<ObjectId> lost = lostObject())
      return violate(Property::ValidMemtrack,
                     fmt::format("memory is lost: {} was never freed", machine_.names_.object(state_.memory, *lost)),
                     *operation.instruction, {.pointer = program_.pointers.pointer(*lost)});
  return Flow::Finished;
}

} // namespace heddle::interpreter
