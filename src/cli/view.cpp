// heddle view: verifies, and shows the report in the browser; with --watch, again whenever a source has changed.
//
// Each verification runs in a process of its own, because its limits and its reaction to signals are those of a process
// and hold once. This process only waits: for the end of the verification, for signals (signalfd) and for changes of
// files (inotify). A change counts if the content differs from that at the beginning of the last verification; it is
// read after the watch has been set up, so that no change is missed in between.
//
// The page is written under another name and renamed, so that it is never read half written. An open page cannot be
// told anything without a server, but it can load a script that lies beside it: the script (live.js) says which version
// of the page is there, and a page of another version loads itself again (web/src/live.ts).
#include "cli/browser.hpp"
#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/file_watch.hpp"
#include "cli/messages.hpp"
#include "cli/source_files.hpp"
#include "cli/verification.hpp"
#include "support/temporary_directory.hpp"

#include <fmt/format.h>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

namespace heddle::cli {

namespace fs = std::filesystem;
using support::Error;
using support::Expected;

namespace {

struct ViewOptions {
  VerificationOptions verification;
  bool isWatching = false;
  bool isOpening = true;
};

/// A new directory for the page. It stays, because the browser reads it after this process has ended.
Expected<fs::path> temporaryDirectory() {
  support::TemporaryDirectory directory("heddle");
  if (directory.error())
    return Error{fmt::format("{}: cannot be made: {}; --report FILE says where to put the page",
                             directory.path().string(), directory.error().message())};
  directory.keep();
  return directory.path();
}

/// SIGINT, SIGTERM and SIGCHLD as a file descriptor, while it exists.
class SignalDescriptor {
public:
  SignalDescriptor() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGINT, SIGTERM, SIGCHLD})
      sigaddset(&signals, signal);
    sigprocmask(SIG_BLOCK, &signals, &before_);
    descriptor_ = signalfd(-1, &signals, SFD_CLOEXEC);
    if (descriptor_ < 0)
      throw std::system_error(errno, std::generic_category(), "signals cannot be awaited");
  }
  SignalDescriptor(const SignalDescriptor &) = delete;
  SignalDescriptor &operator=(const SignalDescriptor &) = delete;
  ~SignalDescriptor() {
    close(descriptor_);
    restoreMask();
  }

  int descriptor() const { return descriptor_; }
  signalfd_siginfo take() const {
    signalfd_siginfo info{};
    const ssize_t size = read(descriptor_, &info, sizeof info);
    return size == sizeof info ? info : signalfd_siginfo{};
  }
  void restoreMask() const { sigprocmask(SIG_SETMASK, &before_, nullptr); }

private:
  int descriptor_ = -1;
  sigset_t before_{};
};

class View {
public:
  View(const ViewOptions &options, fs::path page) : options_(options), page_(std::move(page)) {
    if (options.isWatching)
      watch_.emplace();
  }

  int run();

private:
  enum class Event : std::uint8_t { Ended, Changed, Interrupted };

  void begin();
  void startVerification();
  void stopVerification(int signal);
  Event await();
  bool haveSourcesChanged();
  std::optional<Error> publish();
  void open();
  std::optional<Error> writeState(const char *state) const;

  fs::path beside(const char *ending) const { return fs::path(page_).replace_extension(ending); }
  fs::path script() const { return beside(".live.js"); }
  fs::path newPage() const { return beside(".new.html"); }
  std::string version() const { return fmt::format("{}.{}", getpid(), round_); }

  const ViewOptions &options_;
  fs::path page_;
  SignalDescriptor signals_;
  std::optional<FileWatch> watch_;
  std::uint64_t content_ = 0; // of the sources, when the last verification began
  unsigned round_ = 0;
  pid_t process_ = 0; // of the verification, while it runs
  int exitCode_ = exitUnknown;
  bool isOpened_ = false;
};

/// What the page that is open is to know. The script is replaced as a whole.
std::optional<Error> View::writeState(const char *state) const {
  if (!watch_)
    return std::nullopt;
  const fs::path written = beside(".new.js");
  if (const auto result = writeFile(
          written.string(), fmt::format("heddleLive({{\"version\":\"{}\",\"state\":\"{}\"}});\n", version(), state));
      !result)
    return result.error();
  std::error_code failed;
  fs::rename(written, script(), failed);
  return failed ? std::optional(Error{fmt::format("{}: {}", script().string(), failed.message())}) : std::nullopt;
}

void View::begin() {
  ++round_;
  if (!watch_)
    return;
  watch_->watch(sourceFiles(options_.verification));
  content_ = contentHash(sourceFiles(options_.verification));
}

void View::startVerification() {
  VerificationOptions own = options_.verification;
  own.reportFile = newPage().string();
  own.brief = true;
  if (watch_)
    own.live = report::LivePage{.version = version(), .script = script().filename().string()};
  std::fflush(nullptr);
  process_ = fork();
  if (process_ < 0)
    throw std::system_error(errno, std::generic_category(), "no process can be started");
  if (process_ > 0)
    return;
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  signals_.restoreMask();
  const int code = runVerification(own);
  std::fflush(nullptr);
  _exit(code);
}

/// Sends `signal`, unless it is 0, and waits for the end.
void View::stopVerification(int signal) {
  if (process_ == 0)
    return;
  if (signal != 0)
    kill(process_, signal);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR)
    ;
  process_ = 0;
}

/// A program that writes a file may do so in several pieces, and one that saves several files takes its time.
bool View::haveSourcesChanged() {
  constexpr int quietMilliseconds = 50;
  constexpr int mostRounds = 20;
  if (!watch_->takeEvents())
    return false;
  pollfd events{.fd = watch_->descriptor(), .events = POLLIN, .revents = 0};
  for (int i = 0; i < mostRounds && poll(&events, 1, quietMilliseconds) > 0; ++i)
    watch_->takeEvents();
  return contentHash(sourceFiles(options_.verification)) != content_;
}

View::Event View::await() {
  std::array<pollfd, 2> events{{{.fd = signals_.descriptor(), .events = POLLIN, .revents = 0},
                                {.fd = watch_ ? watch_->descriptor() : -1, .events = POLLIN, .revents = 0}}};
  for (;;) {
    if (poll(events.data(), events.size(), -1) < 0)
      continue;
    if (events[0].revents != 0) {
      const signalfd_siginfo info = signals_.take();
      if (info.ssi_signo == SIGINT || info.ssi_signo == SIGTERM) {
        // A terminal sends its signals to the verification as well.
        stopVerification(info.ssi_code == SI_USER ? static_cast<int>(info.ssi_signo) : 0);
        return Event::Interrupted;
      }
      int status = 0;
      if (process_ != 0 && waitpid(process_, &status, WNOHANG) == process_) {
        process_ = 0;
        exitCode_ = WIFEXITED(status) ? WEXITSTATUS(status) : exitInternal;
        return Event::Ended;
      }
    }
    if (events[1].revents != 0 && haveSourcesChanged()) {
      stopVerification(SIGTERM);
      return Event::Changed;
    }
  }
}

/// Gives the new page its name. If the verification has not come to write one, an open page is told why.
std::optional<Error> View::publish() {
  std::error_code failed;
  if (!fs::exists(newPage(), failed)) {
    if (!watch_)
      return std::nullopt;
    const std::string part =
        report::pagePart({{"verdict", "unknown"},
                          {"reason", fmt::format("the verification ended early, with exit code {}", exitCode_)},
                          {"files", options_.verification.input.files},
                          {"properties", options_.verification.input.properties}});
    const report::LivePage live{.version = version(), .script = script().filename().string()};
    if (const auto written = writeFile(newPage().string(), report::page({part}, live)); !written)
      return written.error();
  }
  fs::rename(newPage(), page_, failed);
  if (failed)
    return Error{fmt::format("{}: {}", page_.string(), failed.message())};
  if (std::optional<Error> error = writeState("shown"))
    return error;
  open();
  return std::nullopt;
}

void View::open() {
  if (isOpened_)
    return;
  isOpened_ = true;
  const std::optional<std::string> browser =
      options_.isOpening ? openInBrowser(fileAddress(page_.string())) : std::nullopt;
  reportNote(fmt::format("the page is in {}{}", page_.string(),
                         browser ? fmt::format("; {} opens it", *browser) : ": open it in a browser"));
}

int View::run() {
  for (bool isFirst = true;; isFirst = false) {
    begin();
    if (const auto error = isFirst ? std::nullopt : writeState("verifying"))
      return reportError(*error);
    startVerification();
    Event event = await();
    if (event == Event::Ended) {
      if (const std::optional<Error> error = publish())
        return reportError(*error);
      if (!watch_)
        return exitCode_;
      if (isFirst)
        reportNote("waiting for changes of the sources; Ctrl-C ends it");
      event = await();
    }
    if (event == Event::Interrupted)
      break;
    reportNote("the sources have changed: verifying again");
  }
  std::error_code ignored;
  for (const fs::path &file : {newPage(), script()})
    fs::remove(file, ignored);
  return exitCode_;
}

int runView(const ViewOptions &options) {
  const InputOptions &input = options.verification.input;
  if (const std::optional<Error> error = checkOptions(options.verification))
    return reportError(*error);
  for (const std::string &file : input.files) // one that disappears later may come back
    if (std::error_code ignored; !fs::exists(file, ignored))
      return reportError({fmt::format("{}: no such file", file)});
  fs::path page = options.verification.reportFile;
  if (page.empty()) {
    Expected<fs::path> directory = temporaryDirectory();
    if (!directory)
      return reportError(directory.error());
    page = *directory / (input.files.empty() ? "report" : fs::path(input.files.front()).stem());
    page += ".html";
  }
  return View(options, std::move(page)).run();
}

} // namespace

Command addView(CLI::App &heddle, const SplitArguments &arguments) {
  auto options = std::make_shared<ViewOptions>();
  CLI::App *command =
      heddle.add_subcommand("view", "verify, and show the report in the browser; --watch does so after every change");
  VerificationOptions &verification = options->verification;
  addInputOptions(*command, verification.input);
  addEngineOptions(*command, verification.engine);
  addVerificationOptions(*command, verification);
  command->remove_option(command->get_option("--format"));
  command->get_option("--report")->description("where to put the page; otherwise a temporary directory");
  command->add_flag("--watch", options->isWatching, "verify again when a source has changed; the open page follows")
      ->group("Report");
  command->add_flag("!--no-open", options->isOpening, "do not start a browser, only say where the page is")
      ->group("Report");
  return {command, [options, command, &arguments] {
            setArguments(options->verification.input, *command, arguments);
            return runView(*options);
          }};
}

} // namespace heddle::cli
