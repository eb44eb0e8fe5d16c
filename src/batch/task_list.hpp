// The tasks of a batch run: programs, each with one property.
#pragma once

#include "program/program.hpp"
#include "program/property.hpp"
#include "support/expected.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heddle::batch {

struct BatchTask {
  std::string label;        // folder/name, the same in every run
  std::string definition;   // the .yml
  std::string property;     // as on the command line: "unreach-call"
  std::string propertyFile; // empty if the definition does not ask for the property
  std::optional<bool> expected;
  std::vector<std::string> files;
  std::optional<program::DataModel> dataModel;
  std::string content;                // of all files, as a hash
  std::vector<std::string> arguments; // options.heddle.arguments of the definition

  bool operator==(const BatchTask &) const = default;
};

struct TaskSelection {
  std::optional<program::PropertySet> property; // otherwise all that a definition asks for
  bool alsoUnasked = false;                     // the property of tasks that do not ask for it, too
};

struct TaskList {
  std::vector<BatchTask> tasks;
};

/// From task definitions (.yml), folders of them at any depth, and sets (.set: patterns of paths, one to a line).
support::Expected<TaskList> listTasks(const std::vector<std::string> &paths, const TaskSelection &selection);

} // namespace heddle::batch
