// Schedules that `--counterexample` has written: reading and following them.
#pragma once

#include "interpreter/partial_replay.hpp"
#include "program/program.hpp"
#include "report/saved_schedule.hpp"
#include "support/expected.hpp"

#include <string>

namespace heddle::cli {

support::Expected<report::SavedSchedule> readSchedule(const std::string &path);

/// As far as it fits the program. Ctrl-C ends the search for what may follow a deadlock; the trace then has a warning
/// that the deadlock was not confirmed.
interpreter::PartialReplay followSchedule(const program::Program &program, const interpreter::Schedule &schedule,
                                          unsigned maxThreads);

} // namespace heddle::cli
