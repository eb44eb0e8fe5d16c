#include "cli/schedule_file.hpp"

#include <fstream>
#include <sstream>

namespace heddle::cli {

support::Expected<interpreter::Schedule> readSchedule(const std::string &path) {
  std::ifstream stream(path);
  if (!stream)
    return support::Error{path + ": cannot be read"};
  std::ostringstream content;
  content << stream.rdbuf();
  support::Expected<interpreter::Schedule> schedule = interpreter::parseSchedule(content.str());
  if (!schedule)
    return support::Error{path + ": is not a schedule: " + schedule.error().message};
  return schedule;
}

} // namespace heddle::cli
