// The report of `heddle check-proof`: what a proof file claims, and whether its proof is valid.
#pragma once

#include "proof/check.hpp"
#include "proof/proof_file.hpp"
#include "report/summary.hpp"

#include <string>
#include <vector>

namespace heddle::report {

struct ProofCheck {
  std::string file;
  Question question;
  std::vector<std::string> assumptions;    // on which the claim rests
  std::vector<std::string> options;        // how the program was compiled, as on a command line
  std::vector<std::string> errorFunctions; // that unreach-call is about, unless they are the usual ones
  proof::Header header;
  smt::Backend solver = smt::Backend::Z3; // that checks the proof
};

/// "valid", "invalid" or "inconclusive"; a cancelled check is inconclusive.
std::string_view name(proof::CheckResult::Kind kind);

/// What is claimed, by which engine, and with which options.
std::string claimLines(const ProofCheck &check);
/// "PROOF: valid (assuming: …)", "PROOF: invalid (node 3: …)"; the last line of the text report.
std::string proofLine(const ProofCheck &check, const proof::CheckResult &result);
/// The last line if the check was stopped.
std::string stoppedProofLine(const std::string &reason);

std::string toJson(const ProofCheck &check, const proof::CheckResult &result);
std::string stoppedProofJson(const std::string &reason);

} // namespace heddle::report
