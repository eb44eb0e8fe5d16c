#include "cli/apart.hpp"

#include "cli/exit_codes.hpp"
#include "cli/messages.hpp"
#include "support/descriptors.hpp"

#include <fmt/format.h>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace heddle::cli {

using support::Error;
using support::Expected;

namespace {

// Signal handlers take no user data, so this state must be global.
std::atomic<pid_t> verifyingChild{0};
std::atomic<bool> hasSignal{false};

/// A terminal sends its signals to the child as well.
void onSignalForChild(int signal, siginfo_t *info, void * /*context*/) {
  const int error = errno;
  hasSignal = true;
  if (info->si_code == SI_USER && verifyingChild.load() > 0)
    kill(verifyingChild.load(), signal);
  errno = error;
}

} // namespace

Expected<Ended> runApart(bool captures, const std::string &what, const std::function<int()> &work) {
  std::array<int, 2> channel{-1, -1};
  if (captures && pipe(channel.data()) != 0)
    return Error{fmt::format("no pipe can be made: {}", std::strerror(errno))};
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0)
    return Error{fmt::format("no process can be started: {}", std::strerror(errno))};
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    for (const int signal : {SIGINT, SIGTERM})
      std::signal(signal, SIG_DFL);
    if (captures) {
      dup2(channel[1], STDOUT_FILENO);
      close(channel[0]);
      close(channel[1]);
    }
    const int code = work();
    std::fflush(nullptr);
    _exit(code);
  }
  verifyingChild = child;
  Ended ended{.exitCode = exitInternal, .output = {}};
  if (captures) {
    close(channel[1]);
    ended.output = support::readAll(channel[0]);
    close(channel[0]);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  verifyingChild = 0;
  ended.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : exitInternal;
  if (WIFSIGNALED(status))
    reportFailure("of " + what, fmt::format("its process was killed by signal {}", WTERMSIG(status)));
  return ended;
}

void passSignalsOn() {
  struct sigaction action{};
  action.sa_sigaction = onSignalForChild;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM})
    sigaction(signal, &action, nullptr);
}

bool isToStop() { return hasSignal.load(); }

int worse(int first, int second) {
  constexpr std::array order{exitInternal, exitUsage, exitFalse, exitUnknown, exitTrue};
  return *std::ranges::find_if(order, [&](int code) { return code == first || code == second; });
}

std::string withLabel(const std::string &file, const std::string &label) {
  if (file.empty())
    return file;
  std::filesystem::path path = file;
  const std::string name = fmt::format("{}.{}{}", path.stem().string(), label, path.extension().string());
  return path.replace_filename(name).string();
}

} // namespace heddle::cli
