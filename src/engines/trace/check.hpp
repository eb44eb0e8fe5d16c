// CTP-CHECK-PROPERTY and CTP-PRUNE-BACKTRACKSETS of Figure 3: what the trace program of one execution says about the
// executions that it stands for.
#pragma once

#include "engines/trace/trace_program_factory.hpp"

#include <memory>
#include <optional>
#include <string>

namespace heddle::engines::trace {

struct ExecutionCheck {
  std::optional<Answer> violation;            // definite
  std::optional<std::string> incomplete;      // why the check does not contribute to a proof
  std::unique_ptr<LimitedTraceProgram> exact; // without a violation; null if it has no answer
};

/// Checks all executions of the exact trace program.
ExecutionCheck check(const TraceProgramFactory &factory, const Execution &execution);

/// All executions that have the first `level` levels in common with this one are safe.
struct SafeLevel {
  std::size_t level = 0;
  bool staysOnPaths = true; // they all take the paths of this execution
};

/// The lowest safe level that is found with a share of the effort: first with the exact trace program, which shows that
/// the executions stay on its paths, then with its abstraction.
std::optional<SafeLevel> findSafeLevel(const TraceProgramFactory &factory, const Execution &execution,
                                       LimitedTraceProgram &exact);

} // namespace heddle::engines::trace
