#include "engines/parametric/parametric.hpp"

#include "engines/parametric/loop.hpp"
#include "engines/parametric/weakening.hpp"
#include "engines/proof_check.hpp"
#include "engines/solver_option.hpp"

#include <fmt/format.h>

namespace heddle::engines::parametric {

namespace {

constexpr program::PropertySet unsupported{program::Property::NoDeadlock, program::Property::ValidMemtrack};

} // namespace

OptionList Options::list() {
  return {solverOption(solver), number("--transitions", "N", transitions, "abstract transitions, at most", 1),
          flag("--check-proof", checkProof, "check the certificate of uncoverability; the abstraction is not checked")};
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
    checkProof(context, options.checkProof, outcome, [&](support::Cancellation &) -> ProofCheck {
      const Loop::Proof &proof = loop.proof();
      const auto checked = coverability::checkCertificate(*proof.system, proof.certificate);
      if (!checked)
        return {ProofCheck::Kind::Failed, checked.error().message};
      return {ProofCheck::Kind::NotModelled,
              "only its certificate of uncoverability can be checked, and is valid; the abstraction is not checked"};
    });
  return outcome;
}

Outcome run(const Context &context, const Options &options) { return runWeakened(context, options, {}); }

const Engine engine{.name = "parametric",
                    .description = "predicate abstraction and coverability, for any number of threads",
                    .finds = program::PropertySet::all() - unsupported,
                    .proves = program::PropertySet::all() - unsupported,
                    .configure = Configured<engine, Options, run>::make};

} // namespace heddle::engines::parametric
