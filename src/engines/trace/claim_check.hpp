// The queries on which a proof rests, proved one execution at a time: the execution is run again, its trace program is
// made with a solver that records its clauses, and all that is claimed about it is refuted at once.
#pragma once

#include "engines/engine.hpp"
#include "engines/trace/record.hpp"
#include "engines/trace/trace_program.hpp"
#include "engines/trace/tree_check.hpp"
#include "recheck/replay.hpp"

#include <vector>

namespace heddle::engines::trace {

class ClaimCheck {
public:
  ClaimCheck(const Context &context, events::UnwindFacts &facts, const Options &options, CheckedTree &checked)
      : context_(context), facts_(facts), options_(options), checked_(checked) {}

  /// The execution with these threads, as the engine sees it. It must take the actions that the second interpreter has
  /// seen, and its idle rounds must be rounds there.
  ProofCheck execute(const std::vector<ThreadIndex> &threads, const ExecutionPlan &plan, recheck::Replay &replay,
                     Execution &execution) const;

  /// Passed: a clausal proof shows all claims.
  ProofCheck prove(const Execution &execution, TraceProgram::Kind kind, const TraceProgram::Claims &claims,
                   std::vector<bool> *variableAccesses = nullptr);

private:
  const Context &context_;
  events::UnwindFacts &facts_;
  const Options &options_;
  CheckedTree &checked_;
  symbolic::Statistics statistics_;
};

} // namespace heddle::engines::trace
