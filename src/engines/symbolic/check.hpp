// What is asked about an unwound program, or about the part of it that one execution has shown.
#pragma once

#include "engines/engine.hpp"
#include "engines/symbolic/abstraction.hpp"
#include "engines/symbolic/goals.hpp"
#include "engines/symbolic/scheduling.hpp"
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

namespace heddle::engines::symbolic {

/// Sums over all unwindings, and sizes of the last one.
struct Statistics {
  SchedulingStatistics scheduling;
  std::uint64_t events = 0;
  std::uint64_t readFromLiterals = 0;
  smt::Size abstraction; // the formula without what refinement, or the monolithic encoding, adds
  std::chrono::nanoseconds encoding{0};
};

class Check {
public:
  /// What an answer to a question is: a verdict, or none and the next question.
  using Result = std::optional<Outcome>;

  /// `engine` is for messages; `report` is called when there is something new to say.
  Check(events::UnwoundProgram &unwound, const events::CellEvents &cells, const Options &options, std::string engine,
        support::Cancellation &cancellation, std::function<void()> report, Statistics &statistics);

  /// What is certain and cheap first: violations, races, deadlocks. What has been answered with no is forbidden for
  /// the questions after it.
  Result findViolation();
  /// Memory that is not freed, which only the interpreter can judge.
  Result findLeaks() { return findViolations(true); }
  /// Unknown, with the reason, if what was unwound can be left by one of these sideExits.
  Result findSideExit(const std::function<bool(const events::SideExit &)> &among);

  EncodedGoals encode(const std::vector<Goal> &goals);
  Schedulable ask(const std::vector<Literal> &assumptions);
  /// Decides everything that the assumptions leave open.
  Schedulable complete(const std::vector<Literal> &assumptions, const std::function<NodeId()> &last);
  Abstraction &abstraction() { return abstraction_; }
  smt::Solver &solver() { return *solver_; }

private:
  Result findViolations(bool uncertain);
  Result findRaces();
  Result findDeadlocks();
  struct DeadlockQuestion;
  DeadlockQuestion encodeDeadlock(Expr waits);
  void orderLast(const events::Wait &wait, Literal deadlock, Literal here);

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

  /// Lets `build` add to the formula what a question is about, and counts it.
  template <typename Build> auto counted(const Build &build) {
    const support::Stopwatch stopwatch(statistics_.encoding);
    const smt::Size before = solver_->size();
    auto built = build();
    count(before);
    return built;
  }
  void count(const smt::Size &before);
  void forbid(const EncodedGoals &goals) { solver_->addClause({-goals.any}); }
  /// Executes what the assumptions are about. `last` of 0: to the end.
  Outcome execute(const std::vector<Literal> &assumptions, const std::function<NodeId()> &last,
                  const std::function<std::vector<events::ThreadId>()> &deadlocked);
  bool isReplayProblem(const Outcome &outcome) const;
  /// Of a question that is made so that the interpreter has the last word: no verdict if it says no.
  Result withoutError(Outcome outcome, const std::string &reason) const;
  Outcome stopped() const;
  Outcome unknown(std::string reason) const;

  const program::Program &program_;
  events::UnwoundProgram &unwound_;
  const events::CellEvents &cells_;
  const Options &options_;
  std::string engine_;
  support::Cancellation &cancellation_;
  std::function<void()> report_;
  Statistics &statistics_;
  std::unique_ptr<smt::Solver> solver_;
  Abstraction abstraction_;
  std::unique_ptr<Scheduler> scheduler_;
};

} // namespace heddle::engines::symbolic
