// Where the program begins: in main, with given or arbitrary arguments, in another function, or in a harness.
#pragma once

#include "frontend/frontend.hpp"
#include "support/expected.hpp"

#include <CLI/App.hpp>

#include <optional>
#include <string>
#include <vector>

namespace heddle::cli {

/// As on the command line.
struct BeginningOptions {
  std::optional<std::vector<std::string>> programArguments; // without the name of the program
  std::string entry;
  std::string entryPointers;
  std::string harnessFile;
  std::string declarations;
  std::string setup;
  std::string threads;
  std::string check;
  std::optional<frontend::Harness> recorded; // by a proof
};

void addBeginningOptions(CLI::App &command, BeginningOptions &options);

/// Reads the harness file. An error if two options contradict each other.
std::optional<support::Error> resolveBeginning(const BeginningOptions &options, frontend::Options &result);

} // namespace heddle::cli
