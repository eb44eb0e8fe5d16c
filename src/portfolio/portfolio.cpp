// A portfolio in stages. Random executions are cheap and find most bugs at once; exploring a few thousand states proves
// small programs. If neither decides, bounded model checking, lazy abstraction and exploration run side by side, each
// in its own thread. They fail on different programs: the first on loops without a bound, the second on invariants that
// it does not find, the last on many states and many inputs. If all give up, random executions get the rest of their
// budget.
//
// Engines share only the program, which none of them changes. The first definite answer is the verdict.
#include "portfolio/portfolio.hpp"

#include "engines/bmc/bmc.hpp"
#include "engines/explore/explore.hpp"
#include "engines/lazy/lazy.hpp"
#include "engines/random/random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <new>
#include <thread>

namespace heddle::portfolio {

using engines::Answer;
using engines::Context;
using engines::Result;
using engines::Verdict;

namespace {

constexpr std::uint64_t firstRuns = 100;
constexpr std::uint64_t firstDepth = 1000;
constexpr std::uint64_t firstStates = 5'000;
/// A step may contain a long loop, so even a few states may take long.
constexpr std::chrono::seconds firstTime{2};

using Run = std::function<Result(const Context &)>;

/// Runs engines in stages until one has a definite answer, and collects the warnings and statistics of all.
class Stages {
public:
  explicit Stages(const Context &context) : context_(context) {}

  /// `isDecisive`: if no stage has a definite answer, the reason that this stage gives is reported.
  Stages &then(const std::function<std::vector<Result>(const Context &)> &stage, bool isDecisive = false) {
    if (isDefinite(result_.answer) || context_.cancellation.poll())
      return *this;
    for (Result &result : stage(context_))
      add(std::move(result), isDecisive);
    return *this;
  }

  Result take() { return std::move(result_); }

private:
  void add(Result result, bool isDecisive) {
    std::move(result.runs.begin(), result.runs.end(), std::back_inserter(result_.runs));
    std::move(result.warnings.begin(), result.warnings.end(), std::back_inserter(result_.warnings));
    // An internal error replaces even a verdict: it must not be hidden.
    const bool isError = std::holds_alternative<engines::InternalError>(result.answer);
    if (!isError && (isDefinite(result_.answer) || (hasDecisive_ && !isDefinite(result.answer))))
      return;
    result_.answer = std::move(result.answer);
    result_.engine = std::move(result.engine);
    hasDecisive_ = isDecisive;
  }

  const Context &context_;
  Result result_;
  bool hasDecisive_ = false;
};

Result outOfMemory(std::string_view engine) {
  return {engines::Unknown{engines::Unknown::Kind::OutOfMemory, "out of memory"}, std::string(engine), {}, {}};
}

/// Contradictory verdicts of two engines are an internal error: one of them is wrong.
void reportDisagreement(std::vector<Result> &results) {
  const auto saying = [&](Verdict verdict) {
    return std::find_if(results.begin(), results.end(),
                        [verdict](const Result &result) { return result.verdict() == verdict; });
  };
  const auto proved = saying(Verdict::True);
  const auto refuted = saying(Verdict::False);
  if (proved != results.end() && refuted != results.end())
    results[0].answer = engines::InternalError{
        engines::InternalError::Kind::Disagreement,
        fmt::format("engine {} says true, engine {} says false", proved->engine, refuted->engine)};
}

struct Member {
  std::string_view engine;
  Run run;
};

/// Runs all members concurrently until one has a definite answer. The first one reports its progress.
std::vector<Result> runSideBySide(const std::vector<Member> &members, const Context &context) {
  std::deque<support::Cancellation> stops;
  std::vector<Result> results(members.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    stops.emplace_back(&context.cancellation);
    // No member may use up the memory that the others need.
    if (const auto limit = context.cancellation.memoryLimit(); limit && i > 0)
      stops.back().setMemoryLimit(*limit / 2);
  }
  const auto runOne = [&](std::size_t index) {
    Context own = context.with(stops[index]);
    if (index != 0)
      own.report = [](const std::string &) {};
    try {
      results[index] = members[index].run(own);
    } catch (const std::bad_alloc &) {
      results[index] = outOfMemory(members[index].engine);
    }
    if (isDefinite(results[index].answer))
      for (std::size_t other = 0; other < stops.size(); ++other)
        if (other != index)
          stops[other].request(support::StopReason::Answered);
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t index = 1; index < members.size(); ++index)
      others.emplace_back(runOne, index);
    runOne(0);
  }
  reportDisagreement(results);
  return results;
}

/// The options of a member, for `merge`.
struct MemberOptions {
  std::string_view engine;
  engines::OptionList list;
};

/// "a" if both are the same, otherwise "a (explore), b (lazy)".
std::string bothDefaults(const std::string &first, const std::string &second, std::string_view firstEngine,
                         std::string_view secondEngine) {
  return first == second ? first : fmt::format("{} ({}), {} ({})", first, firstEngine, second, secondEngine);
}

/// One option for two members: a value is set in every member that accepts it, and is an error if none does.
void mergeInto(engines::Option &known, std::string_view knownEngine, const engines::Option &option,
               std::string_view engine) {
  if (known.text != option.text)
    known.text = fmt::format("{}: {}; {}: {}", knownEngine, known.text, engine, option.text);
  known.defaultValue = bothDefaults(known.defaultValue, option.defaultValue, knownEngine, engine);
  for (const std::string &choice : option.choices)
    if (std::find(known.choices.begin(), known.choices.end(), choice) == known.choices.end())
      known.choices.push_back(choice);
  known.set = [first = known.set, second = option.set,
               choices = known.choices](const std::string &value) -> std::optional<support::Error> {
    std::optional<support::Error> refusal = first(value);
    if (!second(value) || !refusal)
      return std::nullopt;
    return choices.empty() ? *refusal
                           : support::Error{fmt::format("'{}' is not {}", value, engines::alternatives(choices))};
  };
}

engines::OptionList merge(const std::vector<MemberOptions> &members) {
  engines::OptionList merged;
  std::map<std::string, std::string_view> firstEngine; // by option
  for (const auto &[engine, list] : members)
    for (const engines::Option &option : list) {
      const auto known = std::find_if(merged.begin(), merged.end(),
                                      [&](const engines::Option &other) { return other.name == option.name; });
      if (known != merged.end()) {
        mergeInto(*known, firstEngine.at(option.name), option, engine);
        continue;
      }
      firstEngine[option.name] = engine;
      merged.push_back(option);
    }
  return merged;
}

class Automatic final : public engines::Configuration {
public:
  engines::OptionList options() override {
    return merge({{engines::random::engine.name, random_.list()},
                  {engines::explore::engine.name, explore_.list()},
                  {engines::bmc::engine.name, bmc_.list()},
                  {engines::lazy::engine.name, lazy_.list()}});
  }
  engines::Preparation preparation() const override { return {}; }
  Result run(const Context &context) const override;

  static std::unique_ptr<Configuration> make() { return std::make_unique<Automatic>(); }

private:
  Result runRandom(const Context &context, const engines::random::Options &options) const {
    return runAs(engines::random::engine.name, engines::random::run, context, options);
  }
  Result runExplore(const Context &context, const engines::explore::Options &options) const {
    return runAs(engines::explore::engine.name, engines::explore::run, context, options);
  }

  engines::random::Options random_;
  engines::explore::Options explore_;
  engines::bmc::Options bmc_;
  engines::lazy::Options lazy_;
};

Result Automatic::run(const Context &context) const {
  engines::random::Options firstRandom = random_;
  firstRandom.runs = std::min(random_.runs, firstRuns);
  firstRandom.depth = std::min(random_.depth, firstDepth);
  engines::random::Options restRandom = random_;
  restRandom.runs = random_.runs - firstRandom.runs;
  restRandom.seed = random_.seed + firstRandom.runs;
  engines::explore::Options firstExplore = explore_;
  firstExplore.maxStates = firstStates;
  const std::vector<Member> provers{
      {engines::bmc::engine.name,
       [this](const Context &own) { return runAs(engines::bmc::engine.name, engines::bmc::run, own, bmc_); }},
      {engines::lazy::engine.name,
       [this](const Context &own) { return runAs(engines::lazy::engine.name, engines::lazy::run, own, lazy_); }},
      {engines::explore::engine.name, [this](const Context &own) { return runExplore(own, explore_); }}};

  return Stages(context)
      .then([&](const Context &own) { return std::vector{runRandom(own, firstRandom)}; })
      .then([&](const Context &own) {
        support::Cancellation limited(&own.cancellation);
        limited.setDeadline(support::Cancellation::Clock::now() + firstTime);
        return std::vector{runExplore(own.with(limited), firstExplore)};
      })
      .then([&](const Context &own) { return runSideBySide(provers, own); }, true)
      .then([&](const Context &own) { return std::vector{runRandom(own, restRandom)}; })
      .take();
}

} // namespace

const engines::Engine engine{.name = "auto",
                             .description = "random, then explore, then bmc, lazy and explore side by side",
                             .finds = program::PropertySet::all(),
                             .proves = program::PropertySet::all(),
                             .configure = Automatic::make};

} // namespace heddle::portfolio
