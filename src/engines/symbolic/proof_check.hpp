// The check of an answer "no execution": of the clauses by a clausal proof, of the lemmas by a second decision
// procedure.
#pragma once

#include "engines/symbolic/abstraction.hpp"
#include "engines/symbolic/records.hpp"

#include <cstddef>
#include <functional>
#include <string>

namespace heddle::engines::symbolic {

struct ProofCheck {
  enum class Kind : std::uint8_t { Valid, Invalid, Cancelled, NotRecorded };
  Kind kind = Kind::Cancelled;
  std::string message;    // of an invalid proof
  std::size_t steps = 0;  // of the clausal proof
  std::size_t lemmas = 0; // that it needs
};

/// What must have been asked for, so that the answers prove what is claimed.
struct Claim {
  bool violations = true; // as far as the property is about them
  std::function<bool(const events::SideExit &)> sideExits = [](const events::SideExit &) { return true; };
};

/// Whether the unwound program has none of what the claim names, and no positive answer to any query.
ProofCheck checkProof(Abstraction &abstraction, const Records &records, const Claim &claim,
                      support::Cancellation &cancellation);

} // namespace heddle::engines::symbolic
