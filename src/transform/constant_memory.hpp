// Constant folding of memory that is never written.
#pragma once

#include "program/program.hpp"

namespace heddle::transform {

/// Replaces Loads from a constant address whose bytes no thread can change by assignments of the initial value: tables,
/// configuration flags, the type of a mutex with default attributes. Returns whether there were any.
bool foldConstantMemory(program::Program &program);

} // namespace heddle::transform
