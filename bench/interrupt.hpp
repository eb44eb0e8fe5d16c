// Ctrl-C during a long measurement: the results so far are still printed.
#pragma once

namespace heddle::bench {

/// After this call the first interrupt (or SIGTERM) is only recorded; a second one ends the process.
void noteInterrupts();
bool wasInterrupted();

} // namespace heddle::bench
