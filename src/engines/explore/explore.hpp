// The explorer as an engine: every interleaving and every input, state by state.
#pragma once

#include "engines/engine.hpp"

#include <cstdint>

namespace heddle::engines::explore {

struct Options {
  std::uint64_t inputValues = 256; // values of an input that are tried
  std::uint64_t maxStates = UINT64_MAX;
  enum class Reduction : std::uint8_t {
    None,
    Sleep,      // sleep sets: no two interleavings that differ in the order of independent steps
    Persistent, // persistent sets: only threads that the others do not depend on
    Both,
  } reduction = Reduction::None;

  OptionList list();
};

Outcome run(const Context &context, const Options &options);

extern const Engine engine;

} // namespace heddle::engines::explore
