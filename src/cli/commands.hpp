// The sub-commands: each adds its options to the command line and returns how to run it.
#pragma once

#include "cli/compiler_arguments.hpp"

#include <CLI/App.hpp>

#include <functional>

namespace heddle::cli {

struct Command {
  CLI::App *app = nullptr;
  std::function<int()> run; // returns the exit code
};

// The arguments must outlive the commands.
Command addVerify(CLI::App &heddle, const SplitArguments &arguments);
Command addView(CLI::App &heddle, const SplitArguments &arguments);
Command addExplore(CLI::App &heddle, const SplitArguments &arguments);
Command addRun(CLI::App &heddle, const SplitArguments &arguments);
Command addReplay(CLI::App &heddle, const SplitArguments &arguments);
Command addDump(CLI::App &heddle, const SplitArguments &arguments);
Command addCheckProof(CLI::App &heddle, const SplitArguments &arguments);
Command addValidate(CLI::App &heddle, const SplitArguments &arguments);
Command addCheck(CLI::App &heddle, const SplitArguments &arguments);
Command addHarness(CLI::App &heddle, const SplitArguments &arguments);
Command addBench(CLI::App &heddle, const SplitArguments &arguments);
Command addModels(CLI::App &heddle);
Command addCover(CLI::App &heddle);
Command addCompletion(CLI::App &heddle);

} // namespace heddle::cli
