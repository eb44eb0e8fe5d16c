// heddle-shrink: makes a C file small while engines still disagree on it, or while a command still succeeds.
//
//   heddle-shrink program.c -o small.c --engines bmc,explore -- --property no-data-race
//   heddle-shrink program.c -o small.c --engines 'lazy --search bfs,explore'
//   heddle-shrink program.c -o small.c --command 'heddle verify --engine trace {} | grep -q "VERDICT: true"'
//
// Engines disagree if one says true and another one false, or if one of them ends with an internal error or crashes.
// Then the shrunk file has the same disagreement of the same engines, and a task definition for tests/programs is
// written next to it. A candidate that does not compile is never interesting. Without a time limit that cuts it short,
// the result depends on nothing but the file and what the engines say.
#include "command.hpp"
#include "shrink/c_shrinker.hpp"
#include "shrink/task_definition.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>

namespace heddle::shrink {

namespace {

namespace fs = std::filesystem;
using tests::Arguments;

struct Request {
  std::string input;
  std::string output;
  std::string engines;
  std::string command;
  std::string heddle = HEDDLE_COMMAND;
  Arguments verifyArguments;
  unsigned seconds = 300;     // for all candidates together
  unsigned testSeconds = 10;  // for one candidate
  std::size_t tests = 20'000; // candidates
};

std::string readFile(const fs::path &path) {
  std::ifstream file(path);
  if (!file)
    throw std::runtime_error(fmt::format("cannot read {}", path.string()));
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void writeFile(const fs::path &path, const std::string &text) {
  std::ofstream file(path);
  file << text;
  if (!file.flush())
    throw std::runtime_error(fmt::format("cannot write {}", path.string()));
}

Arguments split(const std::string &text, char separator) {
  Arguments parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);)
    if (!part.empty())
      parts.push_back(part);
  return parts;
}

enum class Answer { True, False, Unknown, BadInput, Crash };

/// From the exit code of `heddle verify` (man page, EXIT STATUS); 137 is the end of the time for one candidate.
Answer answerFor(int exitCode) {
  switch (exitCode) {
  case 0:
    return Answer::True;
  case 1:
    return Answer::False;
  case 2:
    return Answer::BadInput;
  case 3:
  case 137:
    return Answer::Unknown;
  default:
    return Answer::Crash;
  }
}

const char *describe(Answer answer) {
  static constexpr const char *texts[] = {"true", "false", "unknown", "rejects the file", "internal error"};
  return texts[static_cast<std::size_t>(answer)];
}

/// Runs commands on a candidate, which is written to a file with the name of the input.
class Candidates {
public:
  explicit Candidates(const Request &request)
      : request_(request), file_(directory_.path() / fs::path(request.input).filename()) {}

  Answer ask(const std::string &engine, const std::string &text) const {
    writeFile(file_, text);
    const Arguments words = split(engine, ' ');
    Arguments command = limited(request_.testSeconds + 5);
    command.insert(command.end(), {request_.heddle, "verify", "--quiet", "--timeout",
                                   std::to_string(request_.testSeconds), "--engine"});
    command.insert(command.end(), words.begin(), words.end());
    command.insert(command.end(), request_.verifyArguments.begin(), request_.verifyArguments.end());
    command.push_back(file_);
    return answerFor(tests::runCommand(command).exitCode);
  }

  bool passesCommand(const std::string &text) const {
    writeFile(file_, text);
    std::string line = request_.command;
    for (std::size_t at = 0; (at = line.find("{}", at)) != std::string::npos; at += file_.string().size())
      line.replace(at, 2, file_.string());
    Arguments command = limited(request_.testSeconds);
    command.insert(command.end(), {"sh", "-c", line});
    return tests::runCommand(command).exitCode == 0;
  }

private:
  static Arguments limited(unsigned seconds) { return {"timeout", "--signal=KILL", std::to_string(seconds)}; }

  const Request &request_;
  tests::TemporaryDirectory directory_;
  fs::path file_;
};

/// The engines whose answers are the disagreement, with these answers.
using Disagreement = std::vector<std::pair<std::string, Answer>>;

Disagreement findDisagreement(const Candidates &candidates, const Request &request, const std::string &text) {
  Disagreement answers;
  for (const std::string &engine : split(request.engines, ',')) {
    answers.emplace_back(engine, candidates.ask(engine, text));
    fmt::print("{}: {}\n", engine, describe(answers.back().second));
  }
  const auto find = [&](Answer answer) {
    return std::find_if(answers.begin(), answers.end(), [&](const auto &entry) { return entry.second == answer; });
  };
  if (find(Answer::Crash) != answers.end())
    return {*find(Answer::Crash)};
  if (find(Answer::True) != answers.end() && find(Answer::False) != answers.end())
    return {*find(Answer::True), *find(Answer::False)};
  return {};
}

/// What `--property` of heddle verify asks for; unreach-call is its default.
program::PropertySet propertiesIn(const Arguments &arguments) {
  program::PropertySet properties;
  for (std::size_t i = 0; i + 1 < arguments.size(); ++i)
    if (arguments[i] == "--property")
      if (const auto parsed = program::parseProperty(fs::path(arguments[i + 1]).stem().string()))
        properties = properties | *parsed;
  return properties.empty() ? program::PropertySet{program::Property::UnreachCall} : properties;
}

/// A verdict of false was replayed by the interpreter, so that in a disagreement it is true that is wrong.
void writeTask(const Request &request, const Disagreement &disagreement) {
  const bool isConflict = disagreement.size() == 2;
  const Arguments words = split(disagreement.front().first, ' ');
  const fs::path task = fs::path(request.output).replace_extension(".yml");
  writeFile(task, toYaml({fs::path(request.output).filename(), propertiesIn(request.verifyArguments),
                          isConflict ? std::optional(false) : std::nullopt, words.front()}));
  fmt::print("{} is its task definition; both belong into a folder of tests/programs\n", task.string());
}

int shrinkFile(const Request &request) {
  const std::string text = readFile(request.input);
  const Candidates candidates(request);
  Disagreement disagreement;
  IsInteresting isInteresting = [&](const std::string &candidate) { return candidates.passesCommand(candidate); };
  if (!request.engines.empty()) {
    disagreement = findDisagreement(candidates, request, text);
    isInteresting = [&](const std::string &candidate) {
      return !disagreement.empty() && std::all_of(disagreement.begin(), disagreement.end(), [&](const auto &entry) {
        return candidates.ask(entry.first, candidate) == entry.second;
      });
    };
  }
  if (!isInteresting(text)) {
    fmt::print(stderr, "heddle-shrink: {}: {}\n", request.input,
               request.engines.empty() ? "the command fails on the file as it is" : "the engines do not disagree");
    return 1;
  }
  Budget budget(request.tests, std::chrono::seconds(request.seconds));
  const std::string small = shrinkC(text, isInteresting, budget);
  writeFile(request.output, small);
  fmt::print("{}: {} lines instead of {}, {} candidates{}\n", request.output,
             std::count(small.begin(), small.end(), '\n'), std::count(text.begin(), text.end(), '\n'), budget.spent(),
             budget.isExhausted() ? ", cut short by the limit" : "");
  if (!disagreement.empty())
    writeTask(request, disagreement);
  return 0;
}

} // namespace

} // namespace heddle::shrink

int main(int argc, char **argv) {
  heddle::shrink::Request request;
  CLI::App app("Shrinks a C file on which engines disagree.", "heddle-shrink");
  app.add_option("FILE", request.input, "the C file")->required()->check(CLI::ExistingFile);
  app.add_option("-o,--output", request.output, "the small C file")->required();
  auto *const engines = app.add_option(
      "--engines", request.engines, "engines that must still disagree: names, each with options, separated by commas");
  auto *const command =
      app.add_option("--command", request.command, "a shell command that must still succeed; {} is the file");
  engines->excludes(command);
  app.add_option("--time", request.seconds, "seconds for all candidates together")->capture_default_str();
  app.add_option("--test-time", request.testSeconds, "seconds for one candidate")->capture_default_str();
  app.add_option("--tests", request.tests, "how many candidates are tested")->capture_default_str();
  app.add_option("--heddle", request.heddle, "the heddle command")->capture_default_str();
  app.add_option("OPTIONS", request.verifyArguments, "after --: options of heddle verify");
  CLI11_PARSE(app, argc, argv);
  if (request.engines.empty() && request.command.empty()) {
    fmt::print(stderr, "heddle-shrink: either --engines or --command is needed\n");
    return 2;
  }
  try {
    return heddle::shrink::shrinkFile(request);
  } catch (const std::exception &error) {
    fmt::print(stderr, "heddle-shrink: {}\n", error.what());
    return 2;
  }
}
