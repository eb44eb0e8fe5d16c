// The progress line on a terminal, and the width of the terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace heddle::cli {

/// The width of the terminal of standard output; 120 if it is not a terminal.
std::size_t outputWidth();

/// A line on standard error that is overwritten, and cleared in the end. Shows nothing if that is not a terminal.
class ProgressLine {
public:
  explicit ProgressLine(bool wanted);
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;
  ~ProgressLine() { clear(); }

  void show(const std::string &text);
  void clear();

private:
  bool active_;
  bool visible_ = false;
  std::chrono::steady_clock::time_point lastShown_{};
};

} // namespace heddle::cli
