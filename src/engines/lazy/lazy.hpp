// The engine `lazy`: lazy abstraction with interpolants. It proves programs for any number of loop iterations.
#pragma once

#include "engines/engine.hpp"
#include "engines/tree/search.hpp"

#include <cstdint>

namespace heddle::engines::lazy {

struct Options {
  enum class Reduction : std::uint8_t {
    Local,     // threads interleave at every access to shared memory
    Monotonic, // neighbouring independent steps are explored in one order only
  } reduction = Reduction::Monotonic;
  bool forceCover = true;
  enum class Interpolants : std::uint8_t {
    WeakestPreconditions,
    Facts
  } interpolants = Interpolants::WeakestPreconditions;
  enum class Search : std::uint8_t { Depth, Breadth, Switches } search = Search::Depth;
  tree::Options tree;

  OptionList list();
};

Outcome run(const Context &context, const Options &options);

extern const Engine engine;

} // namespace heddle::engines::lazy
