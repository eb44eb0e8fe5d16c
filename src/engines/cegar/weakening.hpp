// Switches that make the engine unsound, each for the tests that show why the rule is needed. No option sets them.
#pragma once

#include "engines/cegar/cegar.hpp"

namespace heddle::engines::cegar {

struct Weakening {
  bool noValiditySets = false; // persistent sets are not reconsidered after lazy pruning
  bool mayCloseLoops = false;  // a step that closes a loop may be the only one that is explored
  bool mayBeBlocked = false;   // no thread of a persistent set need be certainly enabled
};

Outcome runWeakened(const Context &context, const Options &options, const Weakening &weakening);

} // namespace heddle::engines::cegar
