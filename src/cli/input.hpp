// What a command is asked about: files, compiler options, properties, and how to model the program.
#pragma once

#include "frontend/frontend.hpp"
#include "program/program.hpp"
#include "support/expected.hpp"

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>

#include <string>
#include <vector>

namespace heddle::cli {

/// As on the command line.
struct InputOptions {
  std::vector<std::string> files;
  std::vector<std::string> compilerArguments;
  std::string compilationDatabase;
  std::string dataModel;
  std::vector<std::string> properties;
  unsigned recursionDepth = frontend::Options{}.recursionDepth;
  bool mallocMayFail = false;
  bool noSpuriousWakeups = false;
  bool noLargeBlocks = false;
};

/// A check that the value is one of `choices`. The help text of the option has to list them.
CLI::Validator oneOf(const std::vector<std::string> &choices);

void addInputOptions(CLI::App &command, InputOptions &options);

/// Looks at the files, reads a task definition and property files: what the front end has to load.
support::Expected<frontend::Options> resolveInput(const InputOptions &options);

/// Loads the program and prepares it for engines and interpreter.
support::Expected<program::Program> loadPrepared(const frontend::Options &options, bool largeBlocks);

} // namespace heddle::cli
