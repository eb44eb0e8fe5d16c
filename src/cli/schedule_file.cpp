#include "cli/schedule_file.hpp"

#include "cli/interrupt.hpp"
#include "support/cancellation.hpp"

#include <fstream>
#include <sstream>

namespace heddle::cli {

support::Expected<report::SavedSchedule> readSchedule(const std::string &path) {
  std::ifstream stream(path);
  if (!stream)
    return support::Error{path + ": cannot be read"};
  std::ostringstream content;
  content << stream.rdbuf();
  support::Expected<report::SavedSchedule> schedule = report::parseSavedSchedule(content.str());
  if (!schedule)
    return support::Error{path + ": is not a schedule: " + schedule.error().message};
  return schedule;
}

interpreter::PartialReplay followSchedule(const program::Program &program, const interpreter::Schedule &schedule,
                                          unsigned maxThreads) {
  constexpr std::size_t mostStatesOfClaim = 200'000;
  interpreter::Limits limits;
  limits.maxThreads = maxThreads;
  limits.steps = schedule.steps.size() + 1;
  support::Cancellation cancellation;
  const Cooperation cooperation(cancellation);
  interpreter::PartialReplay followed =
      interpreter::replayAsFarAsPossible(program, schedule, limits, {mostStatesOfClaim, &cancellation});
  if (followed.trace.isUnconfirmed)
    followed.trace.warnings.push_back(
        {"that the threads wait for ever is what the schedule says; it was not confirmed, because "
         "too much may follow",
         {},
         false});
  return followed;
}

} // namespace heddle::cli
