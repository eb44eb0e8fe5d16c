#include "cli/proof_view.hpp"

#include "cli/proof_subject.hpp"
#include "proof/invariant.hpp"
#include "proof/modular_protection.hpp"
#include "proof/proof_file.hpp"

#include <stdexcept>

namespace heddle::cli {

using support::Expected;

namespace {

/// A page with more takes a browser too long.
constexpr std::size_t mostBytes = 2'000'000;

/// A proof that was made by this process and cannot be read is an internal error.
template <typename Value> const Value &valueOf(const Expected<Value> &expected) {
  if (!expected)
    throw std::logic_error(expected.error().message);
  return *expected;
}

void addProtection(report::Json &report, const proof::ProtectionTables &tables) {
  report::Json protections = report::Json::array();
  for (const auto &[variable, protection] : tables.variables)
    protections.push_back({{"variable", proof::withoutModelWord(variable)}, {"protection", protection}});
  report::Json conflicts = report::Json::array();
  for (const auto &[variable, first, second, reason] : tables.pairs)
    conflicts.push_back(
        {{"variable", proof::withoutModelWord(variable)}, {"first", first}, {"second", second}, {"reason", reason}});
  report["protections"] = std::move(protections);
  report["conflicts"] = std::move(conflicts);
}

} // namespace

std::string invariantOf(const std::string &proofFile, const program::Program &program) {
  const Expected<proof::ProofFile> header = proof::readHeader("proof", proofFile);
  const proof::ProofFile &file = valueOf(header);
  if (proof::isModular(file))
    return proof::invariantText(subjectOf(file, program), valueOf(proof::readModularProof(file)));
  if (proof::isParametric(file))
    return proof::invariantText(program, valueOf(proof::readParametricProof(file, program)));
  return proof::invariantText(program, valueOf(proof::readProof(file, program)));
}

void addProof(report::Json &report, const std::string &proofFile, const program::Program &program) {
  if (proofFile.size() > mostBytes)
    return;
  if (std::string invariant = invariantOf(proofFile, program); invariant.size() <= mostBytes)
    report["invariant"] = std::move(invariant);
  const Expected<proof::ProofFile> header = proof::readHeader("proof", proofFile);
  if (!proof::isModular(valueOf(header)))
    return;
  const Expected<proof::ModularProof> modular = proof::readModularProof(*header);
  addProtection(report, proof::protectionTables(subjectOf(*header, program), valueOf(modular)));
}

} // namespace heddle::cli
