// Verification tasks as files: BenchExec task definitions (`.yml`, format 2.0) and SV-COMP's property
// files (`.prp`).
#pragma once

#include "program/program.hpp"
#include "program/property.hpp"
#include "support/expected.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heddle::frontend {

/// The contents of a property file.
struct PropertySpec {
  program::PropertySet properties;
  std::vector<std::string> errorFunctions; // the f of each `G ! call(f())`

  bool operator==(const PropertySpec &) const = default;
};

struct TaskProperty {
  std::string file; // resolved against the folder of the task definition
  std::optional<bool> expectedVerdict;
  std::optional<std::string> subproperty; // the part of the property that the expected `false` violates
};

struct Task {
  std::vector<std::string> inputFiles; // resolved against the folder of the task definition
  std::vector<TaskProperty> properties;
  std::optional<program::DataModel> dataModel;
  /// Words of Heddle's command line (options.heddle.arguments), with the folder of the task for `{folder}`.
  std::vector<std::string> arguments;
};

support::Expected<Task> parseTask(const std::string &path);
support::Expected<PropertySpec> parsePropertyFile(const std::string &path);
/// The same for the text of such a file. Errors begin with `origin`.
support::Expected<PropertySpec> parseProperties(const std::string &text, const std::string &origin);
/// As a property file: one line for each property and for each function.
std::string toText(const PropertySpec &spec);

} // namespace heddle::frontend
