// The exit codes of all commands.
#pragma once

namespace heddle::cli {

constexpr int exitTrue = 0; // also the success of commands without a verdict
constexpr int exitFalse = 1;
constexpr int exitUsage = 2; // an error in the command line or in the C program
constexpr int exitUnknown = 3;
constexpr int exitInternal = 4;

} // namespace heddle::cli
