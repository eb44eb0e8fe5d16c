// Ctrl-C during a long measurement: the results so far are still printed.
#pragma once

#include "support/cancellation.hpp"

namespace heddle::bench {

/// Requested by Ctrl-C and SIGTERM once noteInterrupts has been called.
support::Cancellation &interrupt();

/// After this call the first interrupt (or SIGTERM) is only recorded; a second one ends the process.
void noteInterrupts();
bool wasInterrupted();

} // namespace heddle::bench
