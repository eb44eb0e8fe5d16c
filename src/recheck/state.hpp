// A state between two steps, as plain data.
//
// It holds what determines the continuations: registers that are not live where their thread rests are removed, as are
// the registers of threads that will not run again. Two states are the same if their encodings are.
#pragma once

#include "program/program.hpp"
#include "recheck/knowledge.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace heddle::recheck {

using program::Bits;
using program::ObjectId;
using program::RegisterId;

using Registers = std::map<RegisterId, Bits>; // a missing register is zero

/// A variable, or a dynamic object that is alive.
struct Object {
  std::string bytes;
  std::string unknown; // for each byte, 1 if it is not initialised; empty if all are initialised
  program::Storage storage = program::Storage::Heap; // of a dynamic object
  unsigned owner = 0;                                // Stack, ThreadLocal: the slot of its thread
  program::SiteId site = 0;                          // of a dynamic object

  bool isUnknown(std::uint64_t offset) const { return !unknown.empty() && unknown[offset] != 0; }
};

enum class Status : std::uint8_t {
  Active,
  Ended,     // terminated, may still be joined unless it is detached
  Stopped,   // an assumption failed
  Undefined, // met undefined behaviour that is not checked
  Diverged,  // repeats a local state for ever
};

struct Thread {
  Status status = Status::Active;
  bool detached = false;
  std::uint16_t copied = 0; // the bytes that are not initialised, between a copying Load and its Store
  program::CfaId cfa = 0;
  program::LocationId location = 0;
  Bits result = 0; // Ended
  Registers registers;
};

struct State {
  std::map<ObjectId, Object> objects; // variables and dynamic objects
  std::map<unsigned, Thread> threads; // by slot; a slot without a thread is free
  Knowledge knowledge;                // if data races are checked
  bool ended = false;
};

std::string encode(const State &state);

} // namespace heddle::recheck
