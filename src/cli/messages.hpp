// Output of commands: errors on standard error, reports on standard output and in files.
#pragma once

#include "support/expected.hpp"

#include <string>
#include <string_view>

namespace heddle::cli {

/// `heddle: error: …`, or clang's own diagnostics as they are. Returns exitUsage.
int reportError(const support::Error &error);

/// `heddle: error: internal: …`. Returns exitInternal.
int reportInternal(const std::string &message);

/// `heddle: internal: …`, for an engine that has failed while another one has answered.
void reportFailure(const std::string &engine, const std::string &message);

/// `heddle: note: …`, on standard error.
void reportNote(const std::string &message);

/// Writes to standard output and flushes it, because a signal may end the process. Exits with an error if that fails.
void print(const std::string &text);

/// Creates or replaces the file.
support::Expected<bool> writeFile(const std::string &path, const std::string &content);

/// Writes all of it to a file descriptor.
support::Expected<bool> writeTo(int descriptor, std::string_view content);

} // namespace heddle::cli
