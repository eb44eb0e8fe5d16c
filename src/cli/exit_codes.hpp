// What the exit code says.
#pragma once

namespace heddle::cli {

constexpr int exitTrue = 0; // and every command that did what it was asked to
constexpr int exitFalse = 1;
constexpr int exitUsage = 2; // the command line or the C program is not in order
constexpr int exitUnknown = 3;
constexpr int exitInternal = 4;

} // namespace heddle::cli
