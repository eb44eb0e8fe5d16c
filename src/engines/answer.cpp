#include "engines/answer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::engines {

Answer proved(const program::Program &program) {
  const auto blocking = std::find_if(program.warnings.begin(), program.warnings.end(),
                                     [](const program::Warning &warning) { return warning.blocksProof; });
  if (blocking == program.warnings.end())
    return NoViolation{.assumptions = program.assumptions};
  return Unknown{Unknown::Kind::Incomplete, fmt::format("no violation was found, but {} at {}", blocking->message,
                                                        program.sources.describe(blocking->span))};
}

Answer cancelledOrGivenUp(const support::Cancellation &cancellation, std::string progress) {
  if (cancellation.reason() == support::StopReason::None)
    return Unknown{Unknown::Kind::Incomplete, "a solver gave up"};
  return Cancelled{cancellation.reason(), std::move(progress)};
}

} // namespace heddle::engines
