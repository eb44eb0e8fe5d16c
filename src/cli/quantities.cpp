#include "cli/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

namespace heddle::cli {

namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr Unit timeUnits[] = {{"", 1e3}, {"s", 1e3}, {"ms", 1}, {"m", 60e3}, {"min", 60e3}, {"h", 3600e3}};
constexpr Unit sizeUnits[] = {{"", 1},           {"B", 1},           {"K", 1e3},           {"KB", 1e3},
                              {"M", 1e6},        {"MB", 1e6},        {"G", 1e9},           {"GB", 1e9},
                              {"T", 1e12},       {"TB", 1e12},       {"KI", 1024.0},       {"KIB", 1024.0},
                              {"MI", 1048576.0}, {"MIB", 1048576.0}, {"GI", 1073741824.0}, {"GIB", 1073741824.0}};

/// The number times its unit, or nothing. Only decimal numbers are accepted; strtod alone would accept "inf" and
/// "0x1p3".
template <std::size_t count>
std::optional<double> parse(const std::string &text, const Unit (&units)[count], bool upperCase) {
  const std::size_t split = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string number = text.substr(0, split);
  std::string unit = text.substr(split);
  unit.erase(0, unit.find_first_not_of(' '));
  std::transform(unit.begin(), unit.end(), unit.begin(), [upperCase](unsigned char c) {
    return static_cast<char>(upperCase ? std::toupper(c) : std::tolower(c));
  });
  char *end = nullptr;
  const double value = std::strtod(number.c_str(), &end);
  if (number.empty() || *end != '\0')
    return std::nullopt;
  for (const Unit &candidate : units) {
    if (candidate.name == unit)
      return value * candidate.factor;
  }
  return std::nullopt;
}

} // namespace

support::Expected<std::chrono::milliseconds> parseDuration(const std::string &text) {
  const std::optional<double> value = parse(text, timeUnits, false);
  if (!value || *value < 1 || *value > 1e12)
    return support::Error{fmt::format("'{}' is not a time span: write seconds, or 500ms, 10s, 5m, 2h", text)};
  return std::chrono::milliseconds(std::llround(*value));
}

support::Expected<std::uint64_t> parseSize(const std::string &text) {
  const std::optional<double> value = parse(text, sizeUnits, true);
  if (!value || *value < 1 || *value > 1e18)
    return support::Error{fmt::format("'{}' is not an amount of memory: write bytes, or 500MB, 2GB", text)};
  return static_cast<std::uint64_t>(*value);
}

std::string describeDuration(std::chrono::milliseconds duration) {
  return fmt::format("{:g} s", static_cast<double>(duration.count()) / 1e3);
}

std::string describeSize(std::uint64_t bytes) {
  const auto value = static_cast<double>(bytes);
  if (value < 1e3)
    return bytes == 1 ? "1 byte" : fmt::format("{} bytes", bytes);
  if (value < 1e6)
    return fmt::format("{:.4g} KB", value / 1e3);
  if (value < 1e9)
    return fmt::format("{:.4g} MB", value / 1e6);
  return fmt::format("{:.4g} GB", value / 1e9);
}

} // namespace heddle::cli
