// What `heddle verify` and `heddle explore` say about the answer of an engine, except for the line of the verdict.
#pragma once

#include "cli/verification.hpp"
#include "engines/engine.hpp"
#include "interpreter/races.hpp"
#include "report/json.hpp"
#include "report/summary.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heddle::cli {

/// An answer that has the trace of a violation.
struct Found {
  engines::Result result;
  report::Notes notes;
};

/// The answer of the engine and, if the verdict is unknown, the reason. The result has the warnings of the engine only.
struct Answered {
  engines::Result result;
  std::string reason;
  report::Notes notes; // on the violation of `result`
  // If the search goes on after a violation:
  std::vector<Found> violations; // `result` is that of the first one, if there is one
  std::size_t suppressed = 0;
  std::string suppressedBy;              // the rules
  bool isStopped = false;                // a limit was reached, or the user has interrupted
  std::optional<support::Error> failure; // there is no answer: the cluster cannot be used
};

/// Whether the search goes on after a violation.
bool isSearch(const VerificationOptions &options);

/// Empty if the result has no violation, or the notes are not shown. `before`: the length of what was found first.
report::Notes notesOn(const engines::Result &result, const program::Program &program,
                      const VerificationOptions &options, const std::optional<report::ExecutionLength> &before,
                      const interpreter::RaceFilter &passesOver = {});

std::string counterexampleText(const Found &found, const program::Program &program, const VerificationOptions &options);
std::string textReport(const Answered &answered, const program::Program &program, const VerificationOptions &options);
report::Json reportOf(const report::Question &question, const Answered &answered, const program::Program &program,
                      const VerificationOptions &options);
/// In the format of the options, which is not text.
std::string reportForPrograms(const report::Question &question, const Answered &answered,
                              const program::Program &program, const VerificationOptions &options);

} // namespace heddle::cli
