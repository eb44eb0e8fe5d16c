// Where a thread may stay for ever: it waits, it has ended, or it has stopped.
//
// A state of the program is *quiescent* if every thread is at such a point, and each that waits cannot run
// (quiescence.hpp). What is known of shared memory at the point holds in that state: the knowledge of a thread is
// closed under the stores of others. A thread that waits for a signal has tested a condition under a lock before; what
// it knew of memory when it began to wait still holds if no signal was lost (lost_signals.hpp).
#pragma once

#include "engines/modular/runs.hpp"
#include "engines/modular/waits.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace heddle::engines::modular {

/// What the thread knew under the lock when it began to wait for a signal.
struct Condition {
  Cell lock;
  std::map<Cell, Interval> cells; // that the lock protects
};

/// Bounds of what registers hold.
using Registers = std::map<program::RegisterId, Interval>;
Registers registersIn(const State &state);

struct RestingPoint {
  enum class Kind : std::uint8_t { Wait, End, Stop };
  Kind kind = Kind::Wait;
  program::CfaId cfa = 0;
  program::LocationId location = 0; // End: the exit
  bool isAlone = false;             // main, and no other thread runs
  bool isFirst = false;             // main, which has not started threads
  Held held;
  std::map<Cell, Interval> contents; // of shared memory, as long as the thread is there
  Registers registers;
  program::SourceSpan span;
  // Of a wait:
  std::map<Cell, Bits> awaited;       // it ends as soon as one of the cells has another content
  Wait wait;                          // for a lock or a join
  std::optional<Cell> signals;        // a condition variable
  std::optional<Condition> condition; // with signals
  std::optional<Cell> barrier;
};

/// The points of all threads; the text says why they cannot be found.
struct RestingPoints {
  std::vector<RestingPoint> all;
  std::string obstacle;
};
RestingPoints restingPointsOf(const program::Program &program, Fixpoint &fixpoint, const Runs &runs);

} // namespace heddle::engines::modular
