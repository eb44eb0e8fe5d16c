// The format strings of printf, as C17 7.21.6.1 defines them.
#pragma once

#include "support/expected.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace heddle::frontend {

/// The type that a length modifier gives to an argument.
enum class ArgumentLength : std::uint8_t { Default, Char, Short, Long, LongLong, LongDouble };

/// A width or precision that is given as the next argument, by `*`.
struct TakenFromArgument {};
using FormatNumber = std::variant<std::monostate, int, TakenFromArgument>;

struct Conversion {
  char specifier = 0;
  ArgumentLength length = ArgumentLength::Default;
  FormatNumber width;
  FormatNumber precision;
  bool leftAligned = false;
  bool showsPlus = false;
  bool showsSpace = false;
  bool alternative = false;
  bool zeroPadded = false;
};

/// Some literal text, and the conversion after it unless the format ends there.
struct FormatPart {
  std::string text;
  std::optional<Conversion> conversion;
};

/// The parts of a format. An error is a construct that has no model: numbered arguments, an unknown conversion.
support::Expected<std::vector<FormatPart>> parseFormat(std::string_view format);

} // namespace heddle::frontend
