// Other programs: clang, the native run, gdb.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace heddle::native {

struct Command {
  std::vector<std::string> words;       // the first is the program, found by PATH
  std::vector<std::string> environment; // added to that of this process: "NAME=value"
  std::string errorFile;                // receives standard error, unless empty
  /// The process is ended after this time. It has a group of its own then.
  std::optional<std::chrono::seconds> limit;
};

struct Ended {
  bool isStarted = true; // false: there is no such program
  bool isLate = false;   // it was ended by the limit
  int code = 0;          // the exit code, or 128 plus the signal
};

Ended run(const Command &command);

} // namespace heddle::native
