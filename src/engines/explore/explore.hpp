// The engine `explore`: explicit-state exploration of every interleaving and every input.
#pragma once

#include "engines/engine.hpp"

#include <cstdint>

namespace heddle::engines::explore {

struct Options {
  std::uint64_t inputValues = 256; // values of an input that are explored
  std::uint64_t maxStates = UINT64_MAX;
  enum class Reduction : std::uint8_t {
    None,
    Sleep,      // sleep sets: one order of independent steps
    Persistent, // persistent sets: only threads on whose next steps the others do not depend
    Both,
  } reduction = Reduction::None;
  bool checkProof = false; // by a second exploration

  OptionList list();
};

Outcome run(const Context &context, const Options &options);

extern const Engine engine;

} // namespace heddle::engines::explore
