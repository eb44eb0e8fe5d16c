#include "native/process.hpp"

#include "support/child_process.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace heddle::native {

namespace {

/// Polls, since waiting with a limit would need a handler for SIGCHLD.
std::optional<int> waitFor(pid_t process, const std::optional<std::chrono::seconds> &limit, Ended &ended) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  int status = 0;
  for (;;) {
    const pid_t waited = waitpid(process, &status, limit ? WNOHANG : 0);
    if (waited == process)
      return status;
    if (waited < 0 && errno != EINTR)
      return std::nullopt;
    if (!limit)
      continue;
    if (Clock::now() - begin > *limit && !ended.isLate) {
      ended.isLate = true;
      kill(-process, SIGKILL);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

} // namespace

Ended run(const Command &command) {
  support::ChildCommand child;
  child.words = command.words;
  child.environment = command.environment;
  child.hasOwnProcessGroup = command.limit.has_value();
  if (!command.errorFile.empty())
    child.errors = open(command.errorFile.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  const support::Expected<pid_t> process = support::startChild(child);
  if (child.errors >= 0)
    close(child.errors);
  Ended ended;
  ended.isStarted = static_cast<bool>(process);
  if (!process)
    return ended;
  if (const std::optional<int> status = waitFor(*process, command.limit, ended))
    ended.code = support::exitCodeOf(*status);
  return ended;
}

} // namespace heddle::native
