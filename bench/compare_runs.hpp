// Compares one run of bench_tasks with another.
#pragma once

#include "task_records.hpp"

namespace heddle::bench {

/// Prints a ratio for each task that both answer correctly, the totals, and the tasks that only one answers correctly.
void printComparison(const std::vector<Record> &here, const std::vector<Record> &there);

} // namespace heddle::bench
