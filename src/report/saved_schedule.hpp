// A schedule with its origin: the file that `--counterexample` writes and `heddle replay` follows, without any other
// information. The origin is one more field of the schedule (interpreter/schedule.cpp):
//
//   "origin": {
//     "heddle": "0.1.0",
//     "directory": "/home/me",
//     "command": ["-DSIZE=2", "lost_update.c"],
//     "fingerprint": "…",
//     "violation": "assertion `counter == 2` fails",
//     "sources": [{"file": "lost_update.c", "hash": "…"}]
//   }
#pragma once

#include "interpreter/schedule.hpp"
#include "program/program.hpp"
#include "support/expected.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heddle::report {

/// Where a schedule comes from.
struct Origin {
  struct Source {
    std::string path;
    std::string hash;
  };
  std::string heddle;               // the version
  std::string directory;            // in which the command was started
  std::vector<std::string> command; // the files and options that make the program
  std::string fingerprint;          // of the program, as it is loaded
  std::string violation;            // its message; empty if the execution has none
  std::vector<Source> sources;
};

struct SavedSchedule {
  interpreter::Schedule schedule;
  std::optional<Origin> origin; // a schedule that was written by hand need not have one
};

std::string toJson(const SavedSchedule &saved, const program::Program &program);

/// Reads what `toJson` writes, or a report of --format json that has a schedule.
support::Expected<SavedSchedule> parseSavedSchedule(const std::string &json);

} // namespace heddle::report
