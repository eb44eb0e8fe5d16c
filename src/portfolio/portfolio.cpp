// Engines fail on different programs: random executions on rare interleavings, exploration on many states and many
// inputs, bounded model checking on loops without a bound, lazy abstraction on invariants that it does not find. So
// they run side by side, each in its own process, and the first verdict counts.
//
// Two cores are busy from the start. On one of them, a few random executions come first, which find most bugs at once;
// then exploration, which proves small programs in milliseconds. On the other one, the thread-modular analysis comes
// first, which proves in time near linear in the size of the program, or fails as fast; then bounded model checking,
// which does not wait for it longer than a small program needs. An effort limit ends the analysis of a large program,
// so that the others get the core. Lazy abstraction joins when exploration has given up, or has taken longer than a
// small program needs. Random executions get the rest of their budget whenever only one engine is left, or when the
// others have searched for so long that they may not end: it takes seconds, and a bug that needs many steps is found by
// hundreds of executions sooner than by exploring all shorter ones.
//
// What the thread-modular analysis could not exclude is where a violation would be. As soon as it has ended, some
// random executions look there, longer ones than the first, but few enough not to delay the others; of the rest, every
// second one does.
//
// A program that starts threads in a loop without a bound, or with a large one, is beyond all of these, unless it has a
// bug. There, abstraction to any number of threads takes the place of lazy abstraction, which follows if it fails.
//
// With more jobs than two, further configurations join whenever fewer engines than that are at work: first the engines
// that differ most from those above, then other settings of the same, then random executions with other seeds. With one
// job, engines begin one after the other, and an engine that takes longer than a turn shares the core with the next.
#include "portfolio/portfolio.hpp"

#include "engines/bmc/bmc.hpp"
#include "engines/cegar/cegar.hpp"
#include "engines/explore/explore.hpp"
#include "engines/lazy/lazy.hpp"
#include "engines/modular/modular.hpp"
#include "engines/parametric/parametric.hpp"
#include "engines/random/random.hpp"
#include "engines/random/targets.hpp"
#include "engines/trace/trace.hpp"
#include "portfolio/many_threads.hpp"
#include "portfolio/merged_options.hpp"
#include "portfolio/side_by_side.hpp"
#include "portfolio/with_facts.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

namespace heddle::portfolio {

using engines::Context;
using engines::Result;

namespace {

constexpr std::uint64_t firstRuns = 100;
constexpr std::uint64_t firstDepth = 1000;
/// Of the executions with a target: as many as the first ones, and together at most so many steps, a few tenths of a
/// second.
constexpr std::uint64_t mostTargetedSteps = 400'000;
/// What exploration takes for a small program: some thousand states.
constexpr std::chrono::milliseconds smallExploration{50};
/// The same for the thread-modular analysis.
constexpr std::chrono::milliseconds smallAnalysis{40};
/// After this time of exploration, the others may not end.
constexpr std::chrono::milliseconds longExploration{1000};
/// With one job: for how long the engine that has started last has the core for itself.
constexpr std::chrono::milliseconds turn{500};
/// For how long the others may refute a proof of the thread-modular analysis that its check does not confirm.
constexpr std::chrono::milliseconds unconfirmedFor{3000};
constexpr std::chrono::milliseconds pollInterval{20};
constexpr unsigned mostJobs = 64;

/// Whether the engine can give a verdict on a program with these properties. An engine refuses a program if it does not
/// support one of them.
bool canDecide(const engines::Engine &engine, program::PropertySet properties) {
  const program::PropertySet notFound = properties - engine.finds;
  const program::PropertySet notProved = properties - engine.proves;
  return notFound.empty() || notProved.empty();
}

/// The properties whose violations the engine can find although it cannot decide all of them: whether memory is lost is
/// decided when the program ends, so that an invalid access or free comes first in any case.
program::PropertySet withoutLeaks(const engines::Engine &engine, program::PropertySet properties) {
  const program::PropertySet rest = properties - program::PropertySet{program::Property::ValidMemtrack};
  return rest == properties || !(rest - engine.finds).empty() ? program::PropertySet{} : rest;
}

template <typename Options>
Member member(const engines::Engine &engine, engines::Outcome (*entry)(const Context &, const Options &),
              const Options &options) {
  return {.engine = std::string(engine.name),
          .run = [&engine, entry, options](const Context &own) { return runAs(engine.name, entry, own, options); }};
}

/// A configuration beside those that always run.
struct Variant {
  const engines::Engine &engine;
  Member member;
  bool isOther = true; // false: only its random numbers are others
};

class Automatic final : public engines::Configuration {
public:
  engines::OptionList options() override {
    engines::OptionList list = merge({{engines::random::engine.name, random_.list()},
                                      {engines::explore::engine.name, explore_.list()},
                                      {engines::bmc::engine.name, bmc_.list()},
                                      {engines::lazy::engine.name, lazy_.list()},
                                      {engines::modular::engine.name, modular_.list()},
                                      {engines::parametric::engine.name, parametric_.list()}});
    list.push_back(engines::number("--jobs", "N", jobs_,
                                   "engines at a time; with more than 2, further configurations join", 1, mostJobs));
    list.push_back(factsOption(facts_));
    return list;
  }
  engines::Preparation preparation() const override { return {}; }
  std::optional<support::Error> check(const program::Program &program) const override { return bmc_.check(program); }
  Result run(const Context &context) const override { return runSideBySide(members(context), context); }

  static std::unique_ptr<Configuration> make() { return std::make_unique<Automatic>(); }

  /// At least `count` of them, in the order in which they join.
  std::vector<Variant> variants(std::size_t count) const;

private:
  std::vector<Member> members(const Context &context) const;

  unsigned jobs_ = 2;
  bool facts_ = true;
  engines::random::Options random_;
  engines::explore::Options explore_;
  engines::bmc::Options bmc_;
  engines::lazy::Options lazy_;
  engines::modular::Options modular_;
  engines::parametric::Options parametric_;
};

/// The member with fewer properties. Its counterexamples count; a proof does not, since it is not about all of them.
Member narrowed(Member whole, program::PropertySet properties) {
  whole.run = [run = std::move(whole.run), properties](const Context &own) {
    program::Program program = own.program;
    program.properties = properties;
    Result result = run({.program = program,
                         .cancellation = own.cancellation,
                         .limits = own.limits,
                         .report = own.report,
                         .logs = own.logs,
                         .engine = own.engine,
                         .log = own.log,
                         .suspects = own.suspects});
    if (std::holds_alternative<engines::NoViolation>(result.answer))
      result.answer = engines::Unknown{engines::Unknown::Kind::Unsupported,
                                       "there is no violation of another property, and leaks are not decided"};
    return result;
  };
  return whole;
}

/// The member if its engine can give a verdict on the properties, or the member for those of which it can find
/// violations; none if there are none.
std::optional<Member> suited(const engines::Engine &engine, Member member, program::PropertySet properties) {
  if (canDecide(engine, properties))
    return member;
  const program::PropertySet fewer = withoutLeaks(engine, properties);
  return fewer.empty() ? std::nullopt : std::optional(narrowed(std::move(member), fewer));
}

/// A variant by itself, on a machine of its own.
class Alone final : public engines::Configuration {
public:
  explicit Alone(Variant variant) : variant_(std::move(variant)) {}

  engines::OptionList options() override { return {}; }
  engines::Preparation preparation() const override { return {}; }
  std::optional<support::Error> check(const program::Program & /*program*/) const override { return std::nullopt; }
  Result run(const Context &context) const override {
    if (const auto member = suited(variant_.engine, variant_.member, context.program.properties))
      return runSideBySide({*member}, context);
    return {engines::Unknown{engines::Unknown::Kind::Unsupported, "the property is not one of this engine"},
            std::string(variant_.engine.name),
            {},
            {}};
  }

private:
  Variant variant_;
};

/// The member with a check of its proofs. One that is not confirmed counts only if no other member has found a
/// violation or a proof of its own by then, or not at all. The others do not wait for the check.
Member patient(Member whole, std::optional<std::chrono::milliseconds> patience) {
  whole.run = [run = std::move(whole.run), patience](const Context &own) {
    using Clock = std::chrono::steady_clock;
    Clock::time_point found = Clock::now();
    Context context = own.with(own.cancellation);
    context.announceProof = [&] { found = Clock::now(); };
    Result result = run(context);
    const auto *proved = std::get_if<engines::NoViolation>(&result.answer);
    if (proved == nullptr || !proved->check.empty())
      return result;
    if (!patience) {
      result.answer = engines::Unknown{engines::Unknown::Kind::Incomplete,
                                       "a proof was found, but it is not confirmed: " + proved->unchecked};
      return result;
    }
    own.report("a proof was found, but it is not confirmed");
    while (Clock::now() < found + *patience && !own.cancellation.poll())
      std::this_thread::sleep_for(pollInterval);
    return result;
  };
  return whole;
}

/// Without facts. They save lazy and cegar nothing (ARCHITECTURE.md has the measurements).
Member withoutFacts(Member whole) {
  whole.run = [run = std::move(whole.run)](const Context &own) {
    Context context = own.with(own.cancellation);
    context.facts = nullptr;
    return run(context);
  };
  return whole;
}

/// How long ago a member has started last, of those that have.
std::chrono::milliseconds sinceLastStart(const Situation &now, std::size_t members) {
  std::chrono::milliseconds least = std::chrono::milliseconds::max();
  for (std::size_t member = 0; member < members; ++member)
    if (now.hasStarted(member))
      least = std::min(least, now.sinceStartOf(member));
  return least;
}

std::vector<Variant> Automatic::variants(std::size_t count) const {
  namespace trace = engines::trace;
  namespace cegar = engines::cegar;
  namespace bmc = engines::bmc;
  namespace lazy = engines::lazy;
  namespace random = engines::random;
  std::vector<Variant> variants;

  trace::Options executions;
  executions.seed = random_.seed;
  executions.checkProof = bmc_.checkProof;
  variants.push_back({trace::engine, member(trace::engine, trace::run, executions)});

  cegar::Options refinement;
  refinement.tree = lazy_.tree;
  variants.push_back({cegar::engine, withoutFacts(member(cegar::engine, cegar::run, refinement))});

  bmc::Options otherConstraint = bmc_;
  otherConstraint.solving.monolithic = !bmc_.solving.monolithic;
  variants.push_back({bmc::engine, member(bmc::engine, bmc::run, otherConstraint)});

  lazy::Options otherOrder = lazy_;
  otherOrder.search =
      lazy_.search == lazy::Options::Search::Breadth ? lazy::Options::Search::Depth : lazy::Options::Search::Breadth;
  variants.push_back({lazy::engine, withoutFacts(member(lazy::engine, lazy::run, otherOrder))});

  refinement.domain = cegar::Options::Domain::Boolean;
  variants.push_back({cegar::engine, withoutFacts(member(cegar::engine, cegar::run, refinement))});

  random::Options otherSeeds = random_;
  while (variants.size() < count) {
    otherSeeds.seed += random_.runs;
    variants.push_back({random::engine, member(random::engine, random::run, otherSeeds), false});
  }
  return variants;
}

/// In the order in which they start, if they are due at the same time, and of precedence of their reasons.
std::vector<Member> Automatic::members(const Context &context) const {
  std::vector<Member> members;
  const auto add = [&](const engines::Engine &engine, Member added) -> std::optional<std::size_t> {
    std::optional<Member> member = suited(engine, std::move(added), context.program.properties);
    if (!member)
      return std::nullopt;
    members.push_back(std::move(*member));
    return members.size() - 1;
  };

  engines::random::Options options = random_;
  options.runs = std::min(random_.runs, firstRuns);
  options.depth = std::min(random_.depth, firstDepth);
  const auto first = add(engines::random::engine, member(engines::random::engine, engines::random::run, options));

  const auto bmc = add(engines::bmc::engine, member(engines::bmc::engine, engines::bmc::run, bmc_));
  const auto lazy = add(engines::lazy::engine, withoutFacts(member(engines::lazy::engine, engines::lazy::run, lazy_)));
  const auto parametric =
      mayStartManyThreads(context.program)
          ? add(engines::parametric::engine, member(engines::parametric::engine, engines::parametric::run, parametric_))
          : std::nullopt;
  const auto explore = add(engines::explore::engine, member(engines::explore::engine, engines::explore::run, explore_));

  engines::modular::Options analysis = modular_;
  analysis.effort = std::min(modular_.effort, mostAnalysis(context.program));
  analysis.checkProof = true;
  if (!modular_.checkProof)
    analysis.mostCheckTime = unconfirmedFor;
  analysis.findsFacts = facts_;
  const auto modular =
      add(engines::modular::engine, patient(member(engines::modular::engine, engines::modular::run, analysis),
                                            modular_.checkProof ? std::nullopt : std::optional(unconfirmedFor)));

  options = random_;
  options.runs = std::min(random_.runs, firstRuns);
  options.seed = random_.seed + 2 * firstRuns;
  options.targetEvery = 1;
  options.steps = mostTargetedSteps;
  const auto targeted =
      !modular || random_.targetEvery == 0
          ? std::nullopt
          : add(engines::random::engine, member(engines::random::engine, engines::random::run, options));

  options = random_;
  options.runs = random_.runs - std::min(random_.runs, firstRuns);
  options.seed = random_.seed + firstRuns;
  const auto rest = options.runs == 0
                        ? std::nullopt
                        : add(engines::random::engine, member(engines::random::engine, engines::random::run, options));

  members[*first].isAwaited = true;
  if (bmc && modular)
    members[*bmc].isDue = [=](const Situation &now) {
      return now.hasEnded(*modular) || now.sinceStartOf(*modular) > smallAnalysis;
    };
  members[*explore].isDue = [=](const Situation &now) { return now.hasEnded(*first); };
  if (targeted)
    members[*targeted].isDue = [=](const Situation &now) {
      return now.hasEnded(*modular) && now.suspects() != nullptr && engines::random::areLocated(*now.suspects());
    };
  if (parametric)
    members[*parametric].isDue = [=](const Situation &now) { return now.hasEnded(*first); };
  if (lazy)
    members[*lazy].isDue = [=](const Situation &now) {
      if (parametric && !now.hasEnded(*parametric))
        return false;
      return now.hasEnded(*explore) || now.sinceStartOf(*explore) > smallExploration;
    };
  const auto isJobFree = [=, jobs = std::max(jobs_, 2U)](const Situation &now) {
    const bool areAllStarted = now.hasEnded(*first) && (!lazy || now.hasStarted(*lazy));
    return areAllStarted && now.running() < jobs;
  };
  if (rest)
    members[*rest].isDue = [=](const Situation &now) {
      return isJobFree(now) || now.sinceStartOf(*explore) > longExploration;
    };
  if (jobs_ > 2)
    for (Variant &variant : variants(jobs_))
      if (const auto added = add(variant.engine, std::move(variant.member)))
        members[*added].isDue = isJobFree;
  if (jobs_ == 1)
    for (Member &each : members)
      each.isDue = [isDue = std::move(each.isDue), count = members.size()](const Situation &now) {
        return isDue(now) && (now.running() == 0 || sinceLastStart(now, count) > turn);
      };
  return members;
}

} // namespace

std::vector<Variation> variationsOf(const engines::Configuration &whole, std::size_t count) {
  const auto *automatic = dynamic_cast<const Automatic *>(&whole);
  std::vector<Variation> variations;
  if (automatic == nullptr)
    return variations;
  for (Variant &variant : automatic->variants(count)) {
    const bool isOther = variant.isOther;
    const std::string name(variant.engine.name);
    variations.push_back({name, std::make_unique<Alone>(std::move(variant)), isOther});
  }
  return variations;
}

const engines::Engine engine{
    .name = "auto",
    .description = "random, modular, explore, bmc, lazy and parametric side by side, each in its own process",
    .finds = program::PropertySet::all(),
    .proves = program::PropertySet::all(),
    .configure = Automatic::make};

} // namespace heddle::portfolio
