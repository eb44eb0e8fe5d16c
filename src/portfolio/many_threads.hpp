// Whether a program may start more threads than an engine that keeps each of them apart can follow.
#pragma once

#include "program/program.hpp"

namespace heddle::portfolio {

/// Whether threads are started in a loop without a bound, or with a large one, or by threads of which this is true.
bool mayStartManyThreads(const program::Program &program);

} // namespace heddle::portfolio
