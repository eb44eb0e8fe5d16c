// The tables that summarise the grid of configurations.
#pragma once

#include "cegar_results.hpp"

namespace heddle::bench {

/// Figure 5.3: for each configuration the tasks that it solves; beside it, how many verdicts are wrong.
void printSolved(const std::vector<CegarConfiguration> &configurations, const std::vector<CegarResults> &tasks);

/// For each row of the figure: the number of tasks, among those that all three reductions solve, on which a stronger
/// reduction explores no more actions.
void printExploredActions(const std::vector<CegarConfiguration> &configurations,
                          const std::vector<CegarResults> &tasks);

} // namespace heddle::bench
