// The check of an answer "no execution": of the clauses by a clausal proof, of the lemmas by a second decision
// procedure.
#pragma once

#include "engines/symbolic/abstraction.hpp"
#include "engines/symbolic/records.hpp"

#include <cstddef>
#include <string>

namespace heddle::engines::symbolic {

struct ProofCheck {
  enum class Kind : std::uint8_t { Valid, Invalid, Cancelled, NotRecorded };
  Kind kind = Kind::Cancelled;
  std::string message;    // of an invalid proof
  std::size_t steps = 0;  // of the clausal proof
  std::size_t lemmas = 0; // that it needs
};

/// Whether the unwound program has no violation and no side exit, as far as its properties ask for them.
ProofCheck checkProof(Abstraction &abstraction, const Records &records, support::Cancellation &cancellation);

} // namespace heddle::engines::symbolic
