// Text in UTF-8 whose origin is not known: output of other programs, names of files.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heddle::support {

/// How many bytes the character has that begins at `at`: 1 to 4, or 0 if what begins there is none (Unicode, table
/// 3-7).
std::size_t utf8Length(std::string_view text, std::size_t at);

/// As people would read it: bytes that are not UTF-8 become U+FFFD, control characters blanks; escape sequences of
/// terminals are left out.
std::string printable(std::string_view text);

} // namespace heddle::support
