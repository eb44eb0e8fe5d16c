// The setting in which one thread is executed symbolically. Internal to unwinding.
//
// Threads are executed one inside the other: a spawned thread is executed completely at the spawn of its creator. What
// they build together is the Unwinding; a ThreadContext is one thread's access to it.
#pragma once

#include "events/guards.hpp"
#include "events/memory_view.hpp"
#include "events/places.hpp"
#include "events/thread_state.hpp"
#include "events/unwind.hpp"

#include <string>
#include <vector>

namespace heddle::events {

/// Memory that a thread may have written. Regions are kept as well, because objects in them may be made later.
struct WrittenMemory {
  std::vector<ByteRange> ranges;
  analysis::RegionSet regions;
};

/// What the threads of one unwinding share.
struct Unwinding {
  UnwindFacts &facts;
  const UnwindOptions &options;
  support::Cancellation &cancellation;
  UnwoundProgram result;
  GuardFacts guards;
  std::vector<WrittenMemory> written = {{}}; // by thread
  bool cancelled = false;

  /// Adds a thread, of which `cfa`, `creator`, `created`, `guard` and `handle` are given, and its first node.
  ThreadId addThread(Thread thread);
};

/// Executes a thread that was added, from its entry to everything that `options` lets it reach. The view is its
/// creator's at the time of the creation; `argument` is null for main.
void unwindThread(Unwinding &unwinding, ThreadId thread, MemoryView view, Expr argument);

struct ThreadContext {
  ThreadContext(Unwinding &of, ThreadId id);

  Unwinding &unwinding;
  UnwoundProgram &program;        // the result
  const program::Program &source; // what is unwound
  ThreadId thread;
  program::CfaId cfaId;
  const program::Cfa &cfa;
  const UnwindFacts::CfaFacts &facts;
  const ExecutedThread *executed; // null: all actions are unwound

  program::ExprPool &pool() const { return *program.pool; }
  /// Not to be kept: spawning a thread moves it.
  Thread &self() const { return program.threads[thread]; }
  bool checks(program::Property property) const { return source.properties.contains(property); }

  /// Opens a node for the action that the state executes next.
  void openNode(ThreadState &state) const;
  /// Adds a node that is no step but a point in the order of the thread.
  NodeId addMark(Expr guard, std::size_t position) const;

  /// The thread stops for ever if `failure` holds. An atomic block that fails in this way never began.
  void stop(ThreadState &state, Expr failure) const;
  /// If the condition fails, the property is violated, or (if it is not checked) behaviour is undefined.
  void require(ThreadState &state, Expr condition, program::Property property) const;
  /// The state ends in a side exit that no greater depth avoids.
  void takeSideExit(ThreadState &state, const std::string &message, program::SourceSpan span) const;
  /// The thread may write anything in the regions.
  void forget(ThreadState &state, const analysis::RegionSet &regions) const;
};

} // namespace heddle::events
