// The operations on memory: Load, Store, Allocate, Free, ObjectSize. Internal to unwinding.
#pragma once

#include "events/registers.hpp"
#include "events/thread_memory.hpp"

namespace heddle::events {

class MemoryOperations {
public:
  MemoryOperations(ThreadContext &context, Registers &registers, ThreadMemory &memory)
      : context_(context), program_(context.program), registers_(registers), memory_(memory) {}

  /// `isUnchanged`: memory is as it was before the action.
  void execute(ThreadState &state, const program::Load &load, bool isUnchanged);
  void execute(ThreadState &state, const program::Store &store);
  void execute(ThreadState &state, const program::Allocate &allocate, program::SourceSpan span);
  void execute(ThreadState &state, const program::Free &free, program::SourceSpan span);
  void execute(ThreadState &state, const program::ObjectSize &query, program::SourceSpan span);

private:
  const program::Bounds *boundsOf(const ThreadState &state, const AccessPlaces &places, unsigned size) const;
  std::optional<std::uint64_t> boundSize(ThreadState &state, Expr size, program::SourceSpan span);
  Expr exactSizeOf(ObjectId object, unsigned width);
  bool areConstantObjects(const AccessPlaces &places) const;
  program::ExprPool &pool() const { return context_.pool(); }

  ThreadContext &context_;
  UnwoundProgram &program_;
  Registers &registers_;
  ThreadMemory &memory_;
};

} // namespace heddle::events
