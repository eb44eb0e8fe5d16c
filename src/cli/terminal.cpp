#include "cli/terminal.hpp"

#include "report/text_layout.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

namespace heddle::cli {

namespace {

constexpr std::size_t defaultWidth = 120;

std::size_t widthOf(int descriptor) {
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return defaultWidth;
  return size.ws_col;
}

} // namespace

std::size_t outputWidth() { return widthOf(STDOUT_FILENO); }

ProgressLine::ProgressLine(bool wanted) : active_(wanted && isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(const std::string &text) {
  constexpr auto interval = std::chrono::milliseconds(100);
  const auto now = std::chrono::steady_clock::now();
  if (!active_ || (visible_ && now - lastShown_ < interval))
    return;
  lastShown_ = now;
  visible_ = true;
  std::fprintf(stderr, "\r\033[K%s", report::cut(text, widthOf(STDERR_FILENO) - 1).c_str());
  std::fflush(stderr);
}

void ProgressLine::clear() {
  if (!visible_)
    return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  visible_ = false;
}

} // namespace heddle::cli
