// What a solver is asked for: an execution that reaches one of several conditions before the program ends.
#pragma once

#include "engines/bmc/abstraction.hpp"

#include <vector>

namespace heddle::engines::bmc {

struct Goal {
  Expr condition = nullptr;
  NodeId node = 0; // in whose step the condition comes true
};

/// A disjunction of goals, encoded. Assume `any` to ask for it.
struct EncodedGoals {
  Literal any = 0;
  std::vector<Literal> chosen; // by goal: this one is reached
};

/// What is asked for must come before the end of the program. The guards of the ends must be encoded.
void orderBeforeEnd(Abstraction &abstraction, const Goal &goal, Literal chosen);

EncodedGoals encodeGoals(Abstraction &abstraction, const std::vector<Goal> &goals);

} // namespace heddle::engines::bmc
