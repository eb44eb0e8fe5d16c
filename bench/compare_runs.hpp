// One run of bench_tasks set beside another.
#pragma once

#include "task_records.hpp"

namespace heddle::bench {

/// Prints a ratio for each task that both answer rightly, the totals, and the tasks that only one answers rightly.
void printComparison(const std::vector<Record> &here, const std::vector<Record> &there);

} // namespace heddle::bench
