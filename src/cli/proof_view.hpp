// The proof of an engine as people read it: its invariant as text, and what a page shows of it.
#pragma once

#include "program/program.hpp"
#include "report/json_text.hpp"

#include <string>

namespace heddle::cli {

/// The invariant of a proof that has just been made. `proofFile` is the text of its file.
std::string invariantOf(const std::string &proofFile, const program::Program &program);

/// Adds to the report what a page shows of the proof: its invariant and, of a thread-modular proof, what protects each
/// shared variable. Nothing if the proof is too long to be read.
void addProof(report::Json &report, const std::string &proofFile, const program::Program &program);

} // namespace heddle::cli
