// The search: depth first over schedules, stateless, as Figure 3 of "Symbolic Pruning of Concurrent Program Executions"
// (Wang, Chaudhuri, Gupta, Yang; FSE 2009). Execute, check the trace program, prune, backtrack.
//
// Inputs are symbolic: a prefix stands for all executions that take its actions in its order, with any inputs. A state
// therefore has more alternatives than other threads: the same thread with inputs that give its step another outcome,
// and threads that are blocked only because of the inputs of the current execution. The rules and why they are sound
// together are in stack.hpp.
#pragma once

#include "engines/engine.hpp"
#include "engines/trace/executor.hpp"
#include "engines/trace/other_inputs.hpp"
#include "engines/trace/prober.hpp"
#include "engines/trace/record.hpp"
#include "engines/trace/stack.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace heddle::engines::trace {

class Search {
public:
  /// `prober` is told where the executions of the search could have gone.
  Search(const TraceProgramFactory &factory, Executor &executor, Prober &prober, bool recordsProof);
  Search(const Search &) = delete;
  Search &operator=(const Search &) = delete;

  /// Continues where the last call paused. No answer: paused, or exhausted without a violation.
  std::optional<Answer> run();
  /// Pauses after so many executions of the engine in total.
  void pauseAfter(std::uint64_t executions) { pauseAfter_ = executions; }

  /// Why an exhausted search is not a proof, if it is not.
  const std::optional<Unknown> &incomplete() const { return incomplete_; }
  /// All executions are known to be safe.
  bool isComplete() const { return isExhausted_ && !incomplete_ && !executor_.wasCut(); }
  /// No alternatives are left.
  bool isExhausted() const { return isExhausted_; }
  /// The executions of the search, if they are recorded.
  const Record &record() const { return record_; }

private:
  enum class Next : std::uint8_t {
    Found,
    None,
    Postponed, // the search for it ran out of effort
  };

  void execute();
  std::optional<Answer> analyse();
  std::optional<Answer> checkAndPrune();
  void prune(LimitedTraceProgram &exact);
  Next findNext();
  Next nextOutcome();
  Next nextThread();
  Next nextInitialOutcome();
  Next enable(ThreadIndex thread);
  Next findInputs(std::size_t steps, const OtherInputs::Query &query);
  void setIncomplete(const std::string &reason);

  bool mayPause() const { return pauseAfter_ != UINT64_MAX; }
  bool inputsMatter() const { return execution_.inputs != 0 && options_.symbolicInputs; }

  const TraceProgramFactory &factory_;
  const Context &context_;
  const Options &options_;
  Statistics &statistics_;
  Executor &executor_;
  Prober &prober_;
  Stack stack_;
  ExecutionRequest next_;
  Execution execution_;     // the current one
  OtherInputs inputs_;      // for it
  bool isAnalysed_ = false; // the current execution is, and the next one is not known yet
  std::uint64_t pauseAfter_ = UINT64_MAX;
  bool isExhausted_ = false;
  bool recordsProof_;
  Record record_;
  std::optional<Unknown> incomplete_;
};

} // namespace heddle::engines::trace
