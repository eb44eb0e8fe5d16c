// Runs the executions of one search and keeps what is common to all of them: the length limit, the warnings, the
// statistics, and the actions that were taken.
#pragma once

#include "engines/engine.hpp"
#include "engines/trace/execution.hpp"
#include "engines/trace/statistics.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace heddle::engines::trace {

/// The actions that were taken in some execution.
using Coverage = std::set<std::pair<program::CfaId, program::ActionId>>;

class Executor {
public:
  Executor(const Context &context, std::uint64_t depth, Coverage &coverage, Statistics &statistics, Mutator &mutator);

  Execution execute(const ExecutionRequest &request);

  /// Some execution had more steps than are allowed.
  bool wasCut() const { return wasCut_; }
  const Coverage &coverage() const { return coverage_; }
  const std::vector<program::Warning> &warnings() const { return warnings_; }

private:
  const Context &context_;
  ExecutionLimits limits_;
  Coverage &coverage_;
  Statistics &statistics_;
  bool wasCut_ = false;
  std::vector<program::Warning> warnings_;
};

/// The confirmed violation that the execution ends with, if any.
std::optional<Answer> violationOf(const Context &context, const Execution &execution);

} // namespace heddle::engines::trace
