// What a lowered program depends on, in a few characters.
#pragma once

#include "frontend/compile.hpp"

#include <string>

namespace heddle::frontend {

/// The SHA-256 of everything that the lowering reads: the module and the options. Equal identities are equal programs,
/// with the same source positions, for one build of Heddle.
std::string identityOf(const CompiledModule &compiled, const Options &options);

} // namespace heddle::frontend
