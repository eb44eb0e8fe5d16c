// An independent checker of proofs: it shares the model and the solvers with whoever made the proof, and nothing else.
//
// A proof is one if
//   - the initial states satisfy the label of the root;
//   - at every node that is not covered, whatever a thread can do that is expanded there leads to a child whose label
//     holds then, or contradicts the label; violations, and what Heddle cannot follow, contradict the label;
//   - a covered node has the same control as the node that covers it, which is not covered itself and whose label
//     follows;
//   - while a step is in progress, its thread is expanded; at rest every active thread is, here or (if the node is
//     covered) at the covering node, unless it can be passed over. With monotonic reduction: what it does next is
//     independent of the step that led here, and its slot is lower than the slot of that step, so that the other order
//     is looked at. With persistent sets: whatever it does later is independent of what the expanded threads do next.
// Then every execution, with its independent steps sorted or moved, can be followed through the tree, and none of the
// nodes allows a violation.
#pragma once

#include "proof/proof.hpp"
#include "smt/solver.hpp"
#include "support/cancellation.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace heddle::proof {

struct CheckOptions {
  smt::Backend solver = smt::Backend::Z3;
};

/// A complaint that contains this says only that the checker gives up, not that the proof is wrong.
inline constexpr std::string_view cannotBeChecked = "cannot be checked";

/// What is wrong with the proof; nothing if it is one.
std::optional<std::string> check(const program::Program &program, const ReachabilityProof &proof,
                                 const CheckOptions &options, support::Cancellation &cancellation);

} // namespace heddle::proof
