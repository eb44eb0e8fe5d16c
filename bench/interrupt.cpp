// Whoever runs processes asks before each. The one that runs is in our process group, so that the terminal has
// interrupted it, too; its end may be seen before the handler has run (Run::interrupted).
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
