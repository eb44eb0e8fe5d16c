// Counterexample-guided abstraction refinement with abstraction-aware partial-order reduction.
#pragma once

#include "engines/engine.hpp"

namespace heddle::engines::cegar {

Outcome run(const program::Program &program, const Options &options, Progress &progress);

} // namespace heddle::engines::cegar
