// What reports for browsers and other programs show of an event besides its text: the variables and their values, and
// the earlier events that it follows from.
//
// Engines make many traces and few reports, so the details are made from one more replay of the schedule.
#pragma once

#include "interpreter/limits.hpp"
#include "interpreter/races.hpp"
#include "interpreter/schedule.hpp"
#include "program/program.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::interpreter {

/// A variable that an event reads or changes. A lock changes when it is taken or freed.
struct EventAccess {
  std::string variable;
  std::string value; // "3", "held by T1"
  ByteRange range{}; // of nullObject: a variable of the thread that is not in memory
  bool isRead = false;
};

/// An earlier event from which an event follows.
struct EventOrigin {
  enum class Kind : std::uint8_t {
    Write,  // of a value that is read
    Unlock, // of a lock that is taken
    Signal, // of a condition, semaphore or barrier that ends a wait
    Start,  // of the thread
    End,    // of a thread that is joined
  };
  Kind kind;
  std::size_t event; // index into Trace::events
};
std::string_view name(EventOrigin::Kind kind); // "write", …

struct EventDetails {
  std::vector<EventAccess> accesses{};
  std::vector<EventOrigin> origins{};
};

/// By event of the trace that the schedule has. Empty if it cannot be replayed.
std::vector<EventDetails> traceDetails(const program::Program &program, const Schedule &schedule,
                                       const Limits &limits = {}, const RaceFilter &passesOver = {});

} // namespace heddle::interpreter
