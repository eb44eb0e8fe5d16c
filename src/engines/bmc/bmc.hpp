// Bounded model checking with scheduling-constraint abstraction refinement.
#pragma once

#include "engines/engine.hpp"

namespace heddle::engines::bmc {

Outcome run(const program::Program &program, const Options &options, Progress &progress);

} // namespace heddle::engines::bmc
