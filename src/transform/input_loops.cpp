// Local work between two visible operations is one step. Hence `while (nondet()) n++;` would be one unbounded step
// with infinitely many sequences of inputs, although it visits few states. An input on a cycle of local actions
// therefore becomes visible: threads rest before it, and each round is a step.
#include "transform/input_loops.hpp"

#include "analysis/strong_components.hpp"

namespace heddle::transform {

using namespace program;

void markInputsInLoops(Program &program) {
  for (Cfa &cfa : program.cfas) {
    const analysis::StrongComponents components(cfa, [](const Action &action) { return !isVisible(action); });
    for (Action &action : cfa.actions) {
      const bool onLocalCycle = !isVisible(action) && components.of(action.from) == components.of(action.to);
      if (!onLocalCycle)
        continue;
      for (Instruction &instruction : action.instructions)
        if (auto *input = std::get_if<Havoc>(&instruction.operation))
          input->visible = true;
    }
  }
}

} // namespace heddle::transform
