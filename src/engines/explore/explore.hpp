// The explorer as an engine: every interleaving and every input, state by state.
#pragma once

#include "engines/engine.hpp"

namespace heddle::engines::explore {

Outcome run(const program::Program &program, const Options &options, Progress &progress);

} // namespace heddle::engines::explore
