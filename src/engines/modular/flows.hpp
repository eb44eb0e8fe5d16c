// How often threads take actions, as integer constraints.
//
// All threads of a function together are a flow through its automaton: as many enter a location as leave it, apart from
// those that start there and those that are there at present. That is the marking equation of Petri nets, which holds
// in every execution, for any number of threads and rounds. Loops add: the back edges of a natural loop are taken only
// if it is entered. A register to which the loop only adds constants is what it was at the entry plus all that was
// added: summed over all threads, at the exits and where threads are at present. What actions add to a cell sums up to
// its content (Esparza, Melzer: Verification of safety properties using integer programming).
#pragma once

#include "engines/modular/resting_points.hpp"
#include "smt/integer_clauses.hpp"

#include "analysis/loops.hpp"

#include <functional>
#include <map>
#include <vector>

namespace heddle::engines::modular {

using Tally = smt::IntegerClauses::Sum;

class Flows {
public:
  Flows(const program::Program &program, const Runs &runs, Mutation mutation);

  /// What one system of constraints has for one function.
  struct Flow {
    program::CfaId cfa = 0;
    std::map<program::ActionId, smt::IntegerClauses::Variable> taken; // of actions that can be
  };

  Flow newFlow(smt::IntegerClauses &clauses, program::CfaId cfa) const;
  Tally countOf(const Flow &flow, program::ActionId action) const;
  /// So many threads at a location, whose registers are within some bounds.
  struct Present {
    program::CfaId cfa = 0;
    program::LocationId location = 0;
    Tally count;
    const Registers *registers = nullptr; // null: nothing is known
  };
  /// Threads that started, and those that are somewhere at present.
  void addHistory(smt::IntegerClauses &clauses, const Flow &flow, const Tally &started,
                  const std::vector<Present> &present) const;
  /// A loop is bounded in each round around it.
  using Ends = std::function<bool(program::CfaId, const analysis::Loop &)>;
  /// What is repeated for ever: a circulation.
  void addRounds(smt::IntegerClauses &clauses, const Flow &flow, const Ends &ends) const;
  const analysis::LoopInfo &loopsOf(program::CfaId cfa) const { return loops_[cfa]; }

private:
  void addLoops(smt::IntegerClauses &clauses, const Flow &flow, const Tally &started,
                const std::vector<Present> &present) const;
  void addCounter(smt::IntegerClauses &clauses, const Flow &flow, const analysis::Loop &loop,
                  program::RegisterId counter, const std::vector<Present> &present) const;
  std::vector<program::RegisterId> countersOf(program::CfaId cfa, const analysis::Loop &loop) const;
  bool isCounter(program::CfaId cfa, const analysis::Loop &loop, program::RegisterId reg) const;

  const program::Program &program_;
  const Runs &runs_;
  Mutation mutation_;
  std::vector<analysis::LoopInfo> loops_;                                                 // by function
  std::vector<std::map<program::LocationId, std::vector<program::RegisterId>>> counters_; // by function and head
};

} // namespace heddle::engines::modular
