#include "engines/modular/modular.hpp"

#include "engines/modular/certificate.hpp"
#include "engines/modular/deadlock_check.hpp"
#include "engines/modular/facts.hpp"
#include "engines/modular/fixpoint.hpp"
#include "engines/modular/race_check.hpp"
#include "engines/modular/suspects.hpp"
#include "engines/modular/weakening.hpp"
#include "engines/proof_check.hpp"
#include "engines/write_option.hpp"
#include "proof/check_modular.hpp"
#include "proof/confirm_facts.hpp"
#include "proof/proof_file.hpp"
#include "transform/any_size.hpp"
#include "transform/lasting_objects.hpp"

#include <fmt/format.h>

namespace heddle::engines::modular {

namespace {

using program::Property;

constexpr program::PropertySet unsupported{Property::ValidMemtrack};

using Deadline = std::optional<support::Cancellation::Clock::time_point>;

/// The certificate may claim more than the checker can confirm, because it leaves out something that the analysis
/// knows. Then what does not follow is removed from it, and the rest may still exclude all violations.
ProofCheck checked(const Context &context, proof::ModularProof &proof, support::Cancellation &cancellation,
                   Deadline deadline) {
  context.report(fmt::format("checking the proof, {} cases", proof.cases.size()));
  const proof::CheckOptions options{.solver = smt::Backend::CaDiCaL};
  proof::CheckResult check = proof::checkModular(context.program, proof, options, cancellation, deadline);
  if (check.kind == proof::CheckResult::Kind::Invalid) {
    proof::ModularProof confirmed = proof;
    proof::CheckResult less = proof::confirmClaims(context.program, confirmed, options, cancellation, deadline);
    if (less.isValid())
      less = proof::checkModular(context.program, confirmed, options, cancellation, deadline);
    if (less.isValid()) {
      proof = std::move(confirmed);
      check = {};
    } else {
      context.log.info("without the claims that do not follow: {}", less.message);
    }
  }
  switch (check.kind) {
  case proof::CheckResult::Kind::Valid:
    return {ProofCheck::Kind::Passed, "for any number of threads, every step preserves the invariants of its own "
                                      "thread and of all others, and they exclude every violation"};
  case proof::CheckResult::Kind::Cancelled:
    return {ProofCheck::Kind::Cancelled};
  case proof::CheckResult::Kind::Inconclusive:
    return {ProofCheck::Kind::NotModelled, check.message};
  case proof::CheckResult::Kind::Invalid:
    break;
  }
  return {ProofCheck::Kind::NotModelled, "it is not confirmed, in " + check.message};
}

void settleProof(const Context &context, const Options &options, const Objects &objects, const Fixpoint &fixpoint,
                 const std::set<proof::Separation> &separations, Outcome &outcome) {
  proof::ModularProof proof = certificateOf(context.program, objects, fixpoint);
  proof.separations.assign(separations.begin(), separations.end());
  Deadline deadline;
  if (const auto now = support::Cancellation::Clock::now(); !options.checkProof && context.begin)
    deadline = now + checkTime(now - *context.begin);
  checkProof(context, options.checkProof, outcome, [&](support::Cancellation &cancellation) {
    if (!options.mostCheckTime)
      return checked(context, proof, cancellation, deadline);
    support::Cancellation limited(&cancellation);
    limited.setDeadline(support::Cancellation::Clock::now() + *options.mostCheckTime);
    ProofCheck check = checked(context, proof, limited, deadline);
    if (check.kind == ProofCheck::Kind::Cancelled && cancellation.reason() == support::StopReason::None)
      check = {ProofCheck::Kind::NotModelled,
               fmt::format("that takes longer than {} s; --check-proof checks it however "
                           "long it takes",
                           options.mostCheckTime->count() / 1000)};
    return check;
  });
  if (auto *proved = std::get_if<NoViolation>(&outcome.answer); proved != nullptr && options.writeProof)
    proved->proof = proof::proofText(context.program, proof, {.engine = context.engine});
}

/// Other engines wait for facts, or do without: their check may take as long as that of a proof for which no option
/// asks.
void addFacts(const Context &context, const Objects &objects, const Fixpoint &fixpoint,
              support::Cancellation &cancellation, Outcome &outcome) {
  support::Cancellation limited(&cancellation);
  if (const auto now = support::Cancellation::Clock::now(); context.begin)
    limited.setDeadline(
        now + std::chrono::duration_cast<support::Cancellation::Clock::duration>(checkTime(now - *context.begin)));
  outcome.facts = confirmedFacts(context, objects, fixpoint, limited, outcome.statistics);
}

} // namespace

OptionList Options::list() {
  return {flag("--check-proof", checkProof, "check the proof with an independent checker"),
          writeOption("--proof", "write the proof to a file, for heddle check-proof", writeProof),
          writeOption("--invariant", "write the invariant of every location, in C syntax, to a file", writeProof)};
}

namespace {

Outcome analyse(const Context &context, const Options &options, Mutation mutation, const Objects &objects) {
  const program::Program &program = context.program;
  support::Cancellation limited(&context.cancellation, options.effort);
  Fixpoint fixpoint(program, objects, limited, mutation);
  std::optional<Findings> findings;
  std::set<proof::Separation> separations;
  do {
    findings = fixpoint.run();
    if (!findings)
      return {cancelledOrGivenUp(limited)};
    if (program.properties.contains(Property::NoDataRace) && mutation != Mutation::RacesAreExcluded) {
      RaceCheck check(program, objects, fixpoint.global(), fixpoint.interference(), fixpoint.barriers(),
                      fixpoint.slots(), fixpoint.courseOfMain(), mutation);
      check.run(*findings);
      separations = check.separations();
    }
    if (program.properties.contains(Property::NoDeadlock))
      DeadlockCheck(program, objects, fixpoint, mutation).run(*findings);
  } while (!findings->isEmpty() && (fixpoint.refine() || fixpoint.followHeaps(*findings)));
  context.log.info("{} states, {} locks, {} rounds, {} sweeps, {} accesses to shared memory, {} findings",
                   fixpoint.countStates(), fixpoint.locks().all().size(), fixpoint.countRounds(),
                   fixpoint.countSweeps(), findings->accesses().size(), findings->all().size());
  for (const Finding &finding : findings->all())
    context.log.debug("{}: {}", program.sources.describe(finding.span), finding.text);
  Outcome outcome{.answer = proved(program)};
  if (!findings->isEmpty()) {
    outcome.suspects = suspectsOf(program, findings->all());
    outcome.answer = Unknown{Unknown::Kind::Incomplete, summaryOf(program, outcome.suspects)};
  }
  outcome.statistics.count("states", fixpoint.countStates());
  outcome.statistics.count("locks", fixpoint.locks().all().size());
  outcome.statistics.count("accesses.shared", findings->accesses().size());
  if (std::holds_alternative<NoViolation>(outcome.answer))
    settleProof(context, options, objects, fixpoint, separations, outcome);
  // With a limit on its check, a proof counts although it is not confirmed, so that no engine needs facts.
  if (const auto *proof = std::get_if<NoViolation>(&outcome.answer);
      options.findsFacts && (proof == nullptr || (proof->check.empty() && !options.mostCheckTime)))
    addFacts(context, objects, fixpoint, limited, outcome);
  return outcome;
}

/// Whether there is a proof, which has been confirmed if it has to be.
bool isSettled(const Outcome &outcome, const Options &options) {
  const auto *proof = std::get_if<NoViolation>(&outcome.answer);
  return proof != nullptr && (!options.checkProof || !proof->check.empty());
}

/// The same for another form of the program.
Context aboutProgram(const Context &context, const program::Program &program) {
  return {program,     context.cancellation, context.limits,        context.report,   context.logs, context.engine,
          context.log, context.begin,        context.announceProof, context.suspects, nullptr};
}

} // namespace

Outcome runMutant(const Context &context, const Options &options, Mutation mutation) {
  // Objects and command lines of any size: this analysis follows no executions.
  if (const std::optional<program::Program> unlimited = transform::withoutLimits(context.program)) {
    Options withoutFacts = options; // others have the limits
    withoutFacts.findsFacts = false;
    return runMutant(aboutProgram(context, *unlimited), withoutFacts, mutation);
  }
  const program::Program &program = context.program;
  for (unsigned i = 0; i < program::propertyCount; ++i)
    if (const auto property = static_cast<Property>(i);
        program.properties.contains(property) && unsupported.contains(property))
      return {Unknown{Unknown::Kind::Unsupported,
                      fmt::format("engine {} does not check {}", context.engine, program::name(property))}};
  const Objects objects(program);
  if (objects.parallelism().instances(0) != analysis::Instances::One)
    return {Unknown{Unknown::Kind::Unsupported, "main is started as a thread"}};
  // Objects of main are followed one by one as static ones, or as those of their site, which may get owners.
  if (const std::optional<program::Program> lasting =
          transform::withLastingObjects(program, objects.pointsTo(), objects.escape())) {
    Options withoutFacts = options; // others know nothing of the objects that have become static
    withoutFacts.findsFacts = false;
    Outcome first = analyse(aboutProgram(context, *lasting), withoutFacts, mutation, Objects(*lasting));
    if (isSettled(first, options))
      return first;
    Outcome second = analyse(context, options, mutation, objects);
    const bool isBetter = isSettled(second, options) || !std::holds_alternative<NoViolation>(first.answer);
    return isBetter ? std::move(second) : std::move(first);
  }
  return analyse(context, options, mutation, objects);
}

Outcome run(const Context &context, const Options &options) { return runMutant(context, options, Mutation::None); }

const Engine engine{.name = "modular",
                    .description = "thread-modular abstract interpretation: proofs for any number of threads",
                    .finds = {},
                    .proves = program::PropertySet::all() - unsupported,
                    .makesProofs = true,
                    .configure = Configured<engine, Options, run>::make};

} // namespace heddle::engines::modular
