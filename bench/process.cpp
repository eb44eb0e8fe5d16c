// Starts a child, collects its output, and asks the kernel for the resources that it used.
//
// wait4 gives the resources of this one child, where getrusage(RUSAGE_CHILDREN) would give the maximum over all that
// have run so far. A pidfd lets one poll wait for output, for the end and for the deadline at the same time, so that no
// thread and no signal handler disturbs the measurement. The child stays in the same process group: an interrupt from
// the terminal reaches both.
#include "process.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <optional>

extern char **environ;

namespace heddle::bench {

using support::Error;
using support::Expected;

namespace {

using Clock = std::chrono::steady_clock;

/// A file descriptor with an owner.
class Descriptor {
public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { reset(); }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;

  int get() const { return number_; }
  void reset(int number = -1) {
    if (number_ >= 0)
      close(number_);
    number_ = number;
  }

private:
  int number_;
};

struct Pipe {
  Descriptor reading;
  Descriptor writing;

  bool open() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
      return false;
    reading.reset(ends[0]);
    writing.reset(ends[1]);
    return fcntl(reading.get(), F_SETFL, O_NONBLOCK) == 0;
  }

  /// Reads the available output, if any; closes the pipe at its end.
  bool drain(std::string &text) {
    std::array<char, 65536> buffer;
    const ssize_t count = read(reading.get(), buffer.data(), buffer.size());
    if (count > 0)
      text.append(buffer.data(), static_cast<std::size_t>(count));
    else if (count == 0)
      reading.reset();
    return count > 0;
  }
};

std::optional<Error> spawn(const Arguments &command, const Pipe &output, const Pipe &errors, pid_t &process) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output.writing.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors.writing.get(), STDERR_FILENO);
  std::vector<char *> arguments;
  for (const std::string &argument : command)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);
  const int failure = posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0)
    return Error{fmt::format("cannot start {}: {}", command.front(), std::strerror(failure))};
  return std::nullopt;
}

std::chrono::nanoseconds processorTimeOf(pid_t process) {
  clockid_t clock{};
  timespec used{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &used) != 0)
    return {};
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

/// Collects output until the child has ended; sends it SIGALRM when its processor time is used up, and kills it soon
/// after that, or at the deadline. (RLIMIT_CPU is based on samples, and is wrong by a third where processes take
/// turns.)
void attend(pid_t process, int ended, Clock::time_point deadline,
            std::optional<std::chrono::milliseconds> processorTime, Pipe &output, Pipe &errors, ProcessResult &result) {
  constexpr long often = 20; // milliseconds
  constexpr std::chrono::seconds grace(5);
  std::array<pollfd, 3> waiting{{{ended, POLLIN, 0}, {-1, POLLIN, 0}, {-1, POLLIN, 0}}};
  while (waiting[0].revents == 0) {
    waiting[1].fd = output.reading.get(); // negative ones are passed over
    waiting[2].fd = errors.reading.get();
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    const bool watches = processorTime && !result.isOutOfProcessorTime;
    const int timeout = result.killed ? -1 : static_cast<int>(std::clamp<long>(left, 0, watches ? often : 1'000'000));
    const int ready = poll(waiting.data(), waiting.size(), timeout);
    if (watches && processorTimeOf(process) >= *processorTime) {
      kill(process, SIGALRM);
      result.isOutOfProcessorTime = true;
      deadline = std::min(deadline, Clock::now() + grace);
    }
    if (ready == 0 && Clock::now() >= deadline) {
      kill(process, SIGKILL);
      result.killed = true;
    }
    if (ready <= 0)
      continue;
    if (waiting[1].revents != 0)
      output.drain(result.output);
    if (waiting[2].revents != 0)
      errors.drain(result.errors);
  }
}

/// Reads the last output of the child without waiting for the end of the pipe: a process that the child started may
/// still hold it open.
void drainRest(Pipe &pipe, std::string &text) {
  while (pipe.reading.get() >= 0 && pipe.drain(text)) {
  }
}

} // namespace

Expected<ProcessResult> runProcess(const Arguments &command, std::chrono::milliseconds deadline,
                                   std::optional<std::chrono::milliseconds> processorTime) {
  Pipe output;
  Pipe errors;
  if (!output.open() || !errors.open())
    return Error{fmt::format("no pipe: {}", std::strerror(errno))};
  ProcessResult result;
  const Clock::time_point start = Clock::now();
  pid_t process = 0;
  if (const std::optional<Error> error = spawn(command, output, errors, process))
    return *error;
  output.writing.reset();
  errors.writing.reset();
  const Descriptor ended(
      static_cast<int>(syscall(SYS_pidfd_open, process, 0))); // the header of glibc 2.36 is not for C++
  if (ended.get() < 0) {
    const int failure = errno;
    kill(process, SIGKILL);
    waitpid(process, nullptr, 0);
    return Error{fmt::format("cannot watch {}: {}", command.front(), std::strerror(failure))};
  }
  attend(process, ended.get(), start + deadline, processorTime, output, errors, result);

  int status = 0;
  rusage usage{};
  wait4(process, &status, 0, &usage);
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  drainRest(output, result.output);
  drainRest(errors, result.errors);
  result.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  const auto seconds = [](const timeval &time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  result.processorSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  result.peakMemory = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  return result;
}

} // namespace heddle::bench
