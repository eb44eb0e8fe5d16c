// Signal handlers may only use lock-free atomics and a few functions such as write and _exit, so the last words are
// prepared in advance. A timer sends SIGALRM every few milliseconds; its handler compares the clock and the memory with
// their limits, so that both hold in every phase, however long that computes without looking.
#include "cli/interrupt.hpp"

#include "cli/exit_codes.hpp"
#include "cli/terminal.hpp"
#include "support/sanitizers.hpp"

#include <fcntl.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <new>
#include <sstream>
#include <string_view>

namespace heddle::cli {

namespace {

using support::Cancellation;
using support::StopReason;

using Clock = std::chrono::steady_clock;

constexpr suseconds_t tickMicroseconds = 20'000;
/// From the request to stop to the end of the process: 300 ms of its own processor time, so that a busy machine does
/// not cost the user the statistics, and 10 s in any case. Engines poll every 100 ms, or ten times as seldom with
/// sanitizers.
constexpr unsigned slowness = support::sanitizesAddresses ? 10 : 1;
constexpr std::int64_t patienceInProcessorTime = slowness * std::int64_t{300'000'000}; // nanoseconds
constexpr unsigned patienceInTicks = slowness * 500;

// Signal handlers take no user data, so this state must be global.
LastWords prepared;
std::atomic<Cancellation *> cooperating{nullptr};
std::atomic<StopReason> requested{StopReason::None}; // of the Cancellation
std::atomic<unsigned> ticksSinceRequest{0};
std::atomic<std::int64_t> processorTimeAtRequest{0};
std::atomic<Clock::rep> deadline{0}; // 0: no time limit
std::atomic<std::uint64_t> memoryLimit{UINT64_MAX};
std::atomic<bool> hasAllocationFailed{false};
static_assert(std::atomic<Cancellation *>::is_always_lock_free && std::atomic<StopReason>::is_always_lock_free &&
              std::atomic<Clock::rep>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free &&
              std::atomic<unsigned>::is_always_lock_free && std::atomic<std::uint64_t>::is_always_lock_free &&
              std::atomic<bool>::is_always_lock_free);

bool writeAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written <= 0)
      return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

[[noreturn]] void endNow(const std::string &words) {
  if (isatty(STDERR_FILENO) == 1)
    writeAll(STDERR_FILENO, eraseStatus);
  if (writeAll(STDOUT_FILENO, words))
    _exit(exitUnknown);
  writeAll(STDERR_FILENO, "heddle: error: standard output: cannot be written\n");
  _exit(exitUsage);
}

const std::string &wordsFor(StopReason reason) {
  return reason == StopReason::Timeout  ? prepared.timeout
         : reason == StopReason::Memory ? prepared.memory
                                        : prepared.interrupted;
}

/// Of all threads of this process, in nanoseconds.
std::int64_t processorTime() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return used.tv_sec * std::int64_t{1'000'000'000} + used.tv_nsec;
}

void stop(StopReason reason) {
  Cancellation *cancellation = cooperating.load();
  if (cancellation == nullptr || requested.load() != StopReason::None)
    endNow(wordsFor(reason));
  processorTimeAtRequest = processorTime();
  requested = reason;
  cancellation->request(reason);
}

/// Resident memory in bytes; like support::residentMemory, but allowed in a signal handler.
std::uint64_t measureMemory() {
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return 0;
  std::array<char, 64> text{};
  const ssize_t size = read(file, text.data(), text.size() - 1);
  close(file);
  const char *second = size > 0 ? std::strchr(text.data(), ' ') : nullptr;
  std::uint64_t pages = 0;
  for (const char *digit = second != nullptr ? second + 1 : ""; *digit >= '0' && *digit <= '9'; ++digit)
    pages = pages * 10 + static_cast<std::uint64_t>(*digit - '0');
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void onTick(int /*signal*/) {
  const int error = errno;
  const Clock::rep now = Clock::now().time_since_epoch().count();
  if (const StopReason reason = requested.load(); reason != StopReason::None) {
    if (++ticksSinceRequest > patienceInTicks ||
        processorTime() - processorTimeAtRequest.load() > patienceInProcessorTime)
      endNow(wordsFor(reason));
  } else if (deadline.load() != 0 && now >= deadline.load()) {
    stop(StopReason::Timeout);
  } else if (memoryLimit.load() != UINT64_MAX && measureMemory() > memoryLimit.load()) {
    stop(StopReason::Memory);
  }
  errno = error;
}

void onInterrupt(int /*signal*/) {
  const int error = errno;
  stop(StopReason::Interrupted);
  errno = error;
}

[[noreturn]] void endWithoutMemory() {
  if (!prepared.outOfMemory.empty())
    endNow(prepared.outOfMemory);
  writeAll(STDERR_FILENO, "heddle: error: out of memory\n");
  _exit(exitUsage);
}

/// Called by `operator new`, and by LLVM, when there is no memory left. What fails to allocate may be unable to handle
/// an exception, as LLVM is; engines are able to.
void onFailedAllocation() {
  hasAllocationFailed = true;
  if (cooperating.load() == nullptr)
    endWithoutMemory();
  throw std::bad_alloc();
}

void install(int signal, void (*handler)(int), int flags) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

void onCrash(int /*signal*/) {
  // An exception that must not leave a destructor aborts the process; the cause is the failed allocation.
  if (hasAllocationFailed.load())
    endWithoutMemory();
  writeAll(STDERR_FILENO, "heddle: error: internal: Heddle crashed; please report this with the input\n");
  _exit(exitInternal);
}

/// When the process was started, before its libraries were loaded: field 22 of stat, in ticks since the machine was
/// booted.
Clock::time_point processStart() {
  const Clock::time_point now = Clock::now();
  std::ifstream file("/proc/self/stat");
  std::string text((std::istreambuf_iterator<char>(file)), {});
  // The second field is a name in parentheses, which may contain anything.
  std::istringstream fields(text.substr(std::min(text.rfind(')'), text.size())));
  std::string skipped;
  for (int field = 2; field < 22; ++field)
    fields >> skipped;
  double ticks = 0;
  timespec sinceBoot{};
  if (!(fields >> ticks) || clock_gettime(CLOCK_BOOTTIME, &sinceBoot) != 0)
    return now;
  const double age = static_cast<double>(sinceBoot.tv_sec) + static_cast<double>(sinceBoot.tv_nsec) / 1e9 -
                     ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
  return now - std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::max(age, 0.0)));
}

void setTimer(suseconds_t microseconds) {
  itimerval timer{};
  timer.it_value.tv_usec = microseconds;
  timer.it_interval.tv_usec = microseconds;
  setitimer(ITIMER_REAL, &timer, nullptr);
}

} // namespace

void catchInterrupts(LastWords words) {
  prepared = std::move(words);
  for (const int signal : {SIGINT, SIGTERM})
    install(signal, onInterrupt, SA_RESTART);
  install(SIGALRM, onTick, SA_RESTART);
  setTimer(tickMicroseconds);
}

void setLimits(std::optional<std::chrono::milliseconds> time, std::uint64_t memory) {
  if (time)
    deadline = (processStart() + *time).time_since_epoch().count();
  memoryLimit = memory;
}

void releaseInterrupts() {
  setTimer(0);
  for (const int signal : {SIGINT, SIGTERM})
    install(signal, SIG_DFL, 0);
}

Cooperation::Cooperation(Cancellation &cancellation) { cooperating = &cancellation; }
Cooperation::~Cooperation() { cooperating = nullptr; }

void catchCrashes() {
  std::set_new_handler(onFailedAllocation);
  if (support::sanitizesAddresses)
    return;
  // After a stack overflow, the handler needs another stack.
  static char stack[64 * 1024];
  stack_t alternate{};
  alternate.ss_sp = stack;
  alternate.ss_size = sizeof stack;
  sigaltstack(&alternate, nullptr);
  for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
    install(signal, onCrash, SA_ONSTACK);
}

} // namespace heddle::cli
