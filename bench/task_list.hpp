// The tasks that a benchmark runs.
#pragma once

#include "program/property.hpp"
#include "support/expected.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heddle::bench {

struct BenchmarkTask {
  std::string label;        // folder/name, the same in every run
  std::string definition;   // the .yml
  std::string propertyFile; // what to check
  std::optional<bool> expected;
  std::vector<std::string> arguments; // that the task wants (options.heddle.arguments, as in our tests)
};

struct TaskList {
  std::vector<BenchmarkTask> tasks;
  std::size_t withoutProperty = 0; // definitions that do not ask for the property
};

/// From task definitions and folders of them, at any depth.
support::Expected<TaskList> listTasks(const std::vector<std::string> &paths, program::PropertySet property);

} // namespace heddle::bench
