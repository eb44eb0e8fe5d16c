// The supervisor is a copy of this process (fork) that executes nothing else. Since other threads of this process may
// have held locks when it was copied, it only makes system calls that are safe then, and does not allocate. Signals
// stay blocked in it, and are taken one by one: SIGCHLD; SIGUSR1, to pass SIGTERM on; SIGTERM, to end everything, which
// the kernel also sends when the starting thread ends (PR_SET_PDEATHSIG).
//
// Orphans below it become its children (PR_SET_CHILD_SUBREAPER), so that it ends everything by killing its children
// until there are none.
#include "batch/supervisor.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>
#include <utility>

namespace heddle::batch {

using support::Error;
using support::Expected;

namespace {

/// From the supervisor to this process.
struct Message {
  enum class Kind : std::uint8_t { Failed, Ended } kind = Kind::Failed; // Failed: to start the command
  int error = 0;
  Supervisor::Ended ended;
};

void send(int descriptor, const Message &message) {
  static_cast<void>(!write(descriptor, &message, sizeof message)); // less than PIPE_BUF: at once
}

std::optional<Message> receive(int descriptor) {
  Message message;
  ssize_t size = 0;
  while ((size = read(descriptor, &message, sizeof message)) < 0 && errno == EINTR)
    ;
  return size == static_cast<ssize_t>(sizeof message) ? std::optional(message) : std::nullopt;
}

/// Kills the children of this process, which has one thread.
void killChildren(const char *list, pid_t command) {
  ::kill(-command, SIGKILL);
  const int file = open(list, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return;
  std::array<char, 4096> text{};
  pid_t child = 0;
  for (ssize_t size = 0; (size = read(file, text.data(), text.size())) > 0;)
    for (ssize_t i = 0; i < size; ++i) {
      if (const char c = text[static_cast<std::size_t>(i)]; c >= '0' && c <= '9') {
        child = child * 10 + (c - '0');
      } else if (child > 0) {
        ::kill(child, SIGKILL);
        child = 0;
      }
    }
  close(file);
}

class Supervision {
public:
  Supervision(pid_t command, const char *children, int descriptor)
      : command_(command), children_(children), descriptor_(descriptor) {}

  [[noreturn]] void run() {
    sigset_t awaited;
    sigemptyset(&awaited);
    for (const int signal : {SIGCHLD, SIGUSR1, SIGTERM})
      sigaddset(&awaited, signal);
    while (reap(WNOHANG) && !hasEnded_) {
      const int signal = sigwaitinfo(&awaited, nullptr);
      if (signal == SIGUSR1)
        ::kill(-command_, SIGTERM);
      else if (signal == SIGTERM)
        break;
    }
    while (areChildrenLeft()) {
      killChildren(children_, command_);
      reap(0);
    }
    getrusage(RUSAGE_CHILDREN, &ended_.usage);
    send(descriptor_, {Message::Kind::Ended, 0, ended_});
    _exit(EXIT_SUCCESS);
  }

private:
  static bool areChildrenLeft() {
    siginfo_t info{};
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
  }

  /// Takes what has ended; with 0, waits for one. False if there is no child left.
  bool reap(int flags) {
    for (;;) {
      int status = 0;
      const pid_t child = waitpid(-1, &status, flags);
      if (child == command_) {
        ended_.waitStatus = status;
        hasEnded_ = true;
      }
      if (child < 0 && errno != EINTR)
        return false;
      if (child == 0 || flags == 0)
        return true;
    }
  }

  pid_t command_;
  const char *children_; // the file that lists them
  int descriptor_;
  bool hasEnded_ = false;
  Supervisor::Ended ended_;
};

[[noreturn]] void supervise(const support::Execution &execution, int descriptor, pid_t starter) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  ::signal(SIGCHLD, SIG_DFL); // if it was ignored, the system would not keep how a process ended
  const pid_t self = getpid();
  const pid_t command = getppid() == starter ? fork() : -1;
  if (command == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int error = getppid() == self ? execution.execute() : ESRCH;
    send(descriptor, {Message::Kind::Failed, error, {}});
    _exit(EXIT_FAILURE);
  }
  if (command < 0) {
    send(descriptor, {Message::Kind::Failed, errno, {}});
    _exit(EXIT_FAILURE);
  }
  setpgid(command, command); // as the command does: whichever comes first
  // Files of this process must not stay open because of the supervisor.
  dup2(descriptor, 0);
  close_range(1, ~0U, 0);
  // The path of the list, without functions that may allocate.
  std::array<char, 64> path{};
  constexpr std::string_view before = "/proc/self/task/";
  constexpr std::string_view after = "/children";
  std::array<char, 20> digits{};
  std::size_t count = 0;
  for (pid_t rest = self; rest > 0; rest /= 10)
    digits[count++] = static_cast<char>('0' + rest % 10);
  std::size_t length = 0;
  for (const char c : before)
    path[length++] = c;
  while (count > 0)
    path[length++] = digits[--count];
  for (const char c : after)
    path[length++] = c;
  Supervision(command, path.data(), 0).run();
}

} // namespace

Expected<Supervisor> Supervisor::start(const support::ChildCommand &command) {
  const auto failed = [&](int error) {
    return Error{fmt::format("cannot start {}: {}", command.words.front(), std::strerror(error))};
  };
  const support::Execution execution(command);
  std::array<int, 2> messages{};
  if (pipe2(messages.data(), O_CLOEXEC) != 0)
    return failed(errno);
  const pid_t starter = getpid();
  pid_t process = -1;
  {
    const support::BlockedSignals blocked;
    process = fork();
    if (process == 0) {
      close(messages[0]);
      supervise(execution, messages[1], starter);
    }
  }
  const int error = errno;
  close(messages[1]);
  if (process < 0) {
    close(messages[0]);
    return failed(error);
  }
  return Supervisor(process, messages[0]);
}

Supervisor::Supervisor(Supervisor &&other) noexcept
    : process_(std::exchange(other.process_, -1)), descriptor_(std::exchange(other.descriptor_, -1)) {}

Supervisor::~Supervisor() {
  if (process_ > 0) {
    kill();
    static_cast<void>(wait());
  }
  if (descriptor_ >= 0)
    close(descriptor_);
}

Expected<Supervisor::Ended> Supervisor::wait() {
  std::optional<Error> failure;
  Ended ended{.waitStatus = SIGKILL, .usage = {}}; // of a supervisor that was killed itself
  while (const std::optional<Message> message = receive(descriptor_)) {
    ended = message->ended;
    if (message->kind == Message::Kind::Ended)
      break;
    failure = Error{std::strerror(message->error)};
  }
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR)
    ;
  process_ = -1;
  if (failure)
    return *failure;
  return ended;
}

void Supervisor::requestEnd() const { ::kill(process_, SIGUSR1); }

void Supervisor::kill() const { ::kill(process_, SIGTERM); }

} // namespace heddle::batch
