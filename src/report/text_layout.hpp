// Text in columns: its width, truncation and wrapping. Text is UTF-8; each code point counts as one column, which is
// correct for all text that Heddle itself writes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::report {

std::size_t displayWidth(std::string_view text);

/// At most `width` columns; `…` replaces the rest.
std::string cut(std::string_view text, std::size_t width);

/// Exactly `width` columns: cut, or filled up with spaces.
std::string pad(std::string_view text, std::size_t width);

/// Lines of at most `width` columns, broken at spaces where possible; lines after the first are indented
/// by `hanging`. `width` must exceed `hanging`.
std::vector<std::string> wrap(std::string_view text, std::size_t width, std::size_t hanging);

} // namespace heddle::report
