// From the user's C files and an execution to a binary that takes this execution.
#pragma once

#include "interpreter/schedule.hpp"
#include "native/places.hpp"
#include "native/recording.hpp"
#include "program/program.hpp"
#include "support/expected.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heddle::native {

struct Unit {
  std::string file;
  std::vector<std::string> arguments; // of the C compiler
};

struct Task {
  std::vector<Unit> units;
  std::vector<Unit> stubs; // whose definitions replace those of the units
  std::vector<std::string> errorFunctions;
  bool mallocMayFail = false;
  bool spuriousWakeups = true;
  const program::Program *program = nullptr;
  interpreter::Schedule schedule;
  program::SourceSpan violation;           // in the user's files
  std::optional<unsigned> violatingThread; // the last thread to run, if it is one
};

struct Binary {
  std::string path;
  Places places;
  Recording recording;
  std::size_t turns = 0;
};

/// Makes the binary in the directory, which exists. An error says which file does not compile, or that there is no
/// compiler.
support::Expected<Binary> build(const Task &task, const std::string &directory);

} // namespace heddle::native
