// A state of the program between two steps.
//
// It holds exactly what decides what can happen from here on: of a thread the location where it rests and
// the registers that are live there (packed, see CfaCode), of memory the objects that are alive. So the
// byte string that `encode` makes is canonical: two executions that can no longer be told apart encode to
// the same string, and `decode` brings back all there is to know.
#pragma once

#include "interpreter/bytes.hpp"
#include "interpreter/memory.hpp"
#include "interpreter/races.hpp"
#include "program/program.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace heddle::interpreter {

enum class ThreadStatus : std::uint8_t {
  Unused,    // a free slot: never used, or its thread has ended and was joined or detached
  Active,    // can run, or waits
  Ended,     // waits to be joined
  Stopped,   // an assumption failed; it could have come last, so the others go on
  Undefined, // ran into undefined behaviour that is not checked
  Diverged,  // will never take a visible step again: it repeats a local state
  Exhausted, // was not followed any further: too much local work
};

struct Thread {
  ThreadStatus status = ThreadStatus::Unused;
  bool detached = false;
  std::uint16_t copyMask = 0; // uninitialised bytes on their way from a copying Load to its Store
  program::CfaId cfa = 0;
  program::LocationId location = 0;
  std::uint64_t result = 0; // Ended
  /// Stopped: operations of the action that it had done, the failed assumption included, and the action.
  std::uint32_t stoppedAfter = 0;
  program::ActionId stoppedIn = 0;
  std::vector<std::uint8_t> registers; // live ones, packed

  bool active() const { return status == ThreadStatus::Active; }
};

struct State {
  explicit State(const StaticLayout &layout) : memory(layout) {}

  Memory memory;
  std::vector<Thread> threads; // by slot
  std::optional<Races> races;  // if data races are looked for
  bool ended = false;          // EndProgram, or every thread has ended
};

} // namespace heddle::interpreter
