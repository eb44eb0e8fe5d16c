// Switches that make the engine unsound. Each omits one rule, for the tests that show that the rule is needed; no
// option sets them.
#pragma once

#include "engines/cegar/cegar.hpp"
#include "engines/tree/mutation.hpp"

namespace heddle::engines::cegar {

struct Weakening {
  bool noValiditySets = false; // persistent sets are not reconsidered after lazy pruning
  bool mayCloseLoops = false;  // a persistent set may consist of steps that close loops
  bool mayBeBlocked = false;   // no thread of a persistent set need be certainly enabled
  tree::Mutator mutator{};
};

Outcome runWeakened(const Context &context, const Options &options, const Weakening &weakening);

} // namespace heddle::engines::cegar
