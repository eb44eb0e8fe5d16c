// Schedules that `--counterexample` has written.
#pragma once

#include "interpreter/schedule.hpp"
#include "support/expected.hpp"

#include <string>

namespace heddle::cli {

support::Expected<interpreter::Schedule> readSchedule(const std::string &path);

} // namespace heddle::cli
