// The form of a proof: everything that the other checks rely on without asking again.
#pragma once

#include "program/program.hpp"
#include "proof/proof.hpp"

namespace heddle::proof {

/// Throws a CheckFailure if the data is not a proof about this program at all: an index out of range, a width that does
/// not fit, children that are not a tree.
void checkForm(const program::Program &program, const ReachabilityProof &proof);
/// The same for what does not concern nodes: pauses, variables and control locations.
void checkBase(const program::Program &program, const ReachabilityProof &proof);
/// Whether the term is a formula over the variables of the proof, with their widths.
bool isFormulaOf(const program::Program &program, const ReachabilityProof &proof, Expr term);

/// Throws a CheckFailure if the program is asked about something that no invariant proves.
void checkClaim(const program::Program &program, program::PropertySet besides = {});

} // namespace heddle::proof
