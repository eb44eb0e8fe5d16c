// The interrupt of a benchmark is passed on to the process that runs: it has a process group of its own, which the
// terminal does not interrupt.
#include "interrupt.hpp"

#include <csignal>

namespace heddle::bench {

support::Cancellation &interrupt() {
  static support::Cancellation request;
  return request;
}

void noteInterrupts() {
  interrupt(); // a handler must not be the first to construct it
  struct sigaction action = {};
  action.sa_handler = [](int) { interrupt().request(support::StopReason::Interrupted); };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool wasInterrupted() { return interrupt().reason() != support::StopReason::None; }

} // namespace heddle::bench
