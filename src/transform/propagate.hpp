// Forward substitution within one action.
#pragma once

#include "program/program.hpp"

#include <vector>

namespace heddle::transform {

/// Replaces registers by what the line has assigned to them, and drops conditions that are now known to
/// hold. Returns false if a Guard is known to fail: the action is never enabled.
bool propagateWithin(std::vector<program::Instruction> &instructions, program::ExprPool &pool);

/// Whether the condition of a Guard, Assume or Check is the constant true, so that it does nothing.
bool alwaysHolds(const program::Operation &operation);

} // namespace heddle::transform
