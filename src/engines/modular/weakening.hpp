// Switches that make the engine unsound, for tests that show why a rule is needed. No option reaches them.
#pragma once

#include "engines/modular/modular.hpp"
#include "engines/modular/mutation.hpp"

namespace heddle::engines::modular {

Outcome runMutant(const Context &context, const Options &options, Mutation mutation);

} // namespace heddle::engines::modular
