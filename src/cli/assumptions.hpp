// The option --assume: what a verdict may rest on.
#pragma once

#include "frontend/frontend.hpp"
#include "program/program.hpp"
#include "support/expected.hpp"

#include <map>
#include <string>
#include <vector>

namespace heddle::cli {

struct Assumptions {
  bool noUndefinedBehaviour = false;
  bool externPure = false;
  bool noOutsideSignals = false;
  std::map<std::string, frontend::ExternModel> externs; // by function
};

support::Expected<Assumptions> parseAssumptions(const std::vector<std::string> &texts);

/// Adds a warning to the program for each assumption about a function that the program does not call without a body.
void warnOfUnused(const Assumptions &assumptions, program::Program &program);

} // namespace heddle::cli
