// All that is asked about a program unwound to one depth.
#pragma once

#include "engines/bmc/abstraction.hpp"
#include "engines/bmc/goals.hpp"
#include "engines/bmc/scheduling.hpp"
#include "engines/engine.hpp"
#include "events/cells.hpp"
#include "events/unwound_program.hpp"
#include "smt/solver.hpp"
#include "support/stopwatch.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle::engines::bmc {

/// Sums over all depths, and sizes of the last one.
struct Statistics {
  SchedulingStatistics scheduling;
  unsigned depth = 0;
  std::size_t threads = 0;
  std::uint64_t events = 0;
  std::uint64_t readFromLiterals = 0;
  smt::Size abstraction; // the formula without what refinement, or the monolithic encoding, adds
  std::chrono::nanoseconds unwinding{0};
  std::chrono::nanoseconds encoding{0};
};

class DepthCheck {
public:
  DepthCheck(const program::Program &program, events::UnwoundProgram &unwound, const events::CellEvents &cells,
             const Options &options, engines::Progress &progress, Statistics &statistics);

  /// The verdict. None: no violation, but loops that go on.
  std::optional<Outcome> run();

private:
  /// What an answer to a question is: a verdict, or none and the next question.
  using Result = std::optional<Outcome>;

  Result findViolations(bool uncertain);
  Result findRaces();
  Result findDeadlocks();
  struct DeadlockQuestion;
  DeadlockQuestion encodeDeadlock(Expr waits);
  void orderLast(const events::Wait &wait, Literal deadlock, Literal here);
  bool canEscape(bool byLoops, Result &result);

  // race_check.cpp
  struct RacePair;
  std::vector<RacePair> racePairs() const;
  Result findRaces(const std::vector<RacePair> &pairs, bool adjacent);
  bool canSynchroniseWeakly(Result &result);
  Literal encodeWeakSynchronisation();
  bool isInCreation(const events::RaceAccess &a, const events::RaceAccess &b) const;
  void orderNextTo(NodeId a, NodeId b, Literal chosen);
  bool refineHappensBefore(const RacePair &pair, Literal chosen);
  bool isSynchronising(const events::CandidateExecution::Edge &edge) const;

  EncodedGoals encode(const std::vector<Goal> &goals);
  /// Lets `build` add to the formula what a question is about, and counts it.
  template <typename Build> auto counted(const Build &build) {
    const support::Stopwatch stopwatch(statistics_.encoding);
    const smt::Size before = solver_->size();
    auto built = build();
    count(before);
    return built;
  }
  void count(const smt::Size &before);
  Schedulable ask(const std::vector<Literal> &assumptions);
  void forbid(const EncodedGoals &goals) { solver_->addClause({-goals.any}); }
  /// Decides everything that the assumptions leave open, and executes it. `last` of 0: to the end.
  Outcome execute(const std::vector<Literal> &assumptions, const std::function<NodeId()> &last,
                  const std::function<std::vector<events::ThreadId>()> &deadlocked);
  bool isReplayProblem(const Outcome &outcome) const;
  /// Of a question that is made so that the interpreter has the last word: no verdict if it says no.
  Result withoutError(Outcome outcome, const std::string &reason) const;
  Outcome stopped() const;
  Outcome unknown(std::string reason) const;
  void report();

  const program::Program &program_;
  events::UnwoundProgram &unwound_;
  const events::CellEvents &cells_;
  const Options &options_;
  engines::Progress &progress_;
  Statistics &statistics_;
  std::unique_ptr<smt::Solver> solver_;
  Abstraction abstraction_;
  std::unique_ptr<Scheduler> scheduler_;
};

} // namespace heddle::engines::bmc
