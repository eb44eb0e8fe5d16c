// One verification for several properties would be as hard as the hardest of them: engines that cannot decide one of
// the properties take no part, and an execution that violates one is not followed any further. A process for each keeps
// their limits of time and memory apart.
#include "cli/each_property.hpp"

#include "cli/exit_codes.hpp"
#include "cli/limits.hpp"
#include "cli/memory.hpp"
#include "cli/messages.hpp"
#include "report/page.hpp"
#include "report/sarif.hpp"
#include "report/summary.hpp"
#include "support/descriptors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace heddle::cli {

using support::Error;
using support::Expected;

namespace {

using SteadyClock = std::chrono::steady_clock;

// Signal handlers take no user data, so this state must be global.
std::atomic<pid_t> verifyingChild{0};
std::atomic<bool> isToStop{false};

/// A terminal sends its signals to the child as well.
void onSignalForChild(int signal, siginfo_t *info, void * /*context*/) {
  const int error = errno;
  isToStop = true;
  if (info->si_code == SI_USER && verifyingChild.load() > 0)
    kill(verifyingChild.load(), signal);
  errno = error;
}

void passSignalsOn() {
  struct sigaction action{};
  action.sa_sigaction = onSignalForChild;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM})
    sigaction(signal, &action, nullptr);
}

/// For messages and file names: "no-data-race"; of a property file, its name.
std::string labelOf(const std::string &property) { return std::filesystem::path(property).stem().string(); }

/// c.json → c.no-data-race.json
std::string withLabel(const std::string &file, const std::string &label) {
  if (file.empty())
    return file;
  std::filesystem::path path = file;
  const std::string name = fmt::format("{}.{}{}", path.stem().string(), label, path.extension().string());
  return path.replace_filename(name).string();
}

VerificationOptions optionsFor(const std::string &property, const VerificationOptions &options) {
  VerificationOptions own = options;
  own.label = labelOf(property);
  own.input.properties = {property};
  own.counterexampleFile = withLabel(options.counterexampleFile, own.label);
  for (auto &[option, value] : own.engine.given)
    if (option == "--proof" || option == "--invariant")
      value = withLabel(value, own.label);
  return own;
}

/// A file in memory, for what the process of one property adds to the page.
Expected<int> memoryFile() {
  const int descriptor = memfd_create("heddle-page", 0);
  if (descriptor < 0)
    return Error{fmt::format("no file in memory can be made: {}", std::strerror(errno))};
  return descriptor;
}

/// Its content; if its process has not come to that, the little that is known.
std::string takePart(int descriptor, const std::string &label) {
  lseek(descriptor, 0, SEEK_SET);
  std::string part = support::readAll(descriptor);
  close(descriptor);
  if (!part.empty())
    return part;
  return report::pagePart({{"verdict", "unknown"}, {"reason", "its process ended early"}, {"properties", {label}}});
}

/// How the process of one property has ended.
struct Ended {
  int exitCode = exitInternal;
  std::string output; // if it was captured
};

/// Runs `work` in another process, with its own standard output if that is to be captured.
Expected<Ended> runApart(bool captures, const std::function<int()> &work) {
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
  Ended ended;
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
    reportFailure("of this property", fmt::format("its process was killed by signal {}", WTERMSIG(status)));
  return ended;
}

/// The graver one: an error, a violation, no verdict, a proof.
int combined(int first, int second) {
  constexpr std::array order{exitInternal, exitUsage, exitFalse, exitUnknown, exitTrue};
  return *std::ranges::find_if(order, [&](int code) { return code == first || code == second; });
}

} // namespace

std::vector<std::string> requestedProperties(const VerificationOptions &options) {
  std::vector<std::string> properties;
  for (const std::string &property : options.input.properties)
    if (std::ranges::find(properties, property) == properties.end())
      properties.push_back(property);
  return properties;
}

int verifyEach(const std::vector<std::string> &properties, const VerificationOptions &options,
               const std::function<int(const VerificationOptions &)> &verify) {
  const SteadyClock::time_point begin = SteadyClock::now();
  const Expected<Limits> limits = parseLimits(options.timeout, options.memoryLimit, defaultMemoryLimit());
  if (!limits)
    return reportError(limits.error());
  InputOptions all = options.input;
  all.verbose = false;
  if (const Expected<frontend::Options> input = resolveInput(all); !input) // before the first of them is verified
    return reportError(input.error());
  passSignalsOn();
  const bool isForPrograms = options.format != Format::Text;
  std::vector<std::string> documents;
  std::vector<std::string> parts; // of the page
  int exitCode = exitTrue;
  for (std::size_t i = 0; i < properties.size() && !isToStop.load(); ++i) {
    VerificationOptions own = optionsFor(properties[i], options);
    if (limits->time) {
      const auto used = std::chrono::duration_cast<std::chrono::milliseconds>(SteadyClock::now() - begin);
      const auto share = (*limits->time - used) / static_cast<std::chrono::milliseconds::rep>(properties.size() - i);
      own.timeout = fmt::format("{}ms", std::max<std::chrono::milliseconds::rep>(share.count(), 1));
    }
    if (!options.reportFile.empty()) {
      const Expected<int> file = memoryFile();
      if (!file)
        return reportError(file.error());
      own.pagePart = *file;
    }
    const Expected<Ended> ended = runApart(isForPrograms, [&] { return verify(own); });
    if (!ended)
      return reportError(ended.error());
    if (own.pagePart)
      parts.push_back(takePart(*own.pagePart, own.label));
    if (ended->exitCode == exitUsage) { // the next one would end in the same way
      if (options.live)
        if (const auto written = writeFile(options.reportFile, report::page({parts.back()}, options.live)); !written)
          return reportError(written.error());
      return exitUsage;
    }
    exitCode = combined(exitCode, ended->exitCode);
    if (isForPrograms && !ended->output.empty())
      documents.push_back(ended->output);
  }
  if (isToStop.load())
    exitCode = combined(exitCode, exitUnknown);
  if (options.format == Format::Json)
    print(fmt::format("[\n{}]\n", fmt::join(documents, ",\n")));
  if (options.format == Format::Sarif)
    print(report::mergedSarif(documents));
  if (options.reportFile.empty())
    return exitCode;
  if (const auto written = writeFile(options.reportFile, report::page(parts, options.live)); !written)
    return reportError(written.error());
  if (!isForPrograms && !options.quiet && !options.brief)
    reportNote(fmt::format("the report is in {}", options.reportFile));
  return exitCode;
}

} // namespace heddle::cli
