#include "engines/option.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

namespace heddle::engines {

std::string alternatives(const std::vector<std::string> &names) {
  if (names.size() == 1)
    return names.front();
  return fmt::format("{} or {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

std::optional<support::Error> parseNumber(const std::string &text, std::uint64_t least, std::uint64_t most,
                                          std::uint64_t &value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool isNumber = error == std::errc{} && end == text.data() + text.size();
  if (isNumber && value >= least && value <= most)
    return std::nullopt;
  if (most == std::numeric_limits<std::uint64_t>::max())
    return support::Error{fmt::format("'{}' is not a whole number of at least {}", text, least)};
  return support::Error{fmt::format("'{}' is not a whole number from {} to {}", text, least, most)};
}

Option flag(std::string name, bool &setting, std::string text) {
  return {.name = std::move(name),
          .valueName = {},
          .text = std::move(text),
          .choices = {},
          .defaultValue = {},
          .set = [&setting](const std::string &) -> std::optional<support::Error> {
            setting = true;
            return std::nullopt;
          }};
}

} // namespace heddle::engines
