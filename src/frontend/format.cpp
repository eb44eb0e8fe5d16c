#include "frontend/format.hpp"

#include <fmt/format.h>

#include <charconv>

namespace heddle::frontend {

using support::Error;
using support::Expected;

namespace {

/// Reads one conversion, from the character after its `%`.
class ConversionReader {
public:
  explicit ConversionReader(std::string_view rest) : rest_(rest) {}

  Expected<Conversion> read() {
    readFlags();
    conversion_.width = readNumber();
    if (take('.')) {
      conversion_.precision = readNumber();
      if (std::holds_alternative<std::monostate>(conversion_.precision))
        conversion_.precision = 0;
    }
    if (rest_.starts_with('$'))
      return Error{"a format with numbered arguments"};
    readLength();
    constexpr std::string_view known = "diouxXcspneEfFgGaACS%";
    if (rest_.empty() || known.find(rest_.front()) == std::string_view::npos)
      return Error{fmt::format("the conversion `%{}` in a format", rest_.substr(0, 1))};
    conversion_.specifier = rest_.front();
    rest_.remove_prefix(1);
    return conversion_;
  }

  std::string_view rest() const { return rest_; }

private:
  bool take(char c) {
    if (!rest_.starts_with(c))
      return false;
    rest_.remove_prefix(1);
    return true;
  }

  void readFlags() {
    for (;;) {
      if (take('-'))
        conversion_.leftAligned = true;
      else if (take('+'))
        conversion_.showsPlus = true;
      else if (take(' '))
        conversion_.showsSpace = true;
      else if (take('#'))
        conversion_.alternative = true;
      else if (take('0'))
        conversion_.zeroPadded = true;
      else
        return;
    }
  }

  FormatNumber readNumber() {
    if (take('*'))
      return TakenFromArgument{};
    int number = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    if (error != std::errc{} || number < 0)
      return std::monostate{};
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return number;
  }

  void readLength() {
    if (take('h'))
      conversion_.length = take('h') ? ArgumentLength::Char : ArgumentLength::Short;
    else if (take('l'))
      conversion_.length = take('l') ? ArgumentLength::LongLong : ArgumentLength::Long;
    else if (take('j') || take('q'))
      conversion_.length = ArgumentLength::LongLong;
    else if (take('z') || take('t'))
      conversion_.length = ArgumentLength::Long; // in both data models
    else if (take('L'))
      conversion_.length = ArgumentLength::LongDouble;
  }

  std::string_view rest_;
  Conversion conversion_;
};

} // namespace

Expected<std::vector<FormatPart>> parseFormat(std::string_view format) {
  std::vector<FormatPart> parts(1);
  while (!format.empty()) {
    const std::size_t percent = format.find('%');
    parts.back().text += format.substr(0, percent);
    if (percent == std::string_view::npos)
      break;
    ConversionReader reader(format.substr(percent + 1));
    const Expected<Conversion> conversion = reader.read();
    if (!conversion)
      return conversion.error();
    format = reader.rest();
    if (conversion->specifier == '%') {
      parts.back().text += '%';
      continue;
    }
    parts.back().conversion = *conversion;
    parts.emplace_back();
  }
  return parts;
}

} // namespace heddle::frontend
