// What Heddle shows on a terminal while it works, and how wide that is.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace heddle::cli {

/// Columns of the terminal that standard output goes to; 120 if it goes elsewhere.
std::size_t outputWidth();

/// One line on standard error that is written over and cleared at the end; nothing if that is no terminal.
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
