// An independent checker of proofs for any number of threads (parametric_proof.hpp). It shares the program model, the
// solvers and the definition of thread transition systems with the engine, and nothing else.
//
// A proof is valid if the set of configurations that it calls unreachable contains all violations and no initial
// configuration, and contains every configuration with a transition into it. The checker makes the transitions:
//   - from every place, it follows all actions of a thread with its own symbolic semantics, to the next rest;
//   - with queries to a solver, it finds all values that the predicates can have after them, for the thread, for those
//     that it starts, and for one passive thread at a time, which moves along if its predicates speak of memory that
//     has changed;
//   - what it uses about handles of threads, joins, and functions that run once, is verified from the automata.
// Several passive threads need no query together: each moves as if it were the only one, which allows more.
//
// Only pairs of a shared and a local state that can occur together matter. They are saturated from the initial states,
// as if any number of threads were in each local state, so every configuration that occurs consists of such pairs, and
// transitions from other pairs are not needed.
#pragma once

#include "proof/check.hpp"
#include "proof/parametric_proof.hpp"

namespace heddle::proof {

CheckResult checkParametric(const program::Program &program, const ParametricProof &proof, const CheckOptions &options,
                            support::Cancellation &cancellation);

} // namespace heddle::proof
