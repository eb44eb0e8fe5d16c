// Parts of a command line that are not for the parser of options: those for the C compiler, and those for the program.
#pragma once

#include "support/expected.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heddle::cli {

struct SplitArguments {
  std::vector<std::string> heddle;
  std::vector<std::string> compiler; // in their order, which matters for -D and -U
  std::vector<std::string> ignored;  // options of C compilers that have no effect here, with their operands
  std::optional<std::vector<std::string>> program; // what follows `--`
};

/// This happens before the command line is parsed, because the syntax of a compiler's options differs: -DNAME=1 and
/// -std=c11 would be parsed as groups of one-letter options.
support::Expected<SplitArguments> splitArguments(const std::vector<std::string> &arguments);

} // namespace heddle::cli
