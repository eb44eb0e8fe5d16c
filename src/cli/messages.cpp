#include "cli/messages.hpp"

#include "cli/exit_codes.hpp"
#include "support/descriptors.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace heddle::cli {

int reportError(const support::Error &error) {
  if (error.verbatim)
    fmt::print(stderr, "{}{}", error.message, error.message.empty() || error.message.back() != '\n' ? "\n" : "");
  else
    fmt::print(stderr, "heddle: error: {}\n", error.message);
  return exitUsage;
}

int reportInternal(const std::string &message) {
  fmt::print(stderr, "heddle: error: internal: {}; please report this with the input\n", message);
  return exitInternal;
}

void reportFailure(const std::string &engine, const std::string &message) {
  fmt::print(stderr, "heddle: internal: engine {}: {}; please report this with the input\n", engine, message);
}

void reportNote(const std::string &message) { fmt::print(stderr, "heddle: note: {}\n", message); }

void print(const std::string &text) {
  // Long texts are written by fwrite itself, and only fflush tells of the rest.
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0)
    return;
  // A report that could not be written must not look like a success.
  std::exit(reportError({fmt::format("standard output: cannot be written: {}", std::strerror(errno))}));
}

support::Expected<bool> writeFile(const std::string &path, const std::string &content) {
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream << content;
  stream.close();
  if (!stream)
    return support::Error{fmt::format("{}: cannot be written: {}", path, std::strerror(errno))};
  return true;
}

support::Expected<bool> writeTo(int descriptor, std::string_view content) {
  if (!support::writeAll(descriptor, content))
    return support::Error{fmt::format("the report cannot be written: {}", std::strerror(errno))};
  return true;
}

} // namespace heddle::cli
