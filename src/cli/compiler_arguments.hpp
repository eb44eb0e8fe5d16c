// Options for the C compiler: -I, -D, -U, -std=, -include and similar ones.
#pragma once

#include "support/expected.hpp"

#include <string>
#include <vector>

namespace heddle::cli {

struct SplitArguments {
  std::vector<std::string> heddle;
  std::vector<std::string> compiler; // in their order, which matters for -D and -U
};

/// Separates the compiler's options from a command line. This happens before the command line is parsed, because their
/// syntax differs: -DNAME=1 and -std=c11 would be parsed as groups of one-letter options. Every argument after `--` is
/// a file, even if it begins with a dash.
support::Expected<SplitArguments> splitArguments(const std::vector<std::string> &arguments);

} // namespace heddle::cli
