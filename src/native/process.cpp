#include "native/process.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace heddle::native {

namespace {

std::vector<char *> pointersTo(std::vector<std::string> &words) {
  std::vector<char *> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string &word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

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
  std::vector<std::string> words = command.words;
  std::vector<std::string> environment = command.environment;
  for (char **entry = environ; *entry != nullptr; ++entry)
    environment.emplace_back(*entry);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!command.errorFile.empty())
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, command.errorFile.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                     0666);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM})
    sigaddset(&defaults, signal);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  int flags = POSIX_SPAWN_SETSIGDEF;
  if (command.limit)
    flags |= POSIX_SPAWN_SETPGROUP;
  posix_spawnattr_setflags(&attributes, static_cast<short>(flags));
  pid_t process = 0;
  const int failure = posix_spawnp(&process, words.front().c_str(), &actions, &attributes, pointersTo(words).data(),
                                   pointersTo(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  Ended ended;
  ended.isStarted = failure == 0;
  if (failure != 0)
    return ended;
  const std::optional<int> status = waitFor(process, command.limit, ended);
  if (status)
    ended.code = WIFEXITED(*status) ? WEXITSTATUS(*status) : 128 + WTERMSIG(*status);
  return ended;
}

} // namespace heddle::native
