// The symbolic state of one thread at one location. Internal to unwinding.
#pragma once

#include "events/memory_view.hpp"
#include "events/unwound_program.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace heddle::events {

/// The values with which an iteration of a loop began.
struct LoopStart {
  std::vector<Expr> registers;
  MemoryView view;
};

/// The progress of a state through one of the loops around its location.
struct LoopPosition {
  std::size_t loop = 0;
  unsigned iteration = 0;
  unsigned counted = 0;     // iterations that count against the depth
  bool decidedExit = false; // in this iteration, a counted exit was certainly not taken…
  bool openExit = false;    // …and some exit may have been taken
  bool effects = false;     // this iteration has done something that other threads can notice
  std::shared_ptr<const LoopStart> start;
};

/// An access made in the node that is still open. No other thread runs in between, so its value is still current.
struct CachedAccess {
  std::uint64_t address;
  unsigned size;
  Expr value;
  Expr guard; // under which the access was made
  bool operator==(const CachedAccess &) const = default;
};

/// A thread that was started and, as far as its creator knows, has not been joined.
struct Child {
  unsigned handle;
  ThreadId thread;
  Expr available; // it can still be joined, on the path that was taken
};

struct ThreadState {
  program::LocationId location = 0;
  Expr guard = nullptr;
  std::vector<Expr> registers; // those that are live at the location
  MemoryView view;
  NodeId node = 0;
  bool open = false;       // the node's action or atomic block has not ended
  bool wrote = false;      // since the node was opened
  bool inBlock = false;    // the action is a part of an atomic block
  bool attempting = false; // the guards of a visible action are being evaluated: see MemoryEvent::isAttempt
  std::vector<CachedAccess> cache;
  std::vector<LoopPosition> loops; // around the location, outermost first; empty when an execution is followed
  std::vector<Child> children;
  std::size_t position = 0; // in the path, when an execution is followed

  /// An operation is executed that other threads can notice.
  void noteEffect();
  /// The node has ended: what it accessed may change from now on.
  void closeNode();
  /// The thread can no longer be joined if the condition holds.
  void withdrawChild(program::ExprPool &pool, ThreadId thread, Expr condition);
};

/// Merges two states of one instance of a location; values that differ become case distinctions over the guards.
void merge(UnwoundProgram &program, ThreadState &into, ThreadState &&other);

} // namespace heddle::events
