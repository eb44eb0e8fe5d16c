// From a model and a total order to a schedule that the interpreter has followed.
#pragma once

#include "engines/engine.hpp"
#include "engines/follower.hpp"
#include "engines/symbolic/abstraction.hpp"

#include <string>
#include <vector>

namespace heddle::engines::symbolic {

/// Executes the model's nodes in the given order, up to and including `last`. False with the violation that is
/// reached; if none is reached, Unknown with an internal error. `deadlocked` are threads that wait for ever
/// then.
Outcome follow(Abstraction &abstraction, const std::vector<NodeId> &order, NodeId last,
               const std::vector<events::ThreadId> &deadlocked, const Options &options, const std::string &engine);

/// What the model says about inputs, and about objects and threads that are made: those that are reached, or (for paths
/// without branches, of which the model may know only the beginning) all.
enum class Planned : std::uint8_t { Reached, All };
ExecutionPlan planOf(Abstraction &abstraction, Planned planned);
/// Whether the model's execution takes the node's step to its end.
bool isTaken(Abstraction &abstraction, NodeId node);

} // namespace heddle::engines::symbolic
