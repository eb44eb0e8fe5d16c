// $BROWSER is what desktops and tools agree on: a list of commands separated by colons, in which %s stands for the
// address; without %s, the address is the last argument. It counts even without a display, because its value is a
// decision of the user. Otherwise xdg-open knows the browser, if there is a display.
#include "cli/browser.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <vector>

namespace heddle::cli {

namespace fs = std::filesystem;

namespace {

std::string environment(const char *name) {
  const char *value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);)
    if (!part.empty())
      parts.push_back(part);
  return parts;
}

bool isProgram(const std::string &name) {
  const auto isExecutable = [](const fs::path &path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
  };
  if (name.find('/') != std::string::npos)
    return isExecutable(name);
  for (const std::string &directory : split(environment("PATH"), ':'))
    if (isExecutable(fs::path(directory) / name))
      return true;
  return false;
}

/// The words of the command that opens the address; empty if there is none.
std::vector<std::string> commandFor(const std::string &address) {
  for (const std::string &entry : split(environment("BROWSER"), ':')) {
    std::vector<std::string> words = split(entry, ' ');
    if (words.empty() || !isProgram(words.front()))
      continue;
    bool isPlaced = false;
    for (std::string &word : words)
      if (const std::size_t at = word.find("%s"); at != std::string::npos) {
        word.replace(at, 2, address);
        isPlaced = true;
      }
    if (!isPlaced)
      words.push_back(address);
    return words;
  }
  const bool hasDisplay = !environment("DISPLAY").empty() || !environment("WAYLAND_DISPLAY").empty();
  if (hasDisplay && isProgram("xdg-open"))
    return {"xdg-open", address};
  return {};
}

/// In a session of its own, so that Ctrl-C in the terminal does not end the browser, and without its messages.
[[noreturn]] void become(std::vector<std::string> &words) {
  setsid();
  if (fork() != 0)
    _exit(EXIT_SUCCESS);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int signal : {SIGINT, SIGTERM, SIGCHLD, SIGPIPE})
    std::signal(signal, SIG_DFL);
  const int nothing = open("/dev/null", O_RDWR);
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    dup2(nothing, descriptor);
  std::vector<char *> arguments;
  for (std::string &word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execvp(arguments.front(), arguments.data());
  _exit(EXIT_FAILURE);
}

} // namespace

std::string fileAddress(const std::string &path) {
  std::string address = "file://";
  for (const char c : fs::absolute(path).lexically_normal().string()) {
    const bool isPlain =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || std::string_view("/-._~").find(c) != std::string_view::npos;
    address += isPlain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return address;
}

std::optional<std::string> openInBrowser(const std::string &address) {
  std::vector<std::string> words = commandFor(address);
  if (words.empty())
    return std::nullopt;
  const pid_t starter = fork();
  if (starter == 0)
    become(words);
  if (starter < 0)
    return std::nullopt;
  while (waitpid(starter, nullptr, 0) < 0 && errno == EINTR)
    ;
  return words.front();
}

} // namespace heddle::cli
