// The operations on threads: Spawn, Join, Detach, EndThread. Internal to unwinding.
#pragma once

#include "events/attempt.hpp"
#include "events/registers.hpp"
#include "events/thread_memory.hpp"

#include <vector>

namespace heddle::events {

class ThreadOperations {
public:
  ThreadOperations(ThreadContext &context, Registers &registers, ThreadMemory &memory)
      : context_(context), program_(context.program), registers_(registers), memory_(memory) {}

  void execute(ThreadState &state, const program::Spawn &spawn, program::SourceSpan span);
  void execute(ThreadState &state, const program::Detach &detach, program::SourceSpan span);
  void execute(ThreadState &state, const program::EndThread &end, program::SourceSpan span);
  /// Waits for the end of a thread.
  void join(ThreadState &state, Attempt &attempt, const program::Join &join, program::SourceSpan span);

private:
  std::size_t countChildren() const;
  unsigned newHandle(const ThreadState &state) const;
  Expr handleOf(ThreadId thread, unsigned width) const;
  std::vector<Child> candidatesOf(const ThreadState &state, Expr handle) const;
  bool isDescendant(ThreadId thread, ThreadId ancestor) const;
  Expr readJoinability(ThreadState &state, ThreadId thread, bool isAttempt);
  void endJoinability(ThreadState &state, ThreadId thread, Expr condition);
  void forgetWritesOf(ThreadState &state, ThreadId thread);
  void endStack(ThreadState &state, ThreadId thread);
  program::ExprPool &pool() const { return context_.pool(); }

  ThreadContext &context_;
  UnwoundProgram &program_;
  Registers &registers_;
  ThreadMemory &memory_;
};

} // namespace heddle::events
