// Makes rest points independent of which action is enabled.
#pragma once

#include "program/program.hpp"

namespace heddle::transform {

/// Makes a local action visible if its thread may have to rest at its location anyway, because another action out of
/// the location is found to be disabled only after its first visible operation.
void alignRestPoints(program::Program &program);

} // namespace heddle::transform
