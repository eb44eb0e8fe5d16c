// The search: depth first over schedules, stateless, as Figure 3 of "Symbolic Pruning of Concurrent Program Executions"
// (Wang, Chaudhuri, Gupta, Yang). The stack holds, for each step of the current execution, what is still to be tried in
// the state before it; states are not kept, but reached again by executing the prefix.
//
// Inputs are symbolic: a prefix stands for all executions that take its actions in its order, whatever their inputs.
// So in a state there is more to try than other threads: the same thread, with inputs that let its step do something
// else, and threads that only wait because of the inputs that the execution has.
#pragma once

#include "engines/engine.hpp"
#include "engines/symbolic/check.hpp"
#include "engines/trace/execution.hpp"
#include "engines/trace/trace.hpp"
#include "engines/trace/trace_program.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace heddle::engines::trace {

struct Statistics {
  std::uint64_t executions = 0;
  std::uint64_t transitions = 0;
  std::uint64_t checks = 0; // of trace programs
  std::uint64_t prunings = 0;
  std::uint64_t successful = 0;
  std::uint64_t pruned = 0; // alternatives that were not tried
  std::uint64_t flips = 0;  // executions with other inputs
  std::uint64_t redundant = 0;
  std::uint64_t depth = 0; // the longest execution
  std::chrono::nanoseconds executing{0};
  std::chrono::nanoseconds checking{0};
  std::chrono::nanoseconds pruning{0};
  std::chrono::nanoseconds flipping{0};
  symbolic::Statistics symbolic;
};

/// The actions that were taken in some execution.
using Coverage = std::set<std::pair<program::CfaId, program::ActionId>>;

/// A trace program, and what stops questions to it.
struct Questions {
  Questions(const Context &parent, std::uint64_t effort, events::UnwindFacts &facts, const Execution &execution,
            TraceProgram::Kind kind, const Options &options, std::function<void()> report,
            symbolic::Statistics &statistics);

  support::Cancellation limit;
  Context context;
  TraceProgram program;
};

class Search {
public:
  Search(const Context &context, events::UnwindFacts &facts, const Options &options, std::uint64_t depth,
         Coverage &coverage, Statistics &statistics);

  /// Continues where the last call paused. None: paused, or exhausted without a violation.
  std::optional<Answer> run();
  /// Executes and checks so many schedules: first those that lead to actions never taken, then, if wanted, random ones.
  std::optional<Answer> probe(std::uint64_t executions, bool byChance);
  /// Why an exhausted search is no proof, if it is none.
  const std::optional<Unknown> &incomplete() const { return incomplete_; }
  /// All executions are known to be safe.
  bool isComplete() const { return isExhausted_ && !incomplete_ && !wasCut_; }
  /// There is nothing left to try.
  bool isExhausted() const { return isExhausted_; }
  /// Some execution had more steps than are allowed.
  bool wasCut() const { return wasCut_; }
  /// Gives up when there have been so many executions.
  void setPatience(std::uint64_t executions) { patience_ = executions; }
  const std::vector<program::Warning> &warnings() const { return warnings_; }

private:
  /// The state before a step of the current execution.
  struct Entry {
    ThreadIndex chosen = 0;
    std::vector<Actions> outcomes;       // of the chosen thread's step, that were tried
    interpreter::StepAccesses footprint; // of them all
    std::vector<ThreadIndex> candidates;
    std::vector<ThreadIndex> blocked;
    std::set<ThreadIndex> backtrack; // to be tried, done ones among them
    SleepSet sleep;                  // whose executions are known
    std::set<ThreadIndex> done;
    bool asked = false;      // inputs, in the execution up to here
    bool isClear = true;     // what the chosen step touches does not depend on inputs
    bool triesInputs = true; // other ones for it
  };

  bool isPatient() const { return patience_ == UINT64_MAX; }
  std::optional<Answer> executeOthers(std::uint64_t executions, bool byChance);
  void execute();
  bool isAsBefore() const;
  void push();
  bool isNew(std::vector<Actions> &outcomes, const Actions &actions, const std::vector<ThreadIndex> &stopped);
  std::optional<Answer> violation();
  std::optional<Answer> analyse(bool andPrune);
  std::unique_ptr<Questions> make(TraceProgram::Kind kind, const Execution &execution, std::uint64_t effort);
  std::uint64_t share() const;
  void prune(Questions &exact);
  void aim(TraceProgram &exact);
  void dropAbove(std::size_t level, bool stayedOnPaths);
  void addRaces();
  void tryInstead(std::size_t entry, const std::vector<ThreadIndex> &wanted);
  bool findNext();
  bool tryOtherThread(std::size_t entry);
  bool tryOtherInputs(std::size_t entry);
  bool tryOtherBeginning();
  bool enable(std::size_t entry, ThreadIndex thread);
  void makeWhole();
  void orderUpTo(std::size_t index);
  bool findInputs(std::size_t steps, const std::function<std::optional<ExecutionPlan>(TraceProgram &)> &question);
  void giveUpOn(const std::string &reason);
  void report();
  std::size_t open() const;

  const Context &context_;
  const program::Program &program_;
  events::UnwindFacts &facts_;
  const Options &options_;
  Statistics &statistics_;
  ExecutionLimits limits_;
  Coverage &coverage_;
  std::vector<Order> aims_; // for executions that take actions which were never taken
  Order order_;
  Execution execution_;
  std::size_t known_ = 0; // steps of the execution that were on the stack before it
  std::vector<Entry> stack_;
  std::vector<Actions> beginnings_;
  bool beginningIsOpen_ = true;
  std::unique_ptr<Questions> whole_; // about the execution, once they are asked
  std::string problem_;              // with them; then they are about as much of the execution as possible
  Execution beginning_;
  bool looksForNext_ = false; // the execution is over, and what comes next is not known yet
  bool gaveUp_ = false;       // looking for it took too long
  std::vector<bool> mayMove_; // by step: what it touches depends on what happens before it
  std::uint64_t patience_ = UINT64_MAX;
  std::optional<Unknown> incomplete_; // why there is no proof
  bool wasCut_ = false;
  bool isExhausted_ = false;
  std::vector<program::Warning> warnings_;
};

} // namespace heddle::engines::trace
