// Formatting that all benchmarks share.
#include "report.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace heddle::bench {

namespace {

/// Characters, not bytes: continuation bytes of UTF-8 do not count.
std::size_t widthOf(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

} // namespace

void printMachine(const std::string &heddle) {
  std::array<double, 3> load{};
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  fmt::print("machine: {} cores", cores);
  if (getloadavg(load.data(), 3) == 3)
    fmt::print(", load average {:.2f} {:.2f} {:.2f}{}", load[0], load[1], load[2],
               load[0] >= static_cast<double>(cores) ? " (busy: times will be too long)" : "");
  fmt::print(", {:%Y-%m-%d %H:%M:%S} UTC\nheddle:  {}\n\n", fmt::gmtime(std::time(nullptr)), heddle);
  std::fflush(stdout);
}

namespace {

int reportError(std::string_view program, const support::Error &error) {
  std::fflush(stdout);
  fmt::print(stderr, "{}: error: {}\n", program, error.message);
  return exitUsage;
}

/// The exit code if the command line is invalid or only asks for help.
std::optional<int> parseCommandLine(CLI::App &app, std::vector<std::string> arguments) {
  try {
    std::reverse(arguments.begin(), arguments.end()); // CLI11 takes them off the end
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError &error) {
    if (error.get_exit_code() == 0) // --help
      return app.exit(error);
    return reportError(app.get_name(), {fmt::format("{}; see: {} --help", error.what(), app.get_name())});
  }
  return std::nullopt;
}

} // namespace

int runBenchmark(CLI::App &app, std::vector<std::string> arguments,
                 const std::function<support::Expected<int>()> &run) {
  if (const std::optional<int> exitCode = parseCommandLine(app, std::move(arguments)))
    return *exitCode;
  const support::Expected<int> exitCode = run();
  return exitCode ? *exitCode : reportError(app.get_name(), exitCode.error());
}

std::string cell(std::string_view text, int width) {
  const auto wanted = static_cast<std::size_t>(std::abs(width));
  const std::string padding(wanted - std::min(wanted, widthOf(text)), ' ');
  return width < 0 ? std::string(text) + padding : padding + std::string(text);
}

std::string secondsText(double seconds) { return fmt::format("{:.3f} s", seconds); }

std::string memoryText(std::uint64_t bytes) { return fmt::format("{:.0f} MB", static_cast<double>(bytes) / 1e6); }

std::string countText(std::uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t place = text.size(); place > 3;) {
    place -= 3;
    text.insert(place, " ");
  }
  return text;
}

std::string ratioText(double ours, double theirs) {
  return theirs > 0 ? fmt::format("{:.2f}", ours / theirs) : std::string("–");
}

} // namespace heddle::bench
