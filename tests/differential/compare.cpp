// Compares Heddle with the C compiler on the same programs, which are compiled by clang and run, and executed by
// Heddle.
//
//   compare HEDDLE CLANG DIRECTORY --seed N COUNT    programs generated from this seed
//   compare HEDDLE CLANG DIRECTORY FILE              programs written by hand
//
// The compiled file prints one checksum for each of its programs (see programs/checksum.h). Heddle gets these values as
// the expected ones. Three conditions must hold: no checksum differs, the end of main is reached (so that an execution
// that is cut cannot pass as agreement), and a wrong value is detected. One execution by the interpreter (heddle run)
// decides this; files written by hand must also pass `heddle verify`. If something differs, each program is compared
// separately to identify the ones that differ, and the generated file is kept in DIRECTORY.
//
// If HEDDLE_LONG is set in the environment, each seed is replaced by twenty.
#include "campaign_size.hpp"
#include "command.hpp"
#include "differential/generate.hpp"
#include "source_directory.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

namespace {

namespace fs = std::filesystem;
using heddle::tests::Arguments;
using heddle::tests::CommandResult;
using heddle::tests::runCommand;
using Values = std::vector<std::string>;

constexpr std::uint64_t longModeSeeds = 20;
const fs::path headers = fs::path(HEDDLE_SOURCE_DIR) / "tests" / "differential" / "programs";

class Comparison {
public:
  Comparison(std::string heddle, std::string clang, fs::path directory)
      : heddle_(std::move(heddle)), clang_(std::move(clang)), directory_(std::move(directory)) {}

  /// True if Heddle agrees with the compiler on every program of the file.
  bool run(const fs::path &file) const {
    const Values values = runNatively(file);
    Values wrong = values;
    const std::size_t victim = values.size() / 2;
    wrong[victim] = wrong[victim] == "0" ? "1" : "0";
    if (!expect(finished, file, values))
      return nameCulprits(file, values);
    const bool reaches = expect(differs, file, values, "-DREACH_END");
    const bool notices = expect(differs, file, wrong);
    if (!reaches)
      fmt::print("{}: the end of main is not reached\n", file.string());
    if (!notices)
      fmt::print("{}: a wrong value for program {} is not noticed\n", file.string(), victim);
    if (reaches && notices)
      fmt::print("{}: {} programs agree\n", file.string(), values.size());
    return reaches && notices;
  }

  bool verify(const fs::path &file) const {
    const Arguments command = commandFor("verify", file, runNatively(file), "");
    const CommandResult result = runCommand(command);
    if (result.exitCode == 0 && result.output == "VERDICT: true\n")
      return true;
    fmt::print("expected true, got {}$ {}\n", result.output, heddle::tests::commandLine(command));
    return false;
  }

private:
  Values runNatively(const fs::path &file) const {
    const fs::path binary = directory_ / file.stem();
    const Arguments compile{clang_, "-w", "-O0", "-I", headers, file, "-o", binary};
    const CommandResult compiled = runCommand(compile);
    if (compiled.exitCode != 0)
      throw std::runtime_error(fmt::format("{}\n{}", heddle::tests::commandLine(compile), compiled.output));
    const CommandResult executed = runCommand({binary});
    fs::remove(binary);
    std::istringstream lines(executed.output);
    Values values;
    for (std::string line; std::getline(lines, line);)
      values.push_back(line);
    if (executed.exitCode != 0 || values.empty())
      throw std::runtime_error(fmt::format("{}: ends with {}", file.string(), executed.exitCode));
    return values;
  }

  Arguments commandFor(const std::string &what, const fs::path &file, const Values &values,
                       const std::string &define) const {
    std::string list;
    for (const std::string &value : values)
      list += fmt::format("{}{}ULL", list.empty() ? "" : ",", value);
    Arguments command{heddle_, what, "--quiet", "-I", headers, "-DEXPECTED=" + list, file};
    if (!define.empty())
      command.push_back(define);
    return command;
  }

  struct Ending {
    int exitCode;
    std::string_view text; // how the output starts
  };
  static constexpr Ending finished{0, "ended: the program finished"};
  static constexpr Ending differs{1, "ended with a violation of unreach-call: reach_error() is called"};

  bool expect(const Ending &ending, const fs::path &file, const Values &values, const std::string &define = {}) const {
    const Arguments command = commandFor("run", file, values, define);
    const CommandResult result = runCommand(command);
    if (result.exitCode == ending.exitCode && result.output.starts_with(ending.text))
      return true;
    fmt::print("expected '{}', got {}$ {}\n", ending.text, result.output, heddle::tests::commandLine(command));
    return false;
  }

  bool nameCulprits(const fs::path &file, const Values &values) const {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!expect(finished, file, values, fmt::format("-DONLY={}", i)))
        fmt::print("{}: Heddle differs on program {}\n", file.string(), i);
    }
    return false;
  }

  std::string heddle_;
  std::string clang_;
  fs::path directory_;
};

bool compareSeed(const Comparison &comparison, const fs::path &directory, std::uint64_t seed, unsigned count) {
  const fs::path file = directory / fmt::format("seed{}.c", seed);
  std::ofstream(file) << heddle::differential::generate(seed, count);
  const bool agrees = comparison.run(file);
  if (agrees)
    fs::remove(file);
  return agrees;
}

int compareAll(const Arguments &arguments) {
  const fs::path directory = arguments[2];
  fs::create_directories(directory);
  const Comparison comparison(arguments[0], arguments[1], directory);
  if (arguments[3] != "--seed")
    return comparison.run(arguments[3]) && comparison.verify(arguments[3]) ? 0 : 1;
  const std::uint64_t seed = std::stoull(arguments.at(4));
  const auto count = static_cast<unsigned>(std::stoul(arguments.at(5)));
  const std::uint64_t rounds = heddle::testing::isInLongMode() ? longModeSeeds : 1;
  bool agrees = true;
  for (std::uint64_t round = 0; round < rounds; ++round)
    agrees = compareSeed(comparison, directory, seed + 1000 * round, count) && agrees;
  return agrees ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  const Arguments arguments(argv + 1, argv + argc);
  if (arguments.size() != 4 && arguments.size() != 6) {
    fmt::print(stderr, "usage: compare HEDDLE CLANG DIRECTORY FILE | --seed N COUNT\n");
    return 2;
  }
  try {
    return compareAll(arguments);
  } catch (const std::exception &error) {
    fmt::print(stderr, "compare: {}\n", error.what());
    return 2;
  }
}
