// The options of C compilers, as build systems write them: which of them change the meaning of a program, and which
// take an operand. Shared by the command line and by compilation databases.
#pragma once

#include "support/expected.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace heddle::frontend {

/// What the operand of an option is: relative paths are resolved.
enum class FlagOperand : std::uint8_t { None, Text, Path, HeaderPath };

/// An option that changes the meaning of the program.
struct KeptFlag {
  std::string name;         // "-I"; with a joined text "-std=c11"
  FlagOperand operand = {}; // None: `value` is empty
  std::string value = {};
};

struct SeparatedFlags {
  std::vector<KeptFlag> kept;       // in their order, which matters for -D and -U
  std::vector<std::string> ignored; // with their operands, as given
  std::vector<std::string> others;  // not options of a C compiler: files, and Heddle's own options
};

/// An error if the operand of an option is missing, or if the option has a meaning that Heddle does not follow.
support::Expected<SeparatedFlags> separateFlags(std::span<const std::string> arguments);

/// As clang expects them: `-Ix`, and `-include x` as two arguments.
std::vector<std::string> asArguments(const std::vector<KeptFlag> &flags);

} // namespace heddle::frontend
