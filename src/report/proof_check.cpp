#include "report/proof_check.hpp"

#include "program/names.hpp"
#include "report/json_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::report {

using proof::CheckResult;

std::string_view name(CheckResult::Kind kind) {
  switch (kind) {
  case CheckResult::Kind::Valid:
    return "valid";
  case CheckResult::Kind::Invalid:
    return "invalid";
  case CheckResult::Kind::Inconclusive:
  case CheckResult::Kind::Cancelled:
    break;
  }
  return "inconclusive";
}

std::string claimLines(const ProofCheck &check) {
  std::string text = questionLine(check.question) +
                     fmt::format("{}: a proof by engine {} of Heddle {}, checked with {}\n", check.file,
                                 check.header.prover.engine, check.header.heddle, proof::name(check.solver));
  if (!check.options.empty())
    text += fmt::format("compiled with {}\n", fmt::join(check.options, " "));
  if (!check.errorFunctions.empty())
    text += fmt::format("error functions: {}\n", fmt::join(check.errorFunctions, ", "));
  return text;
}

std::string proofLine(const ProofCheck &check, const CheckResult &result) {
  if (!result.isValid())
    return fmt::format("PROOF: {} ({})\n", name(result.kind), result.message);
  if (check.assumptions.empty())
    return "PROOF: valid\n";
  return fmt::format("PROOF: valid (assuming: {})\n", fmt::join(check.assumptions, ", "));
}

std::string stoppedProofLine(const std::string &reason) { return fmt::format("PROOF: inconclusive ({})\n", reason); }

std::string toJson(const ProofCheck &check, const CheckResult &result) {
  Json json;
  json["proof"] = name(result.kind);
  if (!result.isValid())
    json["reason"] = result.message;
  json["assumptions"] = check.assumptions;
  json["proofFile"] = check.file;
  json["files"] = check.question.files;
  json["dataModel"] = name(check.question.dataModel);
  json["memoryModel"] = memoryModel;
  json["properties"] = propertyNames(check.question.properties);
  json["options"] = check.options;
  if (!check.errorFunctions.empty())
    json["errorFunctions"] = check.errorFunctions;
  json["engine"] = check.header.prover.engine;
  json["heddle"] = check.header.heddle;
  json["solver"] = proof::name(check.solver);
  return jsonText(json);
}

std::string stoppedProofJson(const std::string &reason) {
  return jsonText(Json{{"proof", name(CheckResult::Kind::Inconclusive)}, {"reason", reason}});
}

} // namespace heddle::report
