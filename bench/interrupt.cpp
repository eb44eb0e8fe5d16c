// Benchmarks check for an interrupt before they start a process. A running child is in the same process group, so that
// the terminal interrupts it, too; its end may be noticed before the handler has run (Run::interrupted).
#include "interrupt.hpp"

#include <atomic>
#include <csignal>

namespace heddle::bench {

namespace {

std::atomic<bool> interrupted = false; // lock-free, as a handler needs it, and read by threads

} // namespace

void noteInterrupts() {
  struct sigaction action = {};
  action.sa_handler = [](int) { interrupted = true; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool wasInterrupted() { return interrupted; }

} // namespace heddle::bench
