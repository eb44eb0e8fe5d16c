#include "cli/terminal.hpp"

#include "report/text_layout.hpp"

#include <fmt/format.h>

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <sstream>

namespace heddle::cli {

namespace {

constexpr unsigned short defaultWidth = 120;
constexpr unsigned short defaultHeight = 24;

winsize sizeOf(int descriptor) {
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0)
    size = {};
  if (size.ws_col == 0)
    size.ws_col = defaultWidth;
  if (size.ws_row == 0)
    size.ws_row = defaultHeight;
  return size;
}

void writeToTerminal(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

} // namespace

std::size_t outputWidth() { return sizeOf(STDOUT_FILENO).ws_col; }

LiveStatus::LiveStatus(bool wanted) : active_(wanted && isatty(STDERR_FILENO) == 1) {}

void LiveStatus::show(const std::string &text) {
  constexpr auto interval = std::chrono::milliseconds(90);
  if (!visible_ || std::chrono::steady_clock::now() - lastShown_ >= interval)
    showNow(text);
}

void LiveStatus::showNow(const std::string &text) {
  if (!active_)
    return;
  const winsize size = sizeOf(STDERR_FILENO);
  std::string shown(eraseStatus);
  std::istringstream lines(text);
  int count = 0;
  for (std::string line; count + 1 < size.ws_row && std::getline(lines, line); ++count)
    shown += (count == 0 ? "" : "\n") + report::cut(line, std::max<std::size_t>(size.ws_col, 2) - 1);
  shown += count > 1 ? fmt::format("\r\033[{}A", count - 1) : "\r";
  writeToTerminal(shown);
  lastShown_ = std::chrono::steady_clock::now();
  visible_ = true;
}

void LiveStatus::clear() {
  if (!visible_)
    return;
  writeToTerminal(eraseStatus);
  visible_ = false;
}

} // namespace heddle::cli
