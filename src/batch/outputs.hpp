// The files that a batch run writes.
#pragma once

#include "batch/process.hpp"
#include "batch/summary.hpp"
#include "support/expected.hpp"

#include <map>
#include <string>
#include <vector>

namespace heddle::batch {

/// A run over tasks, finished or not.
struct BatchResult {
  std::string heddleVersion;
  std::string started; // ISO 8601
  std::string machine; // cores, load
  ProcessLimits limits;
  unsigned parallel = 1;
  std::map<std::string, std::string> versions; // by tool
  std::vector<Record> records;
  std::vector<Difference> differences; // to an earlier run, if there is one
  std::string comparedWith;
};

std::string jsonText(const BatchResult &result);
std::string csvText(const BatchResult &result);
/// JUnit's XML, as continuous integration reads it: a suite for each tool, a wrong verdict is a failure, a run without
/// a verdict an error or skipped.
std::string junitText(const BatchResult &result);
/// One self-contained page: web/src/bench.
std::string pageText(const BatchResult &result);

/// The records of a file that jsonText has written.
support::Expected<std::vector<Record>> readRecords(const std::string &path);

} // namespace heddle::batch
