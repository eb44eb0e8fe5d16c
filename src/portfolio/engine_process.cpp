// Signals. The process of an engine ignores SIGINT, because Ctrl-C reaches every process of the terminal, and only the
// one that prints the report may react. It is stopped by SIGTERM, whose value (sigqueue) is the reason; if that does
// not help, by SIGKILL. A fault ends it with an exit code, not with a signal, so that no core is written. All signals
// are blocked while a process is started: none can find the handlers of the one in the other.
#include "portfolio/engine_process.hpp"

#include "portfolio/message.hpp"
#include "support/log_output.hpp"
#include "support/sanitizers.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <system_error>
#include <thread>

namespace heddle::portfolio {

using engines::InternalError;
using engines::Result;
using support::StopReason;

namespace {

constexpr int exitWithoutMemory = 127;
constexpr int exitOfFault = 128; // plus the number of the signal, as shells do

// Signal handlers take no user data, so this state of the engine's process must be global.
std::atomic<support::Cancellation *> ownCancellation{nullptr};
std::atomic<bool> hasAllocationFailed{false};

void onStop(int /*signal*/, siginfo_t *info, void * /*context*/) {
  const bool isOurs = info->si_code == SI_QUEUE;
  if (support::Cancellation *cancellation = ownCancellation.load())
    cancellation->request(isOurs ? static_cast<StopReason>(info->si_value.sival_int) : StopReason::Interrupted);
}

/// An exception that must not leave a destructor aborts the process; the cause is then the failed allocation.
[[maybe_unused]] void onFault(int signal) {
  _exit(hasAllocationFailed.load() ? exitWithoutMemory : exitOfFault + signal);
}

void onFailedAllocation() {
  hasAllocationFailed = true;
  throw std::bad_alloc();
}

void install(int signal, void (*handler)(int), int flags = 0) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

void catchFaults() {
  if (support::sanitizesAddresses)
    return;
  // After a stack overflow, the handler needs another stack.
  static std::array<char, std::size_t{64} * 1024> stack;
  stack_t alternate{};
  alternate.ss_sp = stack.data();
  alternate.ss_size = stack.size();
  sigaltstack(&alternate, nullptr);
  for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
    install(signal, onFault, SA_ONSTACK);
}

void catchStops() {
  for (const int signal : {SIGINT, SIGALRM})
    install(signal, SIG_IGN);
  install(SIGPIPE, SIG_DFL);
  struct sigaction action{};
  action.sa_sigaction = onStop;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGTERM, &action, nullptr);
}

/// Resident memory of a process in bytes; 0 if it has ended.
std::uint64_t residentMemoryOf(pid_t process) {
  std::FILE *file = std::fopen(fmt::format("/proc/{}/statm", process).c_str(), "re");
  if (file == nullptr)
    return 0;
  unsigned long long total = 0;
  unsigned long long resident = 0;
  const int fields = std::fscanf(file, "%llu %llu", &total, &resident);
  std::fclose(file);
  return fields == 2 ? resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

/// How a process ended that has given no answer.
std::string describeEnd(int status) {
  const bool isFault = WIFEXITED(status) && WEXITSTATUS(status) > exitOfFault;
  if (WIFSIGNALED(status) || isFault) {
    const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status) - exitOfFault;
    if (signal == SIGKILL)
      return "it was killed, perhaps because the system ran out of memory";
    return fmt::format("it crashed ({})", strsignal(signal));
  }
  return fmt::format("it ended without an answer (exit code {})", WEXITSTATUS(status));
}

/// Blocks all signals of this thread while it exists.
class SignalBlock {
public:
  SignalBlock() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  SignalBlock(const SignalBlock &) = delete;
  SignalBlock &operator=(const SignalBlock &) = delete;
  ~SignalBlock() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
  sigset_t before_{};
};

/// The result of an engine that has no answer.
Result without(engines::Answer answer, const std::string &engine) { return {std::move(answer), engine, {}, {}}; }

Result withoutMemory(const std::string &engine) {
  return without(engines::Unknown{engines::Unknown::Kind::OutOfMemory, "out of memory"}, engine);
}

} // namespace

Result resultOfException(const std::string &engine) {
  try {
    throw;
  } catch (const std::bad_alloc &) {
    return withoutMemory(engine);
  } catch (const std::system_error &error) {
    if (error.code() == std::errc::resource_unavailable_try_again) // no thread is available
      return withoutMemory(engine);
    return without(InternalError{InternalError::Kind::Exception, fmt::format("it threw: {}", error.what())}, engine);
  } catch (const std::exception &error) {
    return without(InternalError{InternalError::Kind::Exception, fmt::format("it threw: {}", error.what())}, engine);
  } catch (...) {
    return without(InternalError{InternalError::Kind::Exception, "it threw something"}, engine);
  }
}

EngineProcess::EngineProcess(std::string engine, const Work &work, const engines::Context &context)
    : engine_(std::move(engine)), firstMemory_(support::residentMemory()) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category());
  std::fflush(nullptr);      // what is buffered must be written once, not by each process
  install(SIGCHLD, SIG_DFL); // if it was ignored, the system would not keep how a process ended
  const pid_t starter = getpid();
  {
    const SignalBlock block;
    process_ = fork();
    if (process_ == 0) {
      // The signal is sent when the starting process ends; it may have ended before the request.
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != starter)
        _exit(EXIT_FAILURE);
      close(ends[0]);
      catchStops();
      catchFaults();
      std::set_new_handler(onFailedAllocation);
    }
  }
  if (process_ == 0)
    runEngine(engine_, work, context, ends[1]);
  const int error = errno;
  close(ends[1]);
  descriptor_ = ends[0];
  frames_ = FrameReader(descriptor_);
  if (process_ > 0)
    return;
  close(descriptor_);
  throw std::system_error(error, std::generic_category());
}

void EngineProcess::runEngine(const std::string &engine, const Work &work, const engines::Context &context,
                              int descriptor) {
  FrameWriter frames(descriptor);
  support::sendLogTo([&](std::string_view line) { frames.write(Frame::Kind::Log, line); });
  support::Cancellation cancellation(&context.cancellation);
  ownCancellation = &cancellation;
  engines::Context own = context.with(cancellation);
  auto lastReport = std::chrono::steady_clock::time_point();
  own.report = [&](const std::string &text) {
    constexpr auto interval = std::chrono::milliseconds(50);
    const auto now = std::chrono::steady_clock::now();
    if (now - lastReport < interval)
      return;
    lastReport = now;
    frames.write(Frame::Kind::Progress, text);
  };
  own.announceProof = [&] { frames.write(Frame::Kind::Proof, {}); };
  Result result;
  try {
    result = work(own);
  } catch (...) {
    result = resultOfException(engine);
  }
  frames.write(Frame::Kind::Result, encode(result));
  // Without destructors: they would take time, and the system frees everything.
  _exit(EXIT_SUCCESS);
}

EngineProcess::~EngineProcess() {
  kill();
  if (!status_)
    awaitEnd();
  close(descriptor_);
}

void EngineProcess::receive(const std::function<void(const std::string &)> &report) {
  if (isDone())
    return;
  const bool isOpen = frames_.fill();
  while (std::optional<Frame> frame = frames_.next()) {
    switch (frame->kind) {
    case Frame::Kind::Progress:
      report(frame->bytes);
      break;
    case Frame::Kind::Log:
      support::writeToStandardError(frame->bytes);
      break;
    case Frame::Kind::Proof:
      hasAnnouncedProof_ = true;
      break;
    case Frame::Kind::Result:
      answer_ = std::move(frame->bytes);
      break;
    }
  }
  if (!isOpen && !answer_)
    awaitEnd();
}

void EngineProcess::awaitEnd() {
  // The pipe was closed, so the process is about to end, unless it has closed the wrong file. A process that was killed
  // takes as long as the system needs to free its memory.
  constexpr int patience = 1000;
  int status = 0;
  for (int milliseconds = 0; milliseconds < patience && !isKilled_; ++milliseconds) {
    const pid_t ended = waitpid(process_, &status, WNOHANG);
    if (ended != 0) {
      status_ = status;
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ::kill(process_, SIGKILL);
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  status_ = status;
}

void EngineProcess::stop(StopReason reason) {
  if (status_ || stopReason_ != StopReason::None)
    return;
  stopReason_ = reason;
  sigval value{};
  value.sival_int = static_cast<int>(reason);
  sigqueue(process_, SIGTERM, value);
}

void EngineProcess::kill() {
  if (status_ || isKilled_)
    return;
  isKilled_ = true;
  ::kill(process_, SIGKILL);
}

Result EngineProcess::result(const engines::Context &context) {
  if (answer_) {
    support::Expected<Result> decoded = decode(*answer_, context);
    if (decoded && decoded->engine == engine_)
      return std::move(*decoded);
    return without(InternalError{InternalError::Kind::Crash, "its answer is malformed"}, engine_);
  }
  const bool isOurKill = isKilled_ && (!status_ || (WIFSIGNALED(*status_) && WTERMSIG(*status_) == SIGKILL));
  if (isOurKill)
    return without(engines::Cancelled{stopReason_ == StopReason::None ? StopReason::Answered : stopReason_, {}},
                   engine_);
  if (WIFEXITED(*status_) && WEXITSTATUS(*status_) == exitWithoutMemory)
    return withoutMemory(engine_);
  return without(InternalError{InternalError::Kind::Crash, describeEnd(*status_)}, engine_);
}

std::uint64_t EngineProcess::memory() const {
  const std::uint64_t now = residentMemory();
  return now > firstMemory_ ? now - firstMemory_ : 0;
}

std::uint64_t EngineProcess::residentMemory() const { return status_ ? 0 : residentMemoryOf(process_); }

} // namespace heddle::portfolio
