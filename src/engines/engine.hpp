// What every engine has in common: how it is asked, how it reports, what it answers.
#pragma once

#include "interpreter/schedule.hpp"
#include "interpreter/trace.hpp"
#include "program/program.hpp"
#include "support/cancellation.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace heddle::engines {

enum class Verdict : std::uint8_t { True, False, Unknown };

/// A named number for `--stats`; engines list theirs in the order in which they should be printed.
struct Statistic {
  std::string name;
  std::string value;
};

struct Outcome {
  Verdict verdict = Verdict::Unknown;
  std::string reason;                              // why unknown
  std::optional<interpreter::Violation> violation; // False
  std::optional<interpreter::Schedule> schedule;   // False: replays to the violation
  std::vector<program::Warning> warnings;          // e.g. undefined behaviour that was seen, not followed
  std::vector<Statistic> statistics;
  /// A bug in Heddle: the counterexample does not replay. The verdict is then Unknown, the exit code 4.
  std::optional<std::string> internalError;
};

struct Options {
  std::uint64_t seed = 0;
  std::uint64_t nondetRange = 256; // how many values of an input are tried
  std::uint64_t depth = 10'000;    // steps of one random execution
  unsigned maxThreads = 64;
  std::uint64_t runs = 1000; // random executions
  bool sleepSets = false;
  bool persistentSets = false;
};

/// Engines poll `cancellation` and call `report` now and then with one line on how far they are.
struct Progress {
  support::Cancellation &cancellation;
  std::function<void(const std::string &)> report = [](const std::string &) {};
};

} // namespace heddle::engines
