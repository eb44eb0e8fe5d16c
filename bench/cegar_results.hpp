// The configurations of Figure 5.3 of the paper that the engine cegar follows (abstraction-aware partial-order
// reduction), the result of a run in one of them, and the file format of results.
#pragma once

#include "batch/record.hpp"
#include "heddle_command.hpp"

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace heddle::bench {

using batch::Judgement;

struct CegarConfiguration {
  std::string domain;
  std::string pruning;
  std::string block;
  std::string reduction;

  bool operator==(const CegarConfiguration &) const = default;
  std::string name() const;
  Arguments arguments() const; // for heddle verify
};

/// The remaining arguments of heddle: those of the user, and breadth-first search unless they choose a search. In the
/// default order, different reductions find different counterexamples first and refine differently, so their numbers
/// could not be compared.
Arguments comparable(Arguments extra);

/// The columns of the figure.
const std::vector<std::string> &cegarReductions();
/// Row by row; of one domain, or of both if `domain` is empty.
std::vector<CegarConfiguration> cegarConfigurations(const std::string &domain);

struct CegarResult {
  std::string verdict; // "true", "false", "unknown", "error"
  Judgement judgement = Judgement::Undecided;
  std::string reason;
  double seconds = 0;
  double limit = 0; // seconds
  bool outOfTime = false;
  std::uint64_t peakMemory = 0; // bytes
  std::optional<std::uint64_t> exploredActions;
};

/// In every configuration.
using CegarResults = std::vector<CegarResult>;

/// A line for each run, written at once, so that an interrupted measurement can be continued.
class CegarFile {
public:
  struct Line {
    std::string task;
    CegarConfiguration configuration;
    CegarResult result;
  };

  /// If the measurement is continued, keeps the runs that the file has and returns them, the oldest first; an error if
  /// the file has other contents.
  support::Expected<std::vector<Line>> open(const std::string &path, bool continued);
  /// An error if it cannot be written.
  std::optional<support::Error> append(const batch::BatchTask &task, const CegarConfiguration &configuration,
                                       const CegarResult &result);

private:
  std::string path_;
  std::ofstream file_;
};

} // namespace heddle::bench
