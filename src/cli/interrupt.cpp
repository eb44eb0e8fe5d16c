// Signal handlers may only use lock-free atomics and a few functions such as write and _exit, so the last words are
// prepared in advance. The time limit is a signal too (SIGALRM), handled by the same mechanism. It is repeated every
// two seconds, in case an engine does not react to its cancellation.
#include "cli/interrupt.hpp"

#include "cli/exit_codes.hpp"

#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstring>

namespace heddle::cli {

namespace {

using support::Cancellation;
using support::StopReason;

// Signal handlers take no user data, so this state must be global.
LastWords lastWords;
std::atomic<Cancellation *> cooperating{nullptr};
std::atomic<bool> asked{false};
static_assert(std::atomic<Cancellation *>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

void writeAll(int descriptor, const char *text, std::size_t size) {
  while (size > 0) {
    const ssize_t written = write(descriptor, text, size);
    if (written <= 0)
      return;
    text += written;
    size -= static_cast<std::size_t>(written);
  }
}

[[noreturn]] void endNow(const std::string &words) {
  if (isatty(STDERR_FILENO) == 1)
    writeAll(STDERR_FILENO, "\r\033[K", 4);
  writeAll(STDOUT_FILENO, words.data(), words.size());
  _exit(exitUnknown);
}

void onStop(int signal) {
  const StopReason reason = signal == SIGALRM ? StopReason::Timeout : StopReason::Interrupted;
  Cancellation *cancellation = cooperating.load();
  if (cancellation != nullptr && !asked.exchange(true)) {
    cancellation->request(reason);
    return;
  }
  // After Ctrl-C, the time limit does not end the process: the user may be waiting for the answer of the engine.
  if (cancellation != nullptr && signal == SIGALRM && cancellation->reason() == StopReason::Interrupted)
    return;
  endNow(signal == SIGALRM ? lastWords.timeout : lastWords.interrupted);
}

void install(int signal, void (*handler)(int), int flags) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

void onCrash(int signal) {
  constexpr char text[] = "heddle: error: internal: Heddle crashed; please report this with the input\n";
  writeAll(STDERR_FILENO, text, std::strlen(text));
  static_cast<void>(signal);
  _exit(exitInternal);
}

std::chrono::steady_clock::time_point processStart = std::chrono::steady_clock::now();

} // namespace

void catchInterrupts(LastWords words) {
  lastWords = std::move(words);
  for (const int signal : {SIGINT, SIGTERM, SIGALRM})
    install(signal, onStop, SA_RESTART);
}

void setTimeLimit(std::chrono::milliseconds limit) {
  using namespace std::chrono;
  const auto used = duration_cast<milliseconds>(steady_clock::now() - processStart);
  const auto left = std::max(limit - used, milliseconds(1));
  itimerval timer{};
  timer.it_value.tv_sec = left.count() / 1000;
  timer.it_value.tv_usec = (left.count() % 1000) * 1000;
  timer.it_interval.tv_sec = 2;
  setitimer(ITIMER_REAL, &timer, nullptr);
}

void releaseInterrupts() {
  const itimerval never{};
  setitimer(ITIMER_REAL, &never, nullptr);
  for (const int signal : {SIGINT, SIGTERM})
    install(signal, SIG_DFL, 0);
}

Cooperation::Cooperation(Cancellation &cancellation) { cooperating = &cancellation; }
Cooperation::~Cooperation() { cooperating = nullptr; }

void catchCrashes() {
#if !defined(__SANITIZE_ADDRESS__)
  // After a stack overflow, the handler needs another stack.
  static char stack[64 * 1024];
  stack_t alternate{};
  alternate.ss_sp = stack;
  alternate.ss_size = sizeof stack;
  sigaltstack(&alternate, nullptr);
  for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
    install(signal, onCrash, SA_ONSTACK);
#endif
}

} // namespace heddle::cli
