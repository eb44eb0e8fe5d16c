// When the proof of an engine is checked, and what becomes of its answer.
//
// If an option asks for the check, it takes as long as it takes. Otherwise it may take a small share of the time that
// the verification has taken so far, and is given up after that. The verdict is the same in both cases; only the report
// differs. A proof that fails its check is withdrawn.
#pragma once

#include "engines/engine.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace heddle::engines {

/// What an independent checker says about a proof.
struct ProofCheck {
  enum class Kind : std::uint8_t {
    Passed,
    Failed,
    Inconclusive, // the checker could not decide about this proof
    NotModelled,  // the program has something that the checker does not follow
    Cancelled,
  };
  Kind kind = Kind::Cancelled;
  std::string text = {}; // Passed: what was checked; otherwise why it did not pass, if there is more to say
};

/// The time that a check may take after `spent`, unless an option asks for it.
std::chrono::nanoseconds checkTime(std::chrono::nanoseconds spent);

/// Checks the proof of `outcome`, which must be NoViolation, if an option asks for it or the context allows it. `check`
/// must stop when its argument is cancelled.
void checkProof(const Context &context, bool isAskedFor, Outcome &outcome,
                const std::function<ProofCheck(support::Cancellation &)> &check);

} // namespace heddle::engines
