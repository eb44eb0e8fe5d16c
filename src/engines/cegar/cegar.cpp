// From the result of the loop to an Outcome.
#include "engines/cegar/cegar.hpp"

#include "engines/cegar/loop.hpp"
#include "engines/tree/proof_export.hpp"
#include "engines/tree/verdicts.hpp"
#include "engines/verdicts.hpp"
#include "support/disposal.hpp"

#include <fmt/format.h>

namespace heddle::engines::cegar {

Outcome run(const program::Program &program, const Options &options, Progress &progress) {
  Outcome outcome;
  if (const auto property = tree::unsupported(program)) {
    outcome.reason = fmt::format("engine cegar does not check {}", program::name(*property));
    return outcome;
  }
  auto loop = std::make_unique<Loop>(program, options, progress);
  const Loop::Result result = loop->run();
  switch (result) {
  case Loop::Result::Safe:
    outcome = proved(program);
    break;
  case Loop::Result::Unsafe:
    outcome = loop->counterexample();
    break;
  case Loop::Result::GivenUp:
    outcome.reason = loop->reason();
    break;
  case Loop::Result::Cancelled:
    outcome.reason = stopReason(progress.cancellation, "stopped");
    outcome.progress = loop->progress();
    break;
  }
  outcome.warnings = loop->warnings();
  outcome.statistics = loop->statistics();
  if (result == Loop::Result::Safe && (options.checkProof || options.writeProof))
    tree::showProof(program, loop->proof(), options, progress, "cegar", outcome);
  if (result == Loop::Result::Cancelled)
    support::disposeInBackground(std::move(loop));
  return outcome;
}

} // namespace heddle::engines::cegar
