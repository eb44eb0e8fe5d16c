// Counterexample-guided abstraction refinement with abstraction-aware partial-order reduction.
#pragma once

#include "engines/engine.hpp"
#include "engines/tree/search.hpp"

#include <cstdint>

namespace heddle::engines::cegar {

struct Options {
  enum class Domain : std::uint8_t {
    Explicit,  // values of tracked variables
    Cartesian, // predicates, each true, false or unknown
    Boolean,   // predicates, in any combination
    Product,   // explicit values, and Cartesian predicates where values do not suffice
  } domain = Domain::Product;
  unsigned values = 4;         // of an unknown that are distinguished; with more, it stays unknown
  bool localPrecision = false; // one precision for each control location instead of a common one
  enum class Search : std::uint8_t {
    Breadth,
    Depth,
    Mixed, // the newest and the oldest node in turn
    ErrorDistance,
  } search = Search::Mixed;
  enum class Refinement : std::uint8_t {
    Sequence, // interpolants of the whole path
    Backward, // interpolants of its shortest infeasible suffix
    Core,     // explicit values: a minimal set of variables that refutes the path
  } refinement = Refinement::Sequence;
  bool lazyPruning = true; // keep the nodes that the refinement does not concern
  enum class Reduction : std::uint8_t {
    None,
    Persistent, // persistent sets of threads
    Aware,      // the same, ignoring dependences through memory that the precision does not track
  } reduction = Reduction::Aware;
  bool readsCommute = true;
  bool largeBlocks = true; // false: threads interleave after every operation
  tree::Options tree;

  OptionList list();
  Preparation preparation() const { return {.largeBlocks = largeBlocks}; }
};

Outcome run(const Context &context, const Options &options);

extern const Engine engine;

} // namespace heddle::engines::cegar
