// From a model and a total order of its nodes to a confirmed counterexample.
#pragma once

#include "engines/engine.hpp"
#include "engines/guided_execution.hpp"
#include "engines/symbolic/abstraction.hpp"

#include <vector>

namespace heddle::engines::symbolic {

/// Executes the model's nodes in the given order, up to and including `last`, and confirms the violation that is
/// reached. Without a violation, `deadlocked` are the threads that wait for ever.
Answer executeModel(const Context &context, Abstraction &abstraction, const std::vector<NodeId> &order, NodeId last,
                    const std::vector<events::ThreadId> &deadlocked);

/// The inputs, objects and threads of the model: those that are reached, or all (for paths without branches, of which
/// the model may determine only the first part).
enum class Planned : std::uint8_t { Reached, All };
ExecutionPlan planOf(Abstraction &abstraction, Planned planned);
/// Whether the model's execution takes the node's step to its end.
bool isTaken(Abstraction &abstraction, NodeId node);

} // namespace heddle::engines::symbolic
