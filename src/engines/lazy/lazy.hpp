// Lazy abstraction with interpolants as an engine: proves programs whatever their loops do.
#pragma once

#include "engines/engine.hpp"

namespace heddle::engines::lazy {

Outcome run(const program::Program &program, const Options &options, Progress &progress);

} // namespace heddle::engines::lazy
