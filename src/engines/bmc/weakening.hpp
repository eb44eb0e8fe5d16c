// The engine with a defect, for tests only.
#pragma once

#include "engines/bmc/bmc.hpp"
#include "engines/symbolic/mutation.hpp"

namespace heddle::engines::bmc {

Outcome runMutated(const Context &context, const Options &options, const symbolic::Mutator &mutator);

} // namespace heddle::engines::bmc
