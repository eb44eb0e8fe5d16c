// fork and exec instead of posix_spawn: the latter cannot make a process end with the one that has started it, nor put
// it into a control group.
#include "support/child_process.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace heddle::support {

namespace {

bool redirect(int from, int to) { return from < 0 || (from == to ? fcntl(to, F_SETFD, 0) : dup2(from, to)) >= 0; }

} // namespace

Execution::Execution(const ChildCommand &command) : command_(command) {
  for (const std::string &word : command.words)
    words_.push_back(const_cast<char *>(word.c_str()));
  words_.push_back(nullptr);
  for (const std::string &entry : command.environment) // the first one of a name counts
    environment_.push_back(const_cast<char *>(entry.c_str()));
  for (char **entry = environ; *entry != nullptr; ++entry)
    environment_.push_back(*entry);
  environment_.push_back(nullptr);
}

int Execution::execute() const {
  constexpr std::array streams{STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO};
  const std::array given{command_.input, command_.output, command_.errors};
  for (std::size_t i = 0; i < streams.size(); ++i)
    if (!redirect(given[i], streams[i]))
      return errno;
  if (command_.hasOwnProcessGroup && setpgid(0, 0) != 0)
    return errno;
  if (command_.groupFile >= 0 && write(command_.groupFile, "0", 1) != 1)
    return errno;
  if (!command_.directory.empty() && chdir(command_.directory.c_str()) != 0)
    return errno;
  // What is ignored stays ignored by the new program, and so does what is blocked.
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGALRM, SIGCHLD})
    ::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execvpe(words_.front(), words_.data(), environment_.data());
  return errno;
}

Expected<pid_t> startChild(const ChildCommand &command) {
  const Execution execution(command);
  std::array<int, 2> failure{}; // closed by exec
  if (pipe2(failure.data(), O_CLOEXEC) != 0)
    return Error{fmt::format("cannot start {}: {}", command.words.front(), std::strerror(errno))};
  const pid_t starter = getpid();
  pid_t process = -1;
  {
    const BlockedSignals blocked;
    process = fork();
    if (process == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      const int error = getppid() == starter ? execution.execute() : ESRCH;
      static_cast<void>(!write(failure[1], &error, sizeof error));
      _exit(EXIT_FAILURE);
    }
  }
  int error = process < 0 ? errno : 0;
  close(failure[1]);
  if (process > 0)
    while (read(failure[0], &error, sizeof error) < 0 && errno == EINTR)
      ;
  close(failure[0]);
  if (error == 0)
    return process;
  if (process > 0)
    while (waitpid(process, nullptr, 0) < 0 && errno == EINTR)
      ;
  return Error{fmt::format("cannot start {}: {}", command.words.front(), std::strerror(error))};
}

int exitCodeOf(int waitStatus) { return WIFEXITED(waitStatus) ? WEXITSTATUS(waitStatus) : 128 + WTERMSIG(waitStatus); }

BlockedSignals::BlockedSignals() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before_);
}

BlockedSignals::~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

} // namespace heddle::support
