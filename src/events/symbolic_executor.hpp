// Symbolic execution of the actions of one thread: a state in, a state out, events appended to the unwound program.
// Internal to unwinding.
#pragma once

#include "events/attempt.hpp"
#include "events/memory_operations.hpp"
#include "events/registers.hpp"
#include "events/thread_operations.hpp"

#include <cstddef>
#include <vector>

namespace heddle::events {

/// The inputs that the actions of one location take. All of them see the same values, because one of them is executed.
class LocationInputs {
public:
  /// The next action begins with the first input.
  void rewind() { next_ = 0; }
  bool needsAnother() const { return next_ == indices_.size(); }
  void add(std::size_t index) { indices_.push_back(index); }
  std::size_t take() { return indices_[next_++]; }

private:
  std::vector<std::size_t> indices_; // into Thread::inputs
  std::size_t next_ = 0;
};

/// How much of an action is executed.
enum class Extent : std::uint8_t { Whole, UpToLastWait };

class SymbolicExecutor {
public:
  explicit SymbolicExecutor(ThreadContext &context)
      : context_(context), program_(context.program), registers_(context.cfa, context.pool()), memory_(context),
        memoryOperations_(context, registers_, memory_), threadOperations_(context, registers_, memory_) {}

  Registers &registers() { return registers_; }

  /// Executes an action of the location at which `state` is; `next`, a copy of it with the guard under which the action
  /// is attempted, becomes the state after it. What the guards read is kept in `state` for the other actions of the
  /// location, because all of them are attempted at the same moment.
  Attempt attempt(ThreadState &state, ThreadState &next, const program::Action &action, Extent extent,
                  LocationInputs &inputs);

private:
  void execute(ThreadState &state, const program::Instruction &instruction, Attempt &attempt, LocationInputs &inputs);
  void execute(ThreadState &state, const program::Havoc &havoc, LocationInputs &inputs);
  void execute(ThreadState &state, const program::Check &check);
  void execute(const ThreadState &state, const program::Fence &fence);
  void execute(ThreadState &state, const program::EndProgram &end);
  std::size_t addInput(const program::Havoc &havoc);
  program::ExprPool &pool() const { return context_.pool(); }

  ThreadContext &context_;
  UnwoundProgram &program_;
  Registers registers_;
  ThreadMemory memory_;
  MemoryOperations memoryOperations_;
  ThreadOperations threadOperations_;
};

} // namespace heddle::events
