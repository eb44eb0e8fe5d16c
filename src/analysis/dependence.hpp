// Dependence: whether the order in which two threads act can make a difference.
#pragma once

#include "analysis/footprint.hpp"
#include "program/program.hpp"

#include <vector>

namespace heddle::analysis {

/// For steps of two different threads. False only if they commute: from every state, both orders lead to
/// the same state, and neither enables or disables the other. Symmetric.
bool dependent(const Footprint &a, const Footprint &b);

/// Dependence of the steps of a program, with the footprints computed once.
class Dependence {
public:
  Dependence(const program::Program &program, const RegionsOf &regionsOf);

  struct Step {
    program::CfaId cfa = 0;
    program::ActionId action = 0; // the first of the step
  };

  bool dependent(Step a, Step b) const { return analysis::dependent(footprint(a), footprint(b)); }
  const Footprint &footprint(Step step) const { return footprints_[step.cfa][step.action]; }

private:
  std::vector<std::vector<Footprint>> footprints_; // by CFA and action
};

} // namespace heddle::analysis
