// Starts a child, collects its output, and asks the kernel for the resources that it used.
//
// wait4 gives the resources of this one child, where getrusage(RUSAGE_CHILDREN) would give the maximum over all that
// have run so far. A pidfd lets one poll wait for output, for the end and for the limits at the same time, so that no
// thread and no signal handler disturbs the measurement. The child is the leader of a process group, so that all that
// it has started can be killed with it; an interrupt from the terminal does not reach it, and is passed on. Limits of
// the processor and of memory are watched by samples: RLIMIT_CPU and RLIMIT_AS hold for single processes, and the
// latter also counts address space that is never used.
#include "batch/process.hpp"

#include "batch/process_tree.hpp"

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

namespace heddle::batch {

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
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, 0);
  sigset_t usual; // Heddle ignores it
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  std::vector<char *> arguments;
  for (const std::string &argument : command)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);
  const int failure = posix_spawnp(&process, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0)
    return Error{fmt::format("cannot start {}: {}", command.front(), std::strerror(failure))};
  return std::nullopt;
}

/// Attends a child until it has ended.
class Attendant {
public:
  Attendant(pid_t process, const ProcessLimits &limits, const support::Cancellation &interrupt, ProcessResult &result)
      : process_(process), limits_(limits), interrupt_(interrupt), result_(result) {}

  void attend(int ended, Pipe &output, Pipe &errors) {
    constexpr std::chrono::milliseconds often(20);
    std::array<pollfd, 3> waiting{{{ended, POLLIN, 0}, {-1, POLLIN, 0}, {-1, POLLIN, 0}}};
    while (waiting[0].revents == 0) {
      waiting[1].fd = output.reading.get(); // negative ones are passed over
      waiting[2].fd = errors.reading.get();
      const int ready = poll(waiting.data(), waiting.size(), static_cast<int>(often.count()));
      enforceLimits();
      if (ready <= 0)
        continue;
      if (waiting[1].revents != 0)
        output.drain(result_.output);
      if (waiting[2].revents != 0)
        errors.drain(result_.errors);
    }
  }

private:
  void enforceLimits() {
    const Clock::time_point now = Clock::now();
    if (now >= nextSample_) {
      usage_ = usageOfTree(process_);
      result_.peakMemory = std::max(result_.peakMemory, usage_.memory);
      nextSample_ = now + samplingInterval;
    }
    if (result_.stop != Stop::None) {
      if (now >= stopped_ + grace)
        kill(-process_, SIGKILL);
      return;
    }
    if (interrupt_.reason() != support::StopReason::None)
      stop(Stop::Interrupted);
    else if (now >= start_ + limits_.wall)
      stop(Stop::WallTime);
    else if (limits_.processor && usage_.processor >= *limits_.processor)
      stop(Stop::ProcessorTime);
    else if (limits_.memory && usage_.memory > *limits_.memory)
      stop(Stop::Memory);
  }

  void stop(Stop reason) {
    result_.stop = reason;
    stopped_ = Clock::now();
    // Memory that grows quickly leaves no time to be polite.
    kill(-process_, reason == Stop::Memory ? SIGKILL : SIGTERM);
  }

  static constexpr std::chrono::milliseconds samplingInterval{100};
  static constexpr std::chrono::seconds grace{2};

  pid_t process_;
  const ProcessLimits &limits_;
  const support::Cancellation &interrupt_;
  ProcessResult &result_;
  TreeUsage usage_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point nextSample_ = start_;
  Clock::time_point stopped_;
};

/// Reads the last output of the child without waiting for the end of the pipe: a process that the child started may
/// still hold it open.
void drainRest(Pipe &pipe, std::string &text) {
  while (pipe.reading.get() >= 0 && pipe.drain(text)) {
  }
}

} // namespace

Expected<ProcessResult> runProcess(const Arguments &command, const ProcessLimits &limits,
                                   const support::Cancellation &interrupt) {
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
    kill(-process, SIGKILL);
    waitpid(process, nullptr, 0);
    return Error{fmt::format("cannot watch {}: {}", command.front(), std::strerror(failure))};
  }
  Attendant(process, limits, interrupt, result).attend(ended.get(), output, errors);

  int status = 0;
  rusage usage{};
  kill(-process, SIGKILL); // what it has left running; the group exists as long as the process is not waited for
  wait4(process, &status, 0, &usage);
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  drainRest(output, result.output);
  drainRest(errors, result.errors);
  result.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  const auto seconds = [](const timeval &time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  result.processorSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  // The kernel's maximum of one process; a sample may come too late for a short one.
  result.peakMemory = std::max(result.peakMemory, static_cast<std::uint64_t>(usage.ru_maxrss) * 1024);
  return result;
}

} // namespace heddle::batch
