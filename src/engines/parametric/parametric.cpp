#include "engines/parametric/parametric.hpp"

#include "engines/parametric/loop.hpp"
#include "engines/parametric/weakening.hpp"
#include "engines/proof_check.hpp"
#include "engines/solver_option.hpp"
#include "engines/write_option.hpp"
#include "proof/check_parametric.hpp"
#include "proof/proof_file.hpp"

#include <fmt/format.h>

#include <optional>

namespace heddle::engines::parametric {

namespace {

constexpr program::PropertySet unsupported{program::Property::ValidMemtrack};

ProofCheck checked(const Context &context, const Options &options, const proof::ParametricProof &proof,
                   support::Cancellation &cancellation) {
  context.report(fmt::format("checking the proof, {} unreachable configurations", proof.unreachable.size()));
  const proof::CheckResult check = proof::checkParametric(
      context.program, proof, {.solver = tree::checkingSolver(options.solver, options.checkProof)}, cancellation);
  switch (check.kind) {
  case proof::CheckResult::Kind::Valid:
    return {ProofCheck::Kind::Passed,
            "for any number of threads, no step leads from a configuration that it allows to one that it excludes, and "
            "it excludes every violation"};
  case proof::CheckResult::Kind::Cancelled:
    return {ProofCheck::Kind::Cancelled};
  case proof::CheckResult::Kind::Inconclusive:
    return {ProofCheck::Kind::NotModelled, check.message};
  case proof::CheckResult::Kind::Invalid:
    break;
  }
  return {ProofCheck::Kind::Failed, check.message};
}

void settleProof(const Context &context, const Options &options, Loop &loop, Outcome &outcome) {
  std::optional<proof::ParametricProof> proof;
  if (options.writeProof) {
    proof = loop.proof();
    std::get<NoViolation>(outcome.answer).proof =
        proof::proofText(context.program, *proof, {.engine = context.engine, .solver = options.solver});
  }
  checkProof(context, options.checkProof, outcome, [&](support::Cancellation &cancellation) {
    if (!proof)
      proof = loop.proof();
    return checked(context, options, *proof, cancellation);
  });
}

} // namespace

OptionList Options::list() {
  return {solverOption(solver),
          number("--transitions", "N", transitions, "abstract transitions, at most", 1),
          choice("--widening", widening, {{"on", true}, {"off", false}},
                 "of the targets of the coverability search; without it, proofs are larger"),
          flag("--check-proof", checkProof, "check the proof with an independent checker and the other solver"),
          writeOption("--proof", "write the proof to a file, for heddle check-proof", writeProof),
          writeOption("--invariant", "write the invariant of every location, in C syntax, to a file", writeProof)};
}

Outcome runWeakened(const Context &context, const Options &options, const Weakening &weakening) {
  for (unsigned i = 0; i < program::propertyCount; ++i)
    if (const auto property = static_cast<program::Property>(i);
        context.program.properties.contains(property) && unsupported.contains(property))
      return {Unknown{Unknown::Kind::Unsupported,
                      fmt::format("engine {} does not check {}", context.engine, program::name(property))}};
  Loop loop(context, options, weakening);
  Outcome outcome{loop.run()};
  outcome.statistics = loop.statistics();
  if (std::holds_alternative<NoViolation>(outcome.answer))
    settleProof(context, options, loop, outcome);
  return outcome;
}

Outcome run(const Context &context, const Options &options) { return runWeakened(context, options, {}); }

const Engine engine{.name = "parametric",
                    .description = "predicate abstraction and coverability, for any number of threads",
                    .finds = program::PropertySet::all() - unsupported,
                    .proves = program::PropertySet::all() - unsupported,
                    .makesProofs = true,
                    .configure = Configured<engine, Options, run>::make};

} // namespace heddle::engines::parametric
