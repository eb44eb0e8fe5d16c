// Ctrl-C in the middle of hours of work: what is known by then should still be printed.
#pragma once

namespace heddle::bench {

/// From now on the first interrupt (or SIGTERM) is only noted; a second one ends the process.
void noteInterrupts();
bool wasInterrupted();

} // namespace heddle::bench
