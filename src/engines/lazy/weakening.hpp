// Switches that make the engine unsound. Each omits one rule, for the tests that show that the rule is needed; no
// option sets them.
#pragma once

#include "engines/lazy/lazy.hpp"
#include "engines/tree/mutation.hpp"

namespace heddle::engines::lazy {

struct Weakening {
  bool noCoverExpansion = false; // a covering node need not expand the threads that the covered one would have
  tree::Mutator mutator{};
};

Outcome runWeakened(const Context &context, const Options &options, const Weakening &weakening);

} // namespace heddle::engines::lazy
