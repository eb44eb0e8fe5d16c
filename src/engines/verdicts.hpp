// How engines say what they know, so that all say it in the same words.
#pragma once

#include "engines/engine.hpp"

namespace heddle::engines {

/// True; or Unknown, if the program comes with a warning that stands against every proof.
Outcome proved(const program::Program &program);

/// Why work was stopped; `otherwise` if nobody asked for it.
std::string stopReason(const support::Cancellation &cancellation, const std::string &otherwise);

} // namespace heddle::engines
