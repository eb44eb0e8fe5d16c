// A second exploration of a program, to check the claim that no execution violates its properties.
//
// This folder is a second implementation of the semantics of programs, written from the headers of src/program and
// independent of src/interpreter: it shares no code with it but program::apply, the definition of operators, which the
// interpreter uses only for wide and floating-point values. It is written to be read, not to be fast. Expressions are
// evaluated as trees, registers and objects are maps, states are compared as a whole, there is no partial-order
// reduction, no points-to analysis and no vector clock, and states are visited depth-first, from the last thread and
// the highest input to the first. A defect of the interpreter, of its encoding of states, of a reduction or of the
// search is therefore unlikely to be repeated here.
//
// Like the proof checker it takes three things from the model: that accesses marked as local conflict with no other
// thread (program::Access::shared), that local work commutes with the steps of other threads, and that no verdict
// depends on which free id a new object has.
#pragma once

#include "program/program.hpp"
#include "support/cancellation.hpp"

#include <cstdint>
#include <string>

namespace heddle::recheck {

struct Options {
  std::uint64_t inputValues = 256; // an input with more values is not followed
  unsigned maxThreads = 64;
};

struct Result {
  enum class Kind : std::uint8_t {
    Holds,       // all states were visited, and none violates a property
    Refuted,     // an execution violates a property or cannot be followed: `text` says how
    NotModelled, // something was met that is not followed here: `text` names it
    Cancelled,
  };
  Kind kind = Kind::Holds;
  std::string text = {};
  std::uint64_t states = 0;
};

Result explore(const program::Program &program, const Options &options, support::Cancellation &cancellation);

} // namespace heddle::recheck
