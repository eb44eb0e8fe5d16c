#include "engines/tree/verdicts.hpp"

#include "engines/verdicts.hpp"
#include "proof/check.hpp"
#include "proof/write.hpp"

#include <fmt/format.h>

#include <chrono>

namespace heddle::engines::tree {

namespace {

/// By default, with the other solver than the one that found it.
smt::Backend checkingSolver(const Options &options) {
  return options.solver == smt::Backend::CaDiCaL ? smt::Backend::Z3 : smt::Backend::CaDiCaL;
}

} // namespace

std::optional<program::Property> unsupported(const program::Program &program) {
  using program::Property;
  for (const Property property : {Property::NoDataRace, Property::NoDeadlock, Property::ValidMemtrack})
    if (program.properties.contains(property))
      return property;
  return std::nullopt;
}

void showProof(const program::Program &program, const proof::ReachabilityProof &proof, const Options &options,
               Progress &progress, const std::string &engine, Outcome &outcome) {
  if (options.writeProof)
    outcome.proof = proof::write(program, proof);
  if (!options.checkProof)
    return;
  progress.report(fmt::format("checking the proof, {} nodes", proof.nodes.size()));
  const auto begin = std::chrono::steady_clock::now();
  const proof::CheckResult check =
      proof::check(program, proof, {.solver = checkingSolver(options)}, progress.cancellation);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  outcome.statistics.push_back({"time of checking the proof", fmt::format("{:.2f} s", seconds)});
  outcome.proofChecked = check.isValid();
  if (check.isValid())
    return;
  outcome.verdict = Verdict::Unknown;
  outcome.proof.clear();
  if (check.kind == proof::CheckResult::Kind::Cancelled)
    outcome.reason = stopReason(progress.cancellation, "stopped");
  else if (check.kind == proof::CheckResult::Kind::Inconclusive)
    outcome.reason = "a proof was found, but " + check.message;
  else
    outcome.internalError = fmt::format("the proof of engine {} does not pass its check: {}", engine, check.message);
}

} // namespace heddle::engines::tree
