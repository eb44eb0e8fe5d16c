// The words that a task definition adds to a command line.
#pragma once

#include <string>
#include <vector>

namespace heddle::cli {

/// The command line with the words that the task definition in it names (options.heddle.arguments), so that
/// `heddle verify task.yml` verifies the program that the task means. They precede the options of the command line, of
/// which the last value counts; arguments of the program are those of the task unless the command line has some.
std::vector<std::string> withTaskArguments(const std::vector<std::string> &commandLine);

} // namespace heddle::cli
