// Starts a child, collects its output, and asks the kernel for the resources that it used.
//
// One poll waits for output, for the end and for the limits at the same time, so that no thread and no signal handler
// disturbs the measurement. The supervisor ends all that the command has started. The command is the leader of a
// process group: an interrupt from the terminal does not reach it, and is passed on. In a control group, the kernel
// enforces the limit of memory, counts the processor time and kills. Otherwise limits are watched by samples of all
// processes below the supervisor: RLIMIT_CPU and RLIMIT_AS hold for single processes, and the latter also counts
// address space that is never used.
#include "batch/process.hpp"

#include "batch/control_group.hpp"
#include "batch/process_tree.hpp"
#include "batch/supervisor.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

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

/// Attends a child until it has ended.
class Attendant {
public:
  Attendant(const Supervisor &supervisor, const ControlGroup *group, const ProcessLimits &limits,
            const support::Cancellation &interrupt, ProcessResult &result)
      : supervisor_(supervisor), group_(group), limits_(limits), interrupt_(interrupt), result_(result) {}

  void attend(Pipe &output, Pipe &errors) {
    constexpr std::chrono::milliseconds often(20);
    std::array<pollfd, 3> waiting{{{supervisor_.descriptor(), POLLIN, 0}, {-1, POLLIN, 0}, {-1, POLLIN, 0}}};
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
      usage_ = sample();
      result_.peakMemory = std::max(result_.peakMemory, usage_.memory);
      nextSample_ = now + samplingInterval;
    }
    if (result_.stop != Stop::None) {
      if (now >= stopped_ + grace)
        killAll();
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
    if (reason == Stop::Memory)
      killAll();
    else
      supervisor_.requestEnd();
  }

  void killAll() const {
    if (group_ != nullptr)
      group_->kill();
    supervisor_.kill();
  }

  TreeUsage sample() const {
    TreeUsage usage;
    const auto time = group_ != nullptr ? group_->processorTime() : std::nullopt;
    const auto memory = group_ != nullptr ? group_->memory() : std::nullopt;
    if (!time || !memory)
      usage = usageBelow(supervisor_.process());
    usage.processor = time.value_or(usage.processor);
    usage.memory = memory.value_or(usage.memory);
    return usage;
  }

  static constexpr std::chrono::milliseconds samplingInterval{100};
  static constexpr std::chrono::seconds grace{2};

  const Supervisor &supervisor_;
  const ControlGroup *group_;
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
                                   const support::Cancellation &interrupt, const Surroundings &around) {
  Pipe output;
  Pipe errors;
  const Descriptor nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
  const auto failed = [&](const std::string &reason) {
    return Error{fmt::format("cannot start {}: {}", command.front(), reason)};
  };
  if (nothing.get() < 0 || !output.open() || !errors.open())
    return failed(std::strerror(errno));
  const std::unique_ptr<ControlGroup> group = around.groups != nullptr ? around.groups->make(limits.memory) : nullptr;
  const support::ChildCommand child{.words = command,
                                    .environment = {},
                                    .directory = around.directory,
                                    .input = nothing.get(),
                                    .output = output.writing.get(),
                                    .errors = errors.writing.get(),
                                    .groupFile = group ? group->processes() : -1,
                                    .hasOwnProcessGroup = true};
  ProcessResult result;
  const Clock::time_point start = Clock::now();
  Expected<Supervisor> supervisor = Supervisor::start(child);
  if (!supervisor)
    return supervisor.error();
  output.writing.reset();
  errors.writing.reset();
  Attendant(*supervisor, group.get(), limits, interrupt, result).attend(output, errors);
  const Expected<Supervisor::Ended> ended = supervisor->wait();
  if (!ended)
    return failed(ended.error().message);
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  drainRest(output, result.output);
  drainRest(errors, result.errors);
  result.exitCode = support::exitCodeOf(ended->waitStatus);
  const auto seconds = [](const timeval &time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  result.processorSeconds = seconds(ended->usage.ru_utime) + seconds(ended->usage.ru_stime);
  // The kernel's maximum of one process; a sample may come too late for a short one.
  result.peakMemory = std::max(result.peakMemory, static_cast<std::uint64_t>(ended->usage.ru_maxrss) * 1024);
  if (group && group->limitsMemory()) {
    result.peakMemory = group->peakMemory().value_or(result.peakMemory);
    if (group->isOutOfMemory() && result.stop == Stop::None)
      result.stop = Stop::Memory;
  }
  return result;
}

} // namespace heddle::batch
