// The program that a proof speaks of. A thread-modular proof may be about the program in which lasting objects of main
// are static ones (transform/lasting_objects.hpp): then it has that program's fingerprint.
#pragma once

#include "program/program.hpp"
#include "proof/proof_file.hpp"

namespace heddle::cli {

/// The program itself, if the proof is about neither.
program::Program subjectOf(const proof::ProofFile &file, const program::Program &program);

} // namespace heddle::cli
