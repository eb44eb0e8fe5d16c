#include "engines/lazy/lazy.hpp"

#include "engines/lazy/counterexample.hpp"
#include "engines/lazy/impact.hpp"
#include "engines/lazy/proof_export.hpp"
#include "engines/verdicts.hpp"
#include "proof/check.hpp"
#include "proof/write.hpp"

#include <fmt/format.h>

#include <chrono>

namespace heddle::engines::lazy {

namespace {

/// A property that the tree says nothing about; none if all can be checked.
std::optional<program::Property> unsupported(const program::Program &program) {
  using program::Property;
  for (const Property property : {Property::NoDataRace, Property::NoDeadlock, Property::ValidMemtrack})
    if (program.properties.contains(property))
      return property;
  return std::nullopt;
}

/// By default, with the other solver than the one that found it.
smt::Backend checkingSolver(const Options &options) {
  return options.solver == Options::Solver::CaDiCaL ? smt::Backend::Z3 : smt::Backend::CaDiCaL;
}

/// Checks the proof and writes it, as is asked for.
void showProof(const program::Program &program, Impact &impact, const Options &options, Progress &progress,
               Outcome &outcome) {
  if (!options.checkProof && !options.writeProof)
    return;
  const proof::ReachabilityProof proof = exportProof(impact);
  if (options.writeProof)
    outcome.proof = proof::write(program, proof);
  if (!options.checkProof)
    return;
  progress.report(fmt::format("checking the proof, {} nodes", proof.nodes.size()));
  const auto begin = std::chrono::steady_clock::now();
  const std::optional<std::string> complaint =
      proof::check(program, proof, {.solver = checkingSolver(options)}, progress.cancellation);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  outcome.statistics.push_back({"time of checking the proof", fmt::format("{:.2f} s", seconds)});
  outcome.proofChecked = !complaint;
  if (!complaint)
    return;
  outcome.verdict = Verdict::Unknown;
  outcome.proof.clear();
  if (progress.cancellation.stopRequested())
    outcome.reason = stopReason(progress.cancellation, "stopped");
  else if (complaint->find(proof::cannotBeChecked) != std::string::npos)
    outcome.reason = "a proof was found, but " + *complaint;
  else
    outcome.internalError = "the proof of engine lazy does not pass its check: " + *complaint;
}

} // namespace

Outcome run(const program::Program &program, const Options &options, Progress &progress) {
  Outcome outcome;
  if (const auto property = unsupported(program)) {
    outcome.reason = fmt::format("engine lazy does not check {}", program::name(*property));
    return outcome;
  }
  Impact impact(program, options, progress);
  const Impact::Result result = impact.run();
  switch (result) {
  case Impact::Result::Safe:
    outcome = proved(program);
    break;
  case Impact::Result::Unsafe:
    outcome = follow(program, impact, options);
    break;
  case Impact::Result::Halted:
    outcome.reason = impact.haltReason();
    break;
  case Impact::Result::Stopped:
    outcome.reason = stopReason(progress.cancellation, "stopped");
    outcome.progress = fmt::format("{} nodes without a violation", impact.tree().size());
    break;
  }
  outcome.warnings = impact.warnings();
  outcome.statistics = impact.statistics();
  if (result == Impact::Result::Safe)
    showProof(program, impact, options, progress, outcome);
  return outcome;
}

} // namespace heddle::engines::lazy
