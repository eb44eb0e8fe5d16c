// Makes trace programs, each with a limit on the effort that its queries may take.
//
// Effort is counted, not timed: the search is the same on every machine. The check of an execution has a fixed limit,
// because the proof is lost if it is exceeded. Pruning, aiming and the search for other inputs get a share of all the
// effort so far, so that none of them starves the others and each gets more if there are few executions.
#pragma once

#include "engines/engine.hpp"
#include "engines/trace/execution.hpp"
#include "engines/trace/mutation.hpp"
#include "engines/trace/statistics.hpp"
#include "engines/trace/trace.hpp"
#include "engines/trace/trace_program.hpp"

#include <cstdint>
#include <functional>
#include <memory>

namespace heddle::engines::trace {

/// For one check of an execution.
constexpr std::uint64_t checkingEffort = 3'000'000;

struct LimitedTraceProgram {
  LimitedTraceProgram(const Context &parent, std::uint64_t effort, events::UnwindFacts &facts,
                      const Execution &execution, TraceProgram::Kind kind, const Options &options,
                      std::function<void()> report, symbolic::Statistics &statistics);

  support::Cancellation limit;
  Context context;
  TraceProgram program;
};

class TraceProgramFactory {
public:
  TraceProgramFactory(const Context &context, events::UnwindFacts &facts, const Options &options,
                      Statistics &statistics, Mutator &mutator)
      : context_(context), facts_(facts), options_(options), statistics_(statistics), mutator_(mutator) {}

  /// The trace program refers to the execution.
  std::unique_ptr<LimitedTraceProgram> make(TraceProgram::Kind kind, const Execution &execution,
                                            std::uint64_t effort) const;
  /// The effort that an optional query may take now.
  std::uint64_t effortShare() const;
  /// Whether branches that were not taken can be summarised as phantoms.
  bool supportsPhantoms() const;
  /// One line on the progress, for a terminal.
  void report() const;

  const Context &context() const { return context_; }
  const Options &options() const { return options_; }
  Statistics &statistics() const { return statistics_; }
  Mutator &mutator() const { return mutator_; }

private:
  const Context &context_;
  events::UnwindFacts &facts_;
  const Options &options_;
  Statistics &statistics_;
  Mutator &mutator_;
};

} // namespace heddle::engines::trace
