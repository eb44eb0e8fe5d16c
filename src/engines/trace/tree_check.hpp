// The check of the proof of a search: walks the recorded executions again, and shows that no execution is left out.
//
// The executions are followed by the second interpreter (recheck/replay.hpp), not by that of the search. They come in
// depth-first order, so that one stack of states is enough. A state is *closed* when no later execution passes through
// it. Then, for every thread that could continue there, one of these must hold:
//
// - it was tried, and the queries about inputs show that no input leads to an outcome of its step that was not;
// - it sleeps: it was tried in an earlier state, and each step since then, and before the state with that subtree, is
//   independent of its step. No input was requested up to the end of that step, so that its accesses are known;
// - it is idle: it would repeat a round without effect that reads the same values;
// - no reversal (reversals.hpp) of any recorded execution requires it, nor a pruned execution, which has the steps of
//   its paths in any order (without phantoms) or any steps (with them). An execution with inputs requires all threads.
//
// A thread that waits must wait with all inputs that lead to the state, which is a query as well. Every execution ends
// in a state in which no other thread is left, in the end of the program, or in a pruned state. Pruning rests on
// queries: no execution that has the first levels in common with the recorded one leaves its paths, and none of those
// that stay on them violates the property.
//
// Queries are not taken from the search but asked again, with a clausal proof (claim_check.hpp).
#pragma once

#include "engines/engine.hpp"
#include "engines/proof_check.hpp"
#include "engines/trace/record.hpp"
#include "engines/trace/trace.hpp"
#include "events/unwind.hpp"

#include <cstdint>

namespace heddle::engines::trace {

/// How much was checked.
struct CheckedTree {
  std::uint64_t executions = 0;
  std::uint64_t states = 0;
  std::uint64_t refutations = 0; // queries, each with a clausal proof
  std::uint64_t steps = 0;       // of all clausal proofs
  std::uint64_t lemmas = 0;      // that they need
};

ProofCheck checkTree(const Context &context, events::UnwindFacts &facts, const Options &options, const Record &record,
                     CheckedTree &checked);

} // namespace heddle::engines::trace
