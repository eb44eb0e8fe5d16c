// Options that are meant for the C compiler: -I, -D, -U, -std=, -include and their kin.
#pragma once

#include "support/expected.hpp"

#include <string>
#include <vector>

namespace heddle::cli {

struct SplitArguments {
  std::vector<std::string> heddle;
  std::vector<std::string> compiler; // in their order, which matters for -D and -U
};

/// Takes the compiler's options out of a command line. They have to go first, because they do not follow
/// the rules of the others: -DNAME=1 and -std=c11 would read as bundles of one-letter options. What follows
/// `--` is a file, whatever it begins with.
support::Expected<SplitArguments> splitArguments(const std::vector<std::string> &arguments);

} // namespace heddle::cli
