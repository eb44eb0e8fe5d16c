// From a model and a total order to a schedule that the interpreter has followed.
#pragma once

#include "engines/bmc/abstraction.hpp"
#include "engines/engine.hpp"

#include <vector>

namespace heddle::engines::bmc {

/// Executes the model's nodes in the given order, up to and including `last`. False with the violation that is
/// reached; if none is reached, Unknown with an internal error. `deadlocked` are threads that wait for ever
/// then.
Outcome follow(const program::Program &program, Abstraction &abstraction, const std::vector<NodeId> &order, NodeId last,
               const std::vector<events::ThreadId> &deadlocked, const Options &options);

} // namespace heddle::engines::bmc
