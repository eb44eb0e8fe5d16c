// The results of a run of bench_tasks, one record for each task, and their file format.
#pragma once

#include "result.hpp"
#include "support/expected.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::bench {

struct Record {
  std::string task;
  std::string property;
  std::string expected; // "true", "false", or empty
  std::string verdict;  // "true", "false", "unknown", "error"
  Result result = Result::Unknown;
  std::string reason;
  double seconds = 0;           // median of the repeats
  std::uint64_t peakMemory = 0; // bytes, maximum of the repeats
  std::optional<std::uint64_t> refinements;
  std::optional<std::uint64_t> depth;
};

std::optional<support::Error> writeCsv(const std::string &path, const std::vector<Record> &records);

/// Columns are found by their names. Only task, result and time are required, so that a table of another tool's
/// measurements can be written by hand.
support::Expected<std::vector<Record>> readCsv(const std::string &path);

} // namespace heddle::bench
