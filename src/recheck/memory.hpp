// What addresses denote in a state, and what pointers to objects there are.
#pragma once

#include "recheck/state.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace heddle::recheck {

struct Place {
  ObjectId object = program::nullObject;
  std::uint64_t offset = 0;
  bool constant = false; // a constant of the program, which is not part of states
};

/// The state before main's first action.
State initialState(const program::Program &program);

/// Where an access of `size` bytes goes; none if it is undefined.
std::optional<Place> find(const program::Program &program, const State &state, Bits pointer, std::uint64_t size,
                          bool write);

Bits read(const program::Program &program, const State &state, const Place &place, unsigned size);
/// Bit i: byte i is not initialised.
std::uint32_t unknownBytes(const State &state, const Place &place, unsigned size);
/// Bytes whose bit is set in `unknown` become uninitialised.
void write(State &state, const Place &place, unsigned size, Bits value, std::uint32_t unknown);

/// Whether any word of the state could be a pointer into the object.
bool mentions(const program::Program &program, const State &state, ObjectId object);

/// A heap object to which no pointer is left, if there is one, when the program ends in a step of this thread.
std::optional<ObjectId> lostObject(const program::Program &program, const State &state, unsigned running);

} // namespace heddle::recheck
