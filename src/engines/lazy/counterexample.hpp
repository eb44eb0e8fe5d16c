// From a path of the tree to an execution of the interpreter.
#pragma once

#include "engines/engine.hpp"
#include "engines/lazy/impact.hpp"

namespace heddle::engines::lazy {

/// The verdict on the error that the search has found.
Outcome follow(const program::Program &program, Impact &impact, const Options &options);

} // namespace heddle::engines::lazy
