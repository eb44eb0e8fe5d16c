// How the input of a verification is recorded in a proof file, and restored from it.
#pragma once

#include "cli/input.hpp"
#include "engines/answer.hpp"
#include "proof/proof_file.hpp"

#include <string>
#include <vector>

namespace heddle::cli {

/// The lines of a proof file that the engine does not write: what is claimed, and how the program was made. `program`
/// has the properties that the user has asked for.
proof::Header proofHeader(const InputOptions &options, const frontend::Options &input, bool largeBlocks,
                          const program::Program &program, const engines::NoViolation &proved);

/// The input as a proof file records it.
struct RecordedInput {
  InputOptions options; // without files
  std::vector<std::string> errorFunctions;
  bool largeBlocks = true;
};

support::Expected<RecordedInput> recordedInput(const proof::ProofFile &file);

/// The recorded input that differs from the defaults, as on a command line; for people.
std::vector<std::string> asCommandLine(const RecordedInput &input);

} // namespace heddle::cli
