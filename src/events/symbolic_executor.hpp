// Symbolic execution of the actions of one thread: a state in, a state out, events appended to the unwound program.
// Internal to unwinding.
#pragma once

#include "events/attempt.hpp"
#include "events/memory_operations.hpp"
#include "events/registers.hpp"
#include "events/thread_operations.hpp"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace heddle::events {

/// The inputs that the actions of one location take. They share inputs, because one of them is executed; but only
/// inputs with the same range, since the range is a constraint on the input's value.
class LocationInputs {
public:
  struct Range {
    unsigned width;
    program::Bits low;
    program::Bits high;
    bool operator==(const Range &) const = default;
  };

  /// The next action begins with the first input.
  void rewind() { next_ = 0; }
  /// The next input with the range that another action has taken, if there is one. Inputs are taken in their order.
  std::optional<std::size_t> take(const Range &range) {
    while (next_ < inputs_.size())
      if (const auto &[known, index] = inputs_[next_++]; known == range)
        return index;
    return std::nullopt;
  }
  void add(const Range &range, std::size_t index) {
    inputs_.emplace_back(range, index);
    next_ = inputs_.size();
  }

private:
  std::vector<std::pair<Range, std::size_t>> inputs_; // with the index into Thread::inputs
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
  bool isUnchanged_ = true; // the action has not changed memory so far
  ThreadOperations threadOperations_;
};

} // namespace heddle::events
