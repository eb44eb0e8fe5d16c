#include "engines/verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::engines {

Outcome proved(const program::Program &program) {
  Outcome outcome;
  const auto blocks = [](const program::Warning &warning) { return warning.blocksProof; };
  const auto blocking = std::find_if(program.warnings.begin(), program.warnings.end(), blocks);
  if (blocking == program.warnings.end())
    outcome.verdict = Verdict::True;
  else
    outcome.reason = fmt::format("no violation was found, but {} at {}", blocking->message,
                                 program.sources.describe(blocking->span));
  return outcome;
}

std::string stopReason(const support::Cancellation &cancellation, const std::string &otherwise) {
  switch (cancellation.reason()) {
  case support::StopReason::Interrupted:
    return "interrupted";
  case support::StopReason::Timeout:
    return "out of time";
  case support::StopReason::Memory:
    return "out of memory";
  case support::StopReason::Effort:
  case support::StopReason::None:
    break;
  }
  return otherwise;
}

} // namespace heddle::engines
