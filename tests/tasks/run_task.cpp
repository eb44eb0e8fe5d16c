// Runs one task definition (BenchExec format 2.0) as a user would: run_task HEDDLE TASK.yml
//
// For each property of the task, `heddle verify` must give the expected verdict, on its last line and as its exit code.
// For the verdict false, `heddle run --schedule` must replay the counterexample to the same violation. If the task
// names a subproperty, the violation must be of that subproperty. No engine may have failed on the way.
//
// Five keys under options.heddle are specific to Heddle: `arguments` are added to each command line, `verify` only to
// those of `heddle verify`, `engines` lists engines that must each give the expected verdicts as well, `unknown` is a
// part of the expected reason for every property without an expected verdict, and `assuming` lists the assumptions that
// each expected `true` names ('' for none). In `arguments`, {folder} stands for the folder of the task, and what
// follows `--` comes last in a command line. A task with neither an expected verdict nor `unknown` checks nothing and
// is an error.
#include "command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/yaml.h>

#include <cstdio>
#include <optional>

namespace {

namespace fs = std::filesystem;
using heddle::tests::Arguments;
using heddle::tests::CommandResult;

struct Expectation {
  std::string propertyFile;
  std::string verdict;                    // "true", "false", "unknown"
  std::string detail;                     // false: the subproperty; unknown: part of the reason
  std::optional<std::string> assumptions; // true: exactly these, if given
};

struct Task {
  Arguments files;
  Arguments arguments;
  Arguments programArguments; // with `--`
  Arguments verifyArguments;
  Arguments engines;
  std::vector<Expectation> expectations;
};

std::string text(const YAML::Node &node) { return node ? node.as<std::string>() : std::string(); }

/// The argument with the folder of the task in it.
std::string placed(std::string argument, const fs::path &folder) {
  const std::string placeholder = "{folder}";
  for (std::size_t at = 0; (at = argument.find(placeholder, at)) != std::string::npos;)
    argument.replace(at, placeholder.size(), folder.string());
  return argument;
}

Task readTask(const fs::path &path) {
  const YAML::Node root = YAML::LoadFile(path);
  const fs::path folder = path.parent_path();
  const YAML::Node options = root["options"];
  const YAML::Node ours = options["heddle"];
  Task task;
  const YAML::Node files = root["input_files"];
  if (files.IsScalar())
    task.files.push_back(folder / files.as<std::string>());
  for (const YAML::Node &file : files)
    task.files.push_back(folder / file.as<std::string>());
  task.arguments = {"--data-model", options["data_model"].as<std::string>()};
  if (ours && ours["arguments"])
    for (const YAML::Node &argument : ours["arguments"])
      (argument.as<std::string>() == "--" || !task.programArguments.empty() ? task.programArguments : task.arguments)
          .push_back(placed(argument.as<std::string>(), folder));
  if (ours && ours["verify"])
    for (const YAML::Node &argument : ours["verify"])
      task.verifyArguments.push_back(argument.as<std::string>());
  if (ours && ours["engines"])
    for (const YAML::Node &engine : ours["engines"])
      task.engines.push_back(engine.as<std::string>());
  for (const YAML::Node &property : root["properties"]) {
    Expectation expectation{folder / property["property_file"].as<std::string>(), {}, {}, {}};
    if (ours && ours["assuming"])
      expectation.assumptions = ours["assuming"].as<std::string>();
    if (property["expected_verdict"]) {
      expectation.verdict = property["expected_verdict"].as<bool>() ? "true" : "false";
      expectation.detail = text(property["subproperty"]);
    } else if (ours && ours["unknown"]) {
      expectation.verdict = "unknown";
      expectation.detail = ours["unknown"].as<std::string>();
    } else {
      throw std::runtime_error(fmt::format("{}: no verdict is expected for this property", expectation.propertyFile));
    }
    task.expectations.push_back(std::move(expectation));
  }
  if (task.expectations.empty())
    throw std::runtime_error("no properties");
  return task;
}

int exitCodeFor(const std::string &verdict) { return verdict == "true" ? 0 : verdict == "false" ? 1 : 3; }

/// The last line that starts with "VERDICT: ", without this prefix.
std::string verdictOf(const std::string &output) {
  const std::string marker = "VERDICT: ";
  const std::size_t at = output.rfind(marker);
  if (at == std::string::npos)
    return {};
  const std::size_t start = at + marker.size();
  return output.substr(start, output.find('\n', start) - start);
}

/// "violation of valid-deref: …" → "valid-deref"
std::string violatedProperty(const std::string &output) {
  const std::string marker = "violation of ";
  const std::size_t at = output.rfind(marker);
  if (at == std::string::npos)
    return {};
  const std::size_t start = at + marker.size();
  return output.substr(start, output.find(':', start) - start);
}

Arguments operator+(Arguments left, const Arguments &right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

class Runner {
public:
  Runner(std::string heddle, const Task &task) : heddle_(std::move(heddle)), task_(task) {}

  /// The failed expectation, with the command and its output; none if all expectations hold.
  std::optional<std::string> check(const Expectation &expectation) {
    std::optional<std::string> complaint = check(expectation, task_.verifyArguments);
    for (const std::string &engine : task_.engines)
      if (!complaint)
        complaint = check(expectation, task_.verifyArguments + Arguments{"--engine", engine});
    return complaint;
  }

private:
  std::optional<std::string> check(const Expectation &expectation, const Arguments &verifyArguments) {
    const fs::path schedule = directory_.path() / "schedule.json";
    const Arguments common =
        Arguments{"--property", expectation.propertyFile} + task_.arguments + task_.files + task_.programArguments;
    const Arguments verify =
        Arguments{heddle_, "verify", "--timeout", "110s", "--counterexample", schedule} + verifyArguments + common;
    const CommandResult verified = heddle::tests::runCommand(verify);
    const auto complain = [](const Arguments &command, const CommandResult &result, const std::string &what) {
      return fmt::format("{}\n$ {}\n{}", what, heddle::tests::commandLine(command), result.output);
    };

    const std::string verdict = verdictOf(verified.output);
    const std::string word = verdict.substr(0, verdict.find(' '));
    if (verified.output.find("heddle: internal: ") != std::string::npos ||
        verified.output.find("heddle: error: internal: ") != std::string::npos)
      return complain(verify, verified, "an engine has failed");
    if (word != expectation.verdict)
      return complain(verify, verified, fmt::format("expected {}, got {}", expectation.verdict, verdict));
    if (verified.exitCode != exitCodeFor(word))
      return complain(verify, verified, fmt::format("verdict {} with exit code {}", word, verified.exitCode));
    if (word == "unknown" && verdict.find(expectation.detail) == std::string::npos)
      return complain(verify, verified, fmt::format("the reason does not mention '{}'", expectation.detail));
    if (word == "true" && expectation.assumptions) {
      const std::string expected =
          expectation.assumptions->empty() ? "true" : fmt::format("true (assuming: {})", *expectation.assumptions);
      if (verdict != expected)
        return complain(verify, verified, fmt::format("expected '{}', got '{}'", expected, verdict));
    }
    if (word != "false")
      return std::nullopt;

    const std::string violated = violatedProperty(verified.output);
    if (violated.empty() || (!expectation.detail.empty() && violated != expectation.detail))
      return complain(verify, verified,
                      fmt::format("expected a violation of {}, not of '{}'", expectation.detail, violated));
    const Arguments replay = Arguments{heddle_, "run", "--quiet", "--schedule", schedule} + common;
    const CommandResult replayed = heddle::tests::runCommand(replay);
    if (replayed.exitCode != 1 || violatedProperty(replayed.output) != violated)
      return complain(replay, replayed, fmt::format("the schedule does not replay to the violation of {}", violated));
    return std::nullopt;
  }

  std::string heddle_;
  const Task &task_;
  heddle::tests::TemporaryDirectory directory_;
};

} // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: run_task HEDDLE TASK.yml\n");
    return 2;
  }
  try {
    const Task task = readTask(argv[2]);
    Runner runner(argv[1], task);
    bool passed = true;
    for (const Expectation &expectation : task.expectations) {
      const std::string name = fs::path(expectation.propertyFile).stem();
      const std::optional<std::string> complaint = runner.check(expectation);
      fmt::print("{} {}: {}\n", complaint ? "FAILED" : "ok", name, complaint.value_or(expectation.verdict));
      passed = passed && !complaint;
    }
    return passed ? 0 : 1;
  } catch (const std::exception &error) {
    fmt::print(stderr, "{}: {}\n", argv[2], error.what());
    return 2;
  }
}
