#include "engines/tree/search.hpp"

#include "engines/proof_check.hpp"
#include "engines/solver_option.hpp"
#include "engines/write_option.hpp"
#include "proof/check.hpp"
#include "proof/proof_file.hpp"
#include "support/disposal.hpp"

#include <fmt/format.h>

#include <optional>

namespace heddle::engines::tree {

namespace {

std::optional<program::Property> firstUnsupported(program::PropertySet properties) {
  for (unsigned i = 0; i < program::propertyCount; ++i)
    if (const auto property = static_cast<program::Property>(i);
        properties.contains(property) && unsupported.contains(property))
      return property;
  return std::nullopt;
}

ProofCheck checked(const Context &context, const Options &options, const proof::ReachabilityProof &proof,
                   support::Cancellation &cancellation) {
  context.report(fmt::format("checking the proof, {} nodes", proof.nodes.size()));
  const proof::CheckResult check = proof::check(
      context.program, proof, {.solver = checkingSolver(options.solver, options.checkProof)}, cancellation);
  switch (check.kind) {
  case proof::CheckResult::Kind::Valid:
    return {ProofCheck::Kind::Passed,
            "its invariant holds initially, every step preserves it, and it excludes every violation"};
  case proof::CheckResult::Kind::Cancelled:
    return {ProofCheck::Kind::Cancelled};
  case proof::CheckResult::Kind::Inconclusive:
    return {ProofCheck::Kind::Inconclusive, check.message};
  case proof::CheckResult::Kind::Invalid:
    break;
  }
  return {ProofCheck::Kind::Failed, check.message};
}

void settleProof(const Context &context, const Options &options, Search &search, Outcome &outcome) {
  std::optional<proof::ReachabilityProof> proof;
  if (options.writeProof) {
    proof = search.proof();
    std::get<NoViolation>(outcome.answer).proof =
        proof::proofText(context.program, *proof, {.engine = context.engine, .solver = options.solver});
  }
  checkProof(context, options.checkProof, outcome, [&](support::Cancellation &cancellation) {
    if (!proof)
      proof = search.proof();
    return checked(context, options, *proof, cancellation);
  });
}

} // namespace

smt::Backend checkingSolver(smt::Backend solver, bool isAskedFor) {
  return isAskedFor && solver == smt::Backend::CaDiCaL ? smt::Backend::Z3 : smt::Backend::CaDiCaL;
}

OptionList Options::list() {
  return {solverOption(solver),
          flag("--check-proof", checkProof, "check the proof with an independent checker and the other solver"),
          writeOption("--proof", "write the proof to a file, for heddle check-proof", writeProof),
          writeOption("--invariant", "write the invariant of every location, in C syntax, to a file", writeProof)};
}

Outcome run(const Context &context, const Options &options, const std::function<std::unique_ptr<Search>()> &make) {
  if (const auto property = firstUnsupported(context.program.properties))
    return {Unknown{Unknown::Kind::Unsupported,
                    fmt::format("engine {} does not check {}", context.engine, program::name(*property))}};
  std::unique_ptr<Search> search = make();
  Outcome outcome{.answer = search->run(), .warnings = search->warnings(), .statistics = search->statistics()};
  if (outcome.verdict() == Verdict::True)
    settleProof(context, options, *search, outcome);
  // Millions of nodes take seconds to free.
  if (std::holds_alternative<Cancelled>(outcome.answer))
    support::disposeInBackground(std::move(search));
  return outcome;
}

} // namespace heddle::engines::tree
