// Confirms what a thread-modular certificate says of values, whether or not it proves the properties.
//
// The check is that of a proof (check_modular.hpp): initiation, steps, interference. The properties are not part of it.
// A violation, an operation that is not supported, and the end of the program stop the thread that gets there, and the
// effects of its last action count, so that the claims also hold of executions that continue after that.
//
// Claims that do not follow are removed, and the rest is checked again, until all of them follow (Houdini: Flanagan and
// Leino): what is left is the greatest inductive subset, up to the limit on the number of rounds.
#pragma once

#include "program/value_facts.hpp"
#include "proof/check.hpp"
#include "proof/modular_proof.hpp"

#include <optional>

namespace heddle::proof {

/// Removes claims from the certificate until it is confirmed (Valid); otherwise nothing of it is.
CheckResult confirmClaims(const program::Program &program, ModularProof &certificate, const CheckOptions &options,
                          support::Cancellation &cancellation,
                          std::optional<support::Cancellation::Clock::time_point> deadline = std::nullopt);

/// Throws a CheckFailure unless all claims are confirmed.
void requireConfirmed(const program::Program &program, const ModularProof &certificate, const CheckOptions &options,
                      support::Cancellation &cancellation);

/// Whether the certificate refers only to what the program has. `factsOf` relies on it.
bool isWellFormed(const program::Program &program, const ModularProof &certificate);

/// What a confirmed certificate says of numbers, for each location the bounds of all its cases.
program::ValueFacts factsOf(const program::Program &program, const ModularProof &certificate);

} // namespace heddle::proof
