// Goals of a query to the solver: an execution that reaches one of several conditions before the program ends.
#pragma once

#include "engines/symbolic/abstraction.hpp"

#include <vector>

namespace heddle::engines::symbolic {

struct Goal {
  Expr condition = nullptr;
  std::vector<NodeId> nodes; // in whose steps the condition becomes true
};

/// A disjunction of goals, encoded. Assume `any` to ask for it.
struct EncodedGoals {
  Literal any = 0;
  std::vector<Literal> chosen; // by goal: this one is reached

  /// Which goal the solver's model reaches.
  std::size_t reached(smt::Solver &solver) const;
};

EncodedGoals encodeGoals(Abstraction &abstraction, const std::vector<Goal> &goals);

} // namespace heddle::engines::symbolic
