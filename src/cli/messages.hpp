// Errors that a user can cause, as one clear line on standard error.
#pragma once

#include "support/expected.hpp"

#include <string>

namespace heddle::cli {

/// `heddle: error: …`, or clang's own diagnostics as they are. Returns exitUsage.
int reportError(const support::Error &error);

/// `heddle: error: internal: …`. Returns exitInternal.
int reportInternal(const std::string &message);

/// Writes to standard output; flushes, because the process may be ended by a signal. Ends the process if
/// that fails.
void print(const std::string &text);

/// Replaces the file; the error says why it could not.
support::Expected<bool> writeFile(const std::string &path, const std::string &content);

} // namespace heddle::cli
