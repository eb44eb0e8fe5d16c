// Text of a generated C program: lines with indentation, and names that are used once.
#pragma once

#include "differential/random.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace heddle::differential {

class Writer {
public:
  template <typename... Arguments> void line(fmt::format_string<Arguments...> format, Arguments &&...arguments) {
    text_ += std::string(2 * depth_, ' ');
    text_ += fmt::format(format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }
  /// A line that opens a block; `close` ends it.
  template <typename... Arguments> void open(fmt::format_string<Arguments...> format, Arguments &&...arguments) {
    line("{} {{", fmt::format(format, std::forward<Arguments>(arguments)...));
    ++depth_;
  }
  void close(std::string_view after = "") {
    --depth_;
    line("}}{}", after);
  }
  void indent() { ++depth_; }
  void append(const std::string &text) { text_ += text; }
  const std::string &text() const { return text_; }

private:
  std::string text_;
  unsigned depth_ = 0;
};

/// One program of a generated file: its declarations at file level, and the body of its function.
struct ProgramText {
  Random &random;
  unsigned index;
  Writer declarations;
  Writer body;

  /// "v3_7": unique in the file.
  std::string fresh(std::string_view prefix) { return fmt::format("{}{}_{}", prefix, index, names++); }

  unsigned names = 0;
};

} // namespace heddle::differential
