// Where a saved schedule comes from: the command line and the source files, recorded and restored.
#pragma once

#include "cli/compiler_arguments.hpp"
#include "cli/input.hpp"
#include "program/program.hpp"
#include "report/saved_schedule.hpp"
#include "support/expected.hpp"

#include <CLI/App.hpp>

#include <functional>
#include <string>
#include <vector>

namespace heddle::cli {

/// The words of a command line, after it was parsed, that make the program: those of addInputOptions, those for the C
/// compiler, and the arguments of the program. Properties are left out: each of several is verified by itself.
std::vector<std::string> inputWords(const CLI::App &command, const SplitArguments &arguments);
/// The words of a command line, of the options that `isMeant` selects, as they were parsed.
std::vector<std::string> wordsOf(const CLI::App &command, const SplitArguments &arguments,
                                 const std::function<bool(const CLI::Option &)> &isMeant);

/// `loaded` is the program before it is prepared.
report::Origin originOf(const InputOptions &options, const program::Program &loaded);

/// The input that the command line of the origin stands for. A file may come from anywhere, so its words are treated as
/// those of any command line.
support::Expected<InputOptions> savedInput(const report::Origin &origin);

/// The source files that have another content now, or cannot be read, by their paths.
std::vector<std::string> changedSources(const report::Origin &origin);

} // namespace heddle::cli
