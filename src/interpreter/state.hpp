// A state of the program between two steps.
//
// It holds exactly what determines the possible continuations: of each thread, the location at which it rests and the
// registers that are live there (packed, see CfaCode); of memory, the live objects. Hence the byte string that `encode`
// returns is canonical: states with the same continuations have, as far as these rules can tell, the same encoding, and
// `decode` restores the state completely.
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
  Unused,    // a free slot: never used, or its thread has terminated and was joined or detached
  Active,    // can run, or waits
  Ended,     // terminated, not joined yet; or detached, and its slot is not reused
  Stopped,   // an assumption failed; the failure commutes with later steps, so the other threads continue
  Undefined, // encountered undefined behaviour that is not checked
  Diverged,  // repeats a local state for ever
  Exhausted, // not followed any further: too much local work
};

struct Thread {
  ThreadStatus status = ThreadStatus::Unused;
  bool detached = false;
  std::uint16_t copyMask = 0; // the uninitialised bytes between a copying Load and its Store
  program::CfaId cfa = 0;
  program::LocationId location = 0;
  std::uint64_t result = 0; // Ended
  /// Stopped: the number of operations executed in the last action, including the failed assumption, and the action.
  std::uint32_t stoppedAfter = 0;
  program::ActionId stoppedIn = 0;
  std::vector<std::uint8_t> registers; // live ones, packed

  bool active() const { return status == ThreadStatus::Active; }
};

struct State {
  explicit State(const StaticLayout &layout) : memory(layout) {}

  Memory memory;
  std::vector<Thread> threads; // by slot
  std::optional<Races> races;  // if data races are checked
  bool ended = false;          // EndProgram, or every thread has terminated
};

} // namespace heddle::interpreter
