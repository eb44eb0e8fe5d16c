#include "analysis/quiet_round.hpp"

#include <algorithm>

namespace heddle::analysis {

namespace {

/// Everything but looking at memory and computing.
bool hasEffect(const program::Operation &operation) {
  return !(std::holds_alternative<program::Assign>(operation) || std::holds_alternative<program::Load>(operation) ||
           std::holds_alternative<program::Guard>(operation) || std::holds_alternative<program::Assume>(operation) ||
           std::holds_alternative<program::Check>(operation) ||
           std::holds_alternative<program::AtomicBegin>(operation) || std::holds_alternative<program::Sync>(operation));
}

} // namespace

bool onlyLooks(const program::Action &action, const std::vector<program::RegisterId> &registers) {
  return std::none_of(action.steps.begin(), action.steps.end(), [&](const program::Step &step) {
    const program::RegisterId written = program::writtenRegister(step.operation);
    return hasEffect(step.operation) || (written != program::noRegister &&
                                         std::find(registers.begin(), registers.end(), written) != registers.end());
  });
}

} // namespace heddle::analysis
