// Witnesses as files: `--witness` of `heddle verify`, and what `heddle validate` reads.
#pragma once

#include "frontend/frontend.hpp"
#include "interpreter/trace.hpp"
#include "program/program.hpp"
#include "support/expected.hpp"
#include "witness/witness.hpp"

#include <optional>
#include <string>

namespace heddle::cli {

/// The ending of the name must say which format is meant. An empty name stands for no witness.
std::optional<support::Error> checkWitnessName(const std::string &path);

/// "the witness is in w.yml: heddle validate --witness w.yml FILE... checks it"
std::string witnessLine(const std::string &path);

std::optional<support::Error> writeViolationWitness(const std::string &path, const frontend::Options &input,
                                                    const program::Program &program, const interpreter::Trace &trace);
/// `proofFile` is the text of a proof file; empty if the engine has made no proof.
std::optional<support::Error> writeCorrectnessWitness(const std::string &path, const frontend::Options &input,
                                                      const program::Program &program, const std::string &proofFile);

support::Expected<witness::Witness> readWitness(const std::string &path);

/// The files of the program that differ from those the witness was written for, by their hashes.
std::vector<std::string> differingFiles(const witness::Task &task, const frontend::Options &input);

} // namespace heddle::cli
