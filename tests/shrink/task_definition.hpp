// What a shrunk program needs to become a test in tests/programs.
#pragma once

#include "program/property.hpp"

#include <optional>
#include <string>

namespace heddle::shrink {

struct TaskDefinition {
  std::string file; // the name of the C file, in the same folder
  program::PropertySet properties;
  std::optional<bool> expectedVerdict; // without one, the definition has a place for it
  std::string engine;                  // of `heddle verify --engine`; empty: the default
};

/// A BenchExec task definition for a folder of tests/programs.
std::string toYaml(const TaskDefinition &task);

} // namespace heddle::shrink
