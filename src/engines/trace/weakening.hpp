// The engine with a defect, for tests only.
#pragma once

#include "engines/trace/mutation.hpp"
#include "engines/trace/trace.hpp"

namespace heddle::engines::trace {

Outcome runMutated(const Context &context, const Options &options, const Mutator &mutator);

} // namespace heddle::engines::trace
