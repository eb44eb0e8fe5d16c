// Where threads rest does not depend on which of their actions is enabled.
#pragma once

#include "program/program.hpp"

namespace heddle::transform {

/// Makes a local action visible if its thread may have to rest at its location anyway, because another action from
/// there is found disabled only behind its first visible operation.
void alignRestPoints(program::Program &program);

} // namespace heddle::transform
