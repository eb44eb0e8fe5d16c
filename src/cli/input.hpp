// The input of a command: files, compiler options, properties, and options of the model.
#pragma once

#include "cli/beginning.hpp"
#include "cli/compiler_arguments.hpp"
#include "frontend/frontend.hpp"
#include "program/program.hpp"
#include "support/expected.hpp"

#include <CLI/App.hpp>

#include <string>
#include <vector>

namespace heddle::cli {

/// As on the command line.
struct InputOptions {
  std::vector<std::string> files;
  std::vector<std::string> compilerArguments;
  std::vector<std::string> ignoredArguments;
  BeginningOptions beginning;
  std::vector<std::string> stubs;
  std::string volatileAccesses;
  std::string compilationDatabase;
  std::string filePattern; // which of its files
  std::string dataModel;
  std::vector<std::string> properties;
  unsigned recursionDepth = frontend::Options{}.recursionDepth;
  bool mallocMayFail = false;
  bool noSpuriousWakeups = false;
  std::vector<std::string> assumptions;
  bool noLargeBlocks = false;
  bool verbose = false;
  std::vector<std::string> words; // of the command line, which say all this except for the properties
};

/// The names that --property accepts.
std::vector<std::string> propertyChoices();

/// By the ending of its name.
bool isTaskDefinition(const std::string &path);

void addInputOptions(CLI::App &command, InputOptions &options);

/// What the command line has for the C compiler and for the program, and its words. `command` has parsed the rest of
/// it.
void setArguments(InputOptions &options, const CLI::App &command, const SplitArguments &arguments);

/// Checks the files, and reads the task definition and property files.
support::Expected<frontend::Options> resolveInput(const InputOptions &options);

/// Prepares the program for engines and the interpreter.
void prepare(program::Program &program, bool largeBlocks);
/// Loads and prepares the program.
support::Expected<program::Program> loadPrepared(const frontend::Options &options, bool largeBlocks);

} // namespace heddle::cli
