// The tables that the grid of configurations comes down to.
#pragma once

#include "cegar_results.hpp"

namespace heddle::bench {

/// Figure 5.3: for each configuration the tasks that it solves; beside it, how many verdicts are wrong.
void printSolved(const std::vector<CegarConfiguration> &configurations, const std::vector<CegarResults> &tasks);

/// For each row of the figure: on how many of the tasks that all three reductions solve, a stronger one explores no
/// more actions.
void printExploredActions(const std::vector<CegarConfiguration> &configurations,
                          const std::vector<CegarResults> &tasks);

} // namespace heddle::bench
