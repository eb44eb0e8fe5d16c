// Random executions as an engine: finds violations quickly, proves nothing.
#pragma once

#include "engines/engine.hpp"

namespace heddle::engines::random {

Outcome run(const program::Program &program, const Options &options, Progress &progress);

} // namespace heddle::engines::random
