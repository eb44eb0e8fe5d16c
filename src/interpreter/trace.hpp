// The record of one execution, for people: the output of the interpreter and the input of reports.
#pragma once

#include "interpreter/schedule.hpp"
#include "program/program.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heddle::interpreter {

/// One line of a report: an event of interest to the user (a shared access, a lock, the start or end of a thread, an
/// input). Local assignments to C variables are included with `local` set; reports may leave them out.
struct TraceEvent {
  unsigned step = 0;        // index into Schedule::steps of the step it belongs to
  unsigned thread = 0;      // index, 0 is main
  program::SourceSpan span; // the user's line (never a runtime file's)
  std::string text;         // "x = 1", "read x → 0", "lock m", "start worker (T1)", "input __VERIFIER_nondet_int → 5"
  bool local = false;
};

enum class Ending : std::uint8_t {
  Running,   // the schedule or the step limit ended before the program
  Finished,  // the program ended
  Violation, // `violation` says which
  Deadlock,  // every thread that has not terminated is blocked
  Cut,       // an assumption failed, or undefined behaviour that is not checked
  Halted,    // a Halt: unsupported construct or bound
};

struct Violation {
  program::Property property;
  std::string message; // "assertion `x == 2` fails", "x is written by T1 at a.c:3 and read by T2 at a.c:9 …"
  program::SourceSpan span;
  unsigned thread = 0;
  std::vector<std::string> clauses{}; // of a deadlock's message, one for each waiting thread
  /// Of a race: an access. Of a deadlock: where a thread waits.
  struct Participant {
    program::SourceSpan span; // the place of the instruction, in a library model perhaps
    bool writes = false;
  };
  std::vector<Participant> participants{};
  std::string variable{}; // of a race: "stats.hits"
};

struct ThreadInfo {
  std::string name; // "main", "worker"
};

struct Trace {
  std::vector<ThreadInfo> threads; // by index
  std::vector<TraceEvent> events;
  Ending ending = Ending::Running;
  std::string endingText;             // for people: why the execution ended, which threads wait for what and where
  std::optional<Violation> violation; // for Ending::Violation (a deadlock under no-deadlock is one too)
  std::vector<program::Warning> warnings;
  Schedule schedule; // what was executed: replaying it gives the same trace
  /// That threads wait for ever is what the schedule says; it was neither confirmed nor refuted.
  bool isUnconfirmed = false;
  /// There was no choice, neither of a thread nor of an input: the program has no other execution.
  bool deterministic = false;
  /// It ended because it would have needed more threads than the limit allows.
  bool needsMoreThreads = false;
};

} // namespace heddle::interpreter
