#include "engines/lazy/lazy.hpp"

#include "engines/lazy/impact.hpp"
#include "engines/tree/proof_export.hpp"
#include "engines/tree/verdicts.hpp"
#include "engines/verdicts.hpp"
#include "support/disposal.hpp"

#include <fmt/format.h>

namespace heddle::engines::lazy {

Outcome run(const program::Program &program, const Options &options, Progress &progress) {
  Outcome outcome;
  if (const auto property = tree::unsupported(program)) {
    outcome.reason = fmt::format("engine lazy does not check {}", program::name(*property));
    return outcome;
  }
  auto impact = std::make_unique<Impact>(program, options, progress);
  const Impact::Result result = impact->run();
  switch (result) {
  case Impact::Result::Safe:
    outcome = proved(program);
    break;
  case Impact::Result::Unsafe:
    outcome = tree::follow(impact->error(), impact->tree(), impact->semantics(), impact->entailment(), options, "lazy");
    break;
  case Impact::Result::Halted:
    outcome.reason = impact->haltReason();
    break;
  case Impact::Result::Cancelled:
    outcome.reason = stopReason(progress.cancellation, "stopped");
    outcome.progress = fmt::format("{} nodes without a violation", impact->tree().size());
    break;
  }
  outcome.warnings = impact->warnings();
  outcome.statistics = impact->statistics();
  if (result == Impact::Result::Safe && (options.checkProof || options.writeProof))
    tree::showProof(program, tree::exportProof(impact->tree(), impact->semantics()), options, progress, "lazy",
                    outcome);
  if (result == Impact::Result::Cancelled)
    support::disposeInBackground(std::move(impact));
  return outcome;
}

} // namespace heddle::engines::lazy
