// Proofs as files: the format that `--proof` writes and `heddle check-proof` reads, see doc/proof-format.md.
//
// A file has a header and a proof. The header says what is claimed, and how the program was compiled and prepared; it
// has to be read first, because the proof refers to the prepared program. The engine writes the proof and the end of
// the header (what it knows of: the prepared program and the properties that it was asked for), the command line tool
// the beginning.
//
// The reader takes nothing for granted: every file gives a proof in which all references to terms, variables and
// control locations exist and all terms are well-typed, or an error with the line. Its memory is proportional to the
// size of the file. Whether the proof is about the program at all, and valid, is decided by `check`.
#pragma once

#include "program/program.hpp"
#include "proof/modular_proof.hpp"
#include "proof/parametric_proof.hpp"
#include "proof/proof.hpp"
#include "smt/solver.hpp"
#include "support/expected.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle::proof {

constexpr unsigned formatVersion = 5;

/// Of the first line; the version follows.
constexpr std::string_view formatName = "heddle-proof";

/// What the engine says about its proof.
struct Prover {
  std::string engine;
  smt::Backend solver = smt::Backend::CaDiCaL;
};

struct Header {
  std::string heddle;                   // version of Heddle
  program::PropertySet claims;          // the properties that the user has asked for
  std::vector<std::string> assumptions; // on which the claim rests, as they are named to the user
  std::vector<std::string> files;       // of the program, as they were named; for people
  /// How the program is compiled and prepared: names and values that are up to the command line tool. A name may recur.
  std::vector<std::pair<std::string, std::string>> options;

  Prover prover;
  program::PropertySet proves; // the properties that the proof shows: those claimed, and that no execution was cut
  std::string program;         // the fingerprint of the prepared program
};

/// A file of which the header has been read.
struct ProofFile {
  std::string path; // for messages
  std::string text;
  Header header;
  std::size_t proofBegin = 0; // in `text`
  std::size_t proofLine = 0;  // the number of that line
};

std::string_view name(smt::Backend solver); // "cadical", "z3"

/// The lines of the header down to `options`.
std::string headerText(const Header &header);
/// The rest of the file. The proof must be about the program.
std::string proofText(const program::Program &program, const ReachabilityProof &proof, const Prover &prover);
std::string proofText(const program::Program &program, const ParametricProof &proof, const Prover &prover);
std::string proofText(const program::Program &program, const ModularProof &proof, const Prover &prover);
/// The lines of a thread-modular proof.
std::string modularText(const program::Program &program, const ModularProof &proof);

support::Expected<ProofFile> readHeader(std::string path, std::string text);
/// The proof, for the program that the options of the header make.
support::Expected<ReachabilityProof> readProof(const ProofFile &file, const program::Program &program);
/// Whether it is a proof for any number of threads instead, and that proof.
bool isParametric(const ProofFile &file);
support::Expected<ParametricProof> readParametricProof(const ProofFile &file, const program::Program &program);
/// Whether it is a thread-modular proof, and that proof.
bool isModular(const ProofFile &file);
support::Expected<ModularProof> readModularProof(const ProofFile &file);

} // namespace heddle::proof
