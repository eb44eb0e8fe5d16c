// A verifier that a batch run uses: Heddle itself, or another one that a file describes.
#pragma once

#include "batch/process.hpp"
#include "batch/task_list.hpp"
#include "support/expected.hpp"

#include <map>
#include <optional>
#include <regex>
#include <string>
#include <vector>

namespace heddle::batch {

enum class Verdict : std::uint8_t { True, False, Unknown, Error };

std::string_view name(Verdict verdict); // "true", "false", "unknown", "error"
std::optional<Verdict> parseVerdict(std::string_view text);

/// The first pattern that is found in the output decides.
struct VerdictPattern {
  std::regex pattern;
  Verdict verdict;
};

/// A change of each input file, of which the tool gets a copy.
struct Replacement {
  std::regex pattern;
  std::string text; // may contain $1, $2, …
};

struct Tool {
  std::string name;
  Arguments command;                           // with placeholders, see expand()
  Arguments version;                           // the command that prints it, if there is one
  std::map<std::string, Arguments> properties; // those that it checks, each with words for the placeholder
  std::map<program::DataModel, Arguments> dataModels;
  std::vector<VerdictPattern> verdicts;
  std::vector<Replacement> replacements;
  std::string description; // a hash of the file
  bool isHeddle = false;   // understands task definitions and prints JSON
  std::string cache;       // of Heddle: directory of its verdicts, if they are kept

  bool checks(const std::string &property) const { return isHeddle || properties.contains(property); }
};

/// `heddle verify` with further options, for instance `--engine bmc`.
Tool heddleAsTool(const std::string &executable, const std::string &name, const Arguments &options);

/// From a description in YAML (doc/bench.md).
support::Expected<Tool> readTool(const std::string &path);

/// The command line for a task. `files` replace those of the task, if the tool wants changed copies.
Arguments expand(const Tool &tool, const BatchTask &task, const std::vector<std::string> &files,
                 const ProcessLimits &limits);

} // namespace heddle::batch
