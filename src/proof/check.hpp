// An independent checker of proofs. It shares the program model and the solvers with the engine that found the proof,
// and nothing else.
//
// A proof is valid if
//   - the initial states satisfy the label of the root;
//   - at every node that is not covered, each action of an expanded thread either leads to a child whose label holds
//     after it, or is excluded by the label; violations and operations that are not supported are excluded;
//   - a covered node has the same control location as the node that covers it; the covering node is not covered itself,
//     and its label follows from that of the covered node;
//   - while a step is in progress, its thread is expanded. At rest, every active thread is expanded, at the node or (if
//     the node is covered) at the covering node, unless the reduction allows leaving it out. With monotonic reduction,
//     its next step must be independent of the step that led to the node, and its slot must be lower than that step's,
//     so that the other order is explored. With persistent sets, all of its future steps must be independent of the
//     next steps of the expanded threads.
// Then every execution, after its independent steps have been sorted or moved, is a path of the tree, and no node
// allows a violation.
#pragma once

#include "proof/proof.hpp"
#include "smt/solver.hpp"
#include "support/cancellation.hpp"

#include <cstdint>
#include <string>

namespace heddle::proof {

struct CheckOptions {
  smt::Backend solver = smt::Backend::Z3;
};

struct CheckResult {
  enum class Kind : std::uint8_t {
    Valid,
    Invalid,      // the proof is wrong
    Inconclusive, // the checker could neither confirm nor refute the proof
    Cancelled,
  };
  Kind kind = Kind::Valid;
  std::string message; // the reason, unless the proof is valid

  bool isValid() const { return kind == Kind::Valid; }
};

CheckResult check(const program::Program &program, const ReachabilityProof &proof, const CheckOptions &options,
                  support::Cancellation &cancellation);

} // namespace heddle::proof
