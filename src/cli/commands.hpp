// The sub-commands: each adds its options to the command line and returns how to run it.
#pragma once

#include <CLI/App.hpp>

#include <functional>
#include <string>
#include <vector>

namespace heddle::cli {

struct Command {
  CLI::App *app = nullptr;
  std::function<int()> run; // returns the exit code
};

/// The arguments for the C compiler (compiler_arguments.hpp). They must outlive the commands.
using CompilerArguments = std::vector<std::string>;

Command addVerify(CLI::App &heddle, const CompilerArguments &compilerArguments);
Command addExplore(CLI::App &heddle, const CompilerArguments &compilerArguments);
Command addRun(CLI::App &heddle, const CompilerArguments &compilerArguments);
Command addDump(CLI::App &heddle, const CompilerArguments &compilerArguments);
Command addCheckProof(CLI::App &heddle, const CompilerArguments &compilerArguments);
Command addCover(CLI::App &heddle);

} // namespace heddle::cli
