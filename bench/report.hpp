// Output and exit codes of the benchmarks.
#pragma once

#include "support/expected.hpp"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::bench {

constexpr int exitGood = 0;
constexpr int exitWrong = 1; // some verdict is wrong
constexpr int exitUsage = 2;
constexpr int exitInterrupted = 130; // as shells have it

/// Prints the context without which measurements mean little: cores, load averages, date, and the measured command.
void printMachine(const std::string &heddle);

/// The rest of main after the options are declared: parses the command line, runs, and reports an error as "NAME:
/// error: MESSAGE". Returns the exit code.
int runBenchmark(CLI::App &app, std::vector<std::string> arguments, const std::function<support::Expected<int>()> &run);

/// A column of a table: width in characters, negative to align to the left.
std::string cell(std::string_view text, int width);

std::string secondsText(double seconds);           // "0.123 s"
std::string memoryText(std::uint64_t bytes);       // "91 MB"
std::string countText(std::uint64_t count);        // "12 345"
std::string ratioText(double ours, double theirs); // "0.42"

} // namespace heddle::bench
