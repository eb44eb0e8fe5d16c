// Forward substitution within one action.
#pragma once

#include "program/program.hpp"

#include <vector>

namespace heddle::transform {

/// Replaces registers by the expressions assigned to them earlier in the action, and removes conditions that are then
/// known to hold. Returns false if a Guard is known to fail: the action is never enabled.
bool propagateWithin(std::vector<program::Instruction> &instructions, program::ExprPool &pool);

/// Whether the operation is a Guard, Assume or Check whose condition is the constant true.
bool alwaysHolds(const program::Operation &operation);

} // namespace heddle::transform
