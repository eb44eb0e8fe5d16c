// What else a step of an execution could do with other inputs: take another branch, or not be stopped.
#pragma once

#include "engines/symbolic/goals.hpp"
#include "engines/trace/step_nodes.hpp"

#include <vector>

namespace heddle::engines::trace {

struct Alternative {
  std::size_t length; // how many actions of the step it has in common with the execution
  symbolic::Goal goal;
};

/// The alternatives of a step, or of main's first local work (`none`), that are not in `known`. The longest come first:
/// when a branch is tried, everything after it is known.
std::vector<Alternative> alternativesTo(std::size_t step, const std::vector<Actions> &known, const Execution &execution,
                                        const Paths &paths, const StepNodes &nodes,
                                        const events::UnwoundProgram &unwound);

} // namespace heddle::engines::trace
