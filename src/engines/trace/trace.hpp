// Concurrent trace programs: concrete executions, each checked and pruned with symbolically.
#pragma once

#include "engines/engine.hpp"

namespace heddle::engines::trace {

Outcome run(const program::Program &program, const Options &options, Progress &progress);

} // namespace heddle::engines::trace
