// What `heddle bench` prints: the progress of a run, and its results as tables.
#pragma once

#include "batch/outputs.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace heddle::cli {

/// Counts and noun: "1 task", "2 tasks".
std::string counted(std::size_t count, const std::string &noun);

/// The line for a terminal. `known` of the records are of an earlier run, and took none of the elapsed time.
std::string progressLine(const std::vector<batch::Record> &records, std::size_t known, std::size_t total,
                         std::chrono::duration<double> elapsed);

/// Wrong verdicts, a line for each tool, and times on the tasks that all of them solve.
std::string resultTable(const std::vector<batch::Record> &records);

/// `path` is the file of the earlier run.
std::string comparisonText(const batch::Comparison &comparison, const std::string &path);

} // namespace heddle::cli
