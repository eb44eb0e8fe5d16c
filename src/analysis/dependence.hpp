// Dependence: whether the order in which two threads act can make a difference.
#pragma once

#include "analysis/control_flow.hpp"
#include "analysis/footprint.hpp"
#include "analysis/loops.hpp"
#include "program/program.hpp"

#include <memory>
#include <vector>

namespace heddle::analysis {

/// For steps of two different threads. False only if they commute: from every state, both orders lead to
/// the same state, and neither enables or disables the other. Symmetric.
bool dependent(const Footprint &a, const Footprint &b);

/// Dependence of the steps of a program; each footprint is computed once, when it is asked for. Refers to the program,
/// which must outlive it.
class Dependence {
public:
  Dependence(const program::Program &program, RegionsOf regionsOf);

  struct Step {
    program::CfaId cfa = 0;
    program::ActionId action = 0; // the first of the step
  };

  bool dependent(Step a, Step b) const { return analysis::dependent(footprint(a), footprint(b)); }
  /// Of the action and the rest of its atomic block.
  const Footprint &footprint(Step step) const;
  /// Of the action alone.
  const Footprint &footprint(program::CfaId cfa, program::ActionId action) const;

  /// All that a thread may do from a location until it rests again: one action, the rest of its atomic block, and the
  /// local work behind it. `behind` is that without the first action.
  struct NextStep {
    Footprint whole;
    Footprint behind;
    bool goesBack = false; // it may close a loop that has no known bound
  };
  const NextStep &nextStep(program::CfaId cfa, program::LocationId location) const;

private:
  template <typename Fact> using Table = std::vector<std::vector<std::unique_ptr<const Fact>>>;

  struct Loops {
    explicit Loops(const program::Cfa &cfa) : flow(cfa), info(cfa) {}
    bool mayCloseForEver(const program::Action &action) const;

    ControlFlow flow;
    LoopInfo info;
  };

  void addFirstWork(program::CfaId started, Footprint &footprint) const;

  const program::Program &program_;
  RegionsOf regionsOf_;
  mutable Table<Footprint> steps_;    // by CFA and first action
  mutable Table<Footprint> actions_;  // by CFA and action
  mutable Table<NextStep> nextSteps_; // by CFA and location
  mutable std::vector<std::unique_ptr<const Loops>> loops_;
};

} // namespace heddle::analysis
