// Assumptions that fix the first levels of an execution in the formula of its trace program. Each level has two
// literals: one for the order of its step, one for the path that it takes. What a step does is which actions it takes:
// inputs may differ as long as the actions are the same.
#pragma once

#include "engines/symbolic/check.hpp"
#include "engines/trace/step_nodes.hpp"

#include <map>
#include <vector>

namespace heddle::engines::trace {

class PrefixEncoding {
public:
  PrefixEncoding(const Execution &execution, const Paths &paths, const StepNodes &nodes,
                 events::UnwoundProgram &unwound, symbolic::Check &check)
      : execution_(execution), paths_(paths), nodes_(nodes), unwound_(unwound), check_(check) {}

  /// The first `level` levels are as in the execution.
  std::vector<smt::Literal> assumptions(std::size_t level);
  /// The step of the level comes after the steps before it and before all others.
  smt::Literal orderOf(std::size_t level);
  /// The highest level, at most `level`, whose assumptions are in the solver's unsatisfiable core; 0 if none is.
  std::size_t highestInCore(std::size_t level) const;

private:
  void encodeOrder();
  std::map<events::NodeId, std::size_t> levelsOfMarks() const;
  smt::Literal pathOf(std::size_t level);
  void findDeviations();
  program::Expr reaches(ThreadIndex thread, std::size_t level) const;
  program::Expr stops(ThreadIndex thread) const;

  const Execution &execution_;
  const Paths &paths_;
  const StepNodes &nodes_;
  events::UnwoundProgram &unwound_;
  symbolic::Check &check_;
  std::vector<smt::Literal> orders_;                   // by level less 1
  std::vector<smt::Literal> taken_;                    // by level less 1: its path; 0 if it was not needed yet
  std::vector<std::vector<program::Expr>> deviations_; // by level: the conditions of actions that it does not take
};

} // namespace heddle::engines::trace
