// Why an execution ends in a violation: a few facts, each with its place in the source.
//
// Data race: both accesses, the locks held at each, the last synchronisation of the two threads, and the object's
// origin. Deadlock: what each thread holds and waits for, and the cycle. Invalid memory: allocation, release and use.
// Assertion and overflow: the values that decide it, and the last write of each. Misuse of a lock: its holder.
//
// The explanation is made from one more replay of the schedule, with a Journal as the observer.
#pragma once

#include "interpreter/limits.hpp"
#include "interpreter/races.hpp"
#include "interpreter/schedule.hpp"
#include "program/program.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heddle::interpreter {

/// One line of the explanation of a violation.
struct Fact {
  enum class Role : std::uint8_t {
    Access,     // one that races or is invalid, or an operation that misuses a lock
    Order,      // how two accesses are, or could have been, ordered
    Allocation, // of the object that is accessed, or its declaration
    Release,    // the end of that object's lifetime
    Value,      // a value on which the violation depends, and where it comes from
    Lock,       // a lock that is held, or was released
    Waiting,    // a thread that waits
    Cycle,      // threads that wait for each other
  };
  Role role = Role::Access;
  std::string text;               // "T1 writes counter"; the place follows, then `rest`
  std::optional<unsigned> thread; // the thread that it is about
  program::SourceSpan span;       // the user's line, if there is one: the call stack is that of its frame
  std::string rest{};             // ", holding no lock"
};
std::string_view name(Fact::Role role); // "access", …

struct Explanation {
  std::vector<Fact> facts;
  /// By step: whether it can matter for the violation. Empty: not known.
  std::vector<bool> relevant{};
};

/// Of the violation to which the schedule leads. Empty if it leads to none, or the execution is too long to be
/// recorded. Races that are passed over do not end the execution.
Explanation explain(const program::Program &program, const Schedule &schedule, const Limits &limits = {},
                    const RaceFilter &passesOver = {});

} // namespace heddle::interpreter
