// Memory that nobody ever writes is as good as a constant.
#pragma once

#include "program/program.hpp"

namespace heddle::transform {

/// Loads from a fixed place whose bytes no thread can change become assignments of the initial value: tables,
/// flags of a configuration, and the kind of a mutex that was never given one. Whether any did.
bool foldConstantMemory(program::Program &program);

} // namespace heddle::transform
