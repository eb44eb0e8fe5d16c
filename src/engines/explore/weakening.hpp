// Switches that make the engine unsound, for the tests of its check; no option sets them.
#pragma once

#include "engines/explore/explore.hpp"
#include "interpreter/explorer_mutation.hpp"

namespace heddle::engines::explore {

struct Weakening {
  interpreter::ExplorerMutator mutator{};
};

Outcome runWeakened(const Context &context, const Options &options, const Weakening &weakening);

} // namespace heddle::engines::explore
