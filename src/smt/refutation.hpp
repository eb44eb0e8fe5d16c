// A SAT solver run once on a set of clauses, with a trace of what it learns.
#pragma once

#include "smt/clauses.hpp"
#include "smt/trimming.hpp"
#include "support/cancellation.hpp"

namespace heddle::smt {

struct Refutation {
  Answer answer = Answer::Unknown;
  ProofTrace trace; // if it is Unsatisfiable
};

/// CaDiCaL, with the settings of cadical_solver.cpp.
Refutation refute(const Clauses &formula, support::Cancellation &cancellation);

} // namespace heddle::smt
