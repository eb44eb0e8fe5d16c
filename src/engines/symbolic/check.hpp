// Queries about an unwound program, or about the part of it that one execution has taken: violations, leaks, side
// exits, and reachability under assumptions.
#pragma once

#include "engines/engine.hpp"
#include "engines/symbolic/abstraction.hpp"
#include "engines/symbolic/goals.hpp"
#include "engines/symbolic/proof_check.hpp"
#include "engines/symbolic/records.hpp"
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

class HappensBefore;

/// Totals of all unwindings, and the sizes of the last one.
struct Statistics {
  SchedulingStatistics scheduling;
  std::uint64_t events = 0;
  std::uint64_t readFromLiterals = 0;
  std::uint64_t excludedReadFroms = 0; // by facts
  smt::Size abstraction;               // the formula without the clauses of refinement or of the monolithic encoding
  std::chrono::nanoseconds encoding{0};
};

/// How queries are solved.
struct Options {
  smt::Backend solver = smt::Backend::CaDiCaL;
  bool monolithic = false;   // the whole scheduling constraint at once instead of by refinement
  bool recordsProof = false; // so that `Check::checkProof` is possible
};

class Check {
public:
  /// An answer that ends the engine's work; none if the next query is to be asked.
  using Result = std::optional<Answer>;

  /// `onRefinement` is called after each refinement.
  Check(const Context &context, events::UnwoundProgram &unwound, const events::CellEvents &cells,
        const Options &options, OnRefinement onRefinement, Statistics &statistics, const Mutator &mutator = {});

  /// Asks for violations, races, deadlocks, in this order: cheap queries first. Goals that cannot be reached are
  /// excluded from the queries after them.
  Result findViolation();
  /// Memory that is not freed when the program ends. Only the replay decides whether it is still referenced.
  Result findLeaks() { return findViolations(true); }
  /// Unknown, with the text of the side exit, if one of these side exits can be reached.
  Result findSideExit(const std::function<bool(const events::SideExit &)> &among);

  /// Asks whether all literals of one of the queries can hold. If not, that is a part of what `checkProof` checks.
  Schedulable::Kind refute(const std::vector<std::vector<Literal>> &queries);

  /// After all queries have been asked, and none had a positive answer.
  ProofCheck checkProof(support::Cancellation &cancellation, const Claim &claim = {}) {
    return symbolic::checkProof(abstraction_, records_, claim, cancellation);
  }

  EncodedGoals encode(const std::vector<Goal> &goals);
  Schedulable ask(const std::vector<Literal> &assumptions);
  /// Extends a model of the assumptions to a complete execution.
  Schedulable complete(const std::vector<Literal> &assumptions, const std::function<NodeId()> &last);
  Abstraction &abstraction() { return abstraction_; }
  smt::Solver &solver() { return *solver_; }

private:
  Result findViolations(bool uncertain);
  Result findRaces();
  Result findDeadlocks();
  struct DeadlockQuery;
  DeadlockQuery encodeDeadlock(Expr waits);
  void orderLast(const events::Wait &wait, Literal deadlock, Literal here);

  // race_check.cpp
  struct RacePair;
  std::vector<RacePair> racePairs(const HappensBefore &happensBefore) const;
  std::vector<RacePair> immovablePairs(const std::vector<RacePair> &pairs) const;
  Result findRaces(const std::vector<RacePair> &pairs, HappensBefore &happensBefore, bool adjacent);
  bool canSynchroniseWeakly(Result &result);
  Literal encodeWeakSynchronisation();
  void orderNextTo(NodeId a, NodeId b, Literal chosen);
  void orderLastIfItFails(NodeId node, NodeId other, Literal chosen);

  /// Runs `build`, which adds the encoding of a query, and counts its variables and clauses.
  template <typename Build> auto counted(const Build &build) {
    const support::Stopwatch stopwatch(statistics_.encoding);
    const smt::Size before = solver_->size();
    auto built = build();
    count(before);
    return built;
  }
  void count(const smt::Size &before);
  /// Excludes what a query without a positive answer has asked for.
  void forbid(Literal asked);
  void forbid(const EncodedGoals &encoded, const std::vector<Goal> &goals);
  /// Executes a model of the assumptions up to and including `last`; 0: to the end.
  Answer execute(const std::vector<Literal> &assumptions, const std::function<NodeId()> &last,
                 const std::function<std::vector<events::ThreadId>()> &deadlocked);
  /// A complete execution in which invented addresses are invalid for the interpreter as well, if there is one.
  struct Tamed {
    Schedulable answer;
    bool isStray; // some invented addresses may be valid
  };
  Tamed completeTamed(const std::vector<Literal> &assumptions, const std::function<NodeId()> &last);
  /// The answer, unless it is an execution that does not replay because of an invented address, which may be that of
  /// another object.
  Answer unlessStray(Answer answer, bool isStray) const;
  /// For a query that only the interpreter can decide: an execution without a violation is Unknown with this text
  /// rather than an internal error.
  Answer unlessReplayed(Answer answer, const std::string &text) const;

  const Context &context_;
  const program::Program &program_;
  events::UnwoundProgram &unwound_;
  const events::CellEvents &cells_;
  Statistics &statistics_;
  OnRefinement onRefinement_;
  Records records_;
  std::unique_ptr<smt::Solver> solver_;
  Abstraction abstraction_;
  std::unique_ptr<Scheduler> scheduler_;
};

} // namespace heddle::engines::symbolic
