// The live status on a terminal, and the width of the terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace heddle::cli {

/// The width of the terminal of standard output; 120 if it is not a terminal.
std::size_t outputWidth();

/// Removes a status that is shown. While it is, the cursor stays at its beginning, so that this is all there is to do,
/// also in a signal handler.
constexpr std::string_view eraseStatus = "\r\033[J";

/// A few lines on standard error that are overwritten, and erased in the end. Shows nothing if that is not a terminal.
class LiveStatus {
public:
  explicit LiveStatus(bool wanted);
  LiveStatus(const LiveStatus &) = delete;
  LiveStatus &operator=(const LiveStatus &) = delete;
  ~LiveStatus() { clear(); }

  /// The text has one line or several, each of which is cut at the width of the terminal. Left out if the last one was
  /// shown just before.
  void show(const std::string &text);
  /// The same, even if the last one was shown just before: for the beginning of a phase.
  void showNow(const std::string &text);
  void clear();

private:
  bool active_;
  bool visible_ = false;
  std::chrono::steady_clock::time_point lastShown_{};
};

} // namespace heddle::cli
