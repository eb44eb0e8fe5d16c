// Executions beside the search. A depth-first search stays in one corner of the program for a long time; the prober
// samples the rest: executions that are aimed at actions never taken before, then random ones. Each is checked like an
// execution of the search, but the search does not depend on them: an inconclusive check loses no proof.
#pragma once

#include "engines/trace/check.hpp"
#include "engines/trace/executor.hpp"

#include <cstdint>
#include <memory>
#include <optional>

namespace heddle::engines::trace {

class Prober {
public:
  Prober(const TraceProgramFactory &factory, Executor &executor) : factory_(factory), executor_(executor) {}

  /// Looks for an execution that takes an action which was never taken, among those that leave the exact trace program
  /// of this execution. Does nothing while there is an aim already.
  void aim(std::unique_ptr<LimitedTraceProgram> exact, const Execution &execution);

  /// Executes and checks up to so many schedules: first those aimed at, then, if `random`, random ones. Returns the
  /// violation that is found.
  std::optional<Answer> run(std::uint64_t executions, bool random);

private:
  const TraceProgramFactory &factory_;
  Executor &executor_;
  std::optional<ExecutionRequest> aim_;
};

} // namespace heddle::engines::trace
