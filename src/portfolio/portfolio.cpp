// Random executions are cheap and find most bugs at once; exploring a few thousand states proves small programs.
// What is left gets the engines that can prove, side by side, each in its own thread: bounded model checking, lazy
// abstraction and exploration. They fail on different programs: the first on loops without a bound, the second on
// invariants that it does not find, the last on many states and many inputs. If all give up, random executions get
// what is left of their budget.
//
// Engines share nothing but the program, which none of them changes, so the first definite verdict is the verdict.
#include "portfolio/portfolio.hpp"

#include "engines/bmc/bmc.hpp"
#include "engines/cegar/cegar.hpp"
#include "engines/explore/explore.hpp"
#include "engines/lazy/lazy.hpp"
#include "engines/random/random.hpp"
#include "engines/trace/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <new>
#include <thread>

namespace heddle::portfolio {

using engines::Options;
using engines::Outcome;
using engines::Progress;
using engines::Verdict;
using program::Program;

namespace {

constexpr std::uint64_t firstRuns = 100;
constexpr std::uint64_t firstDepth = 1000;
constexpr std::uint64_t firstStates = 5'000;
/// One step can be a long loop, and then even few states take long.
constexpr std::chrono::seconds firstTime{2};

bool isDefinite(const Outcome &outcome) { return outcome.verdict != Verdict::Unknown || outcome.internalError; }

/// Runs engines one after the other until one has an answer, and gathers what they say.
class Sequence {
public:
  explicit Sequence(Progress &progress) : progress_(progress) {}

  template <typename Run> Sequence &then(Run run) {
    if (!isDefinite(answer_.outcome) && !progress_.cancellation.stopRequested())
      for (Answer &answer : run())
        add(std::move(answer));
    return *this;
  }

  Answer take() { return std::move(answer_); }

private:
  void add(Answer answer) {
    std::vector<engines::Statistic> statistics = std::move(answer_.outcome.statistics);
    for (engines::Statistic &statistic : answer.outcome.statistics)
      statistics.push_back({answer.engine + ": " + statistic.name, std::move(statistic.value)});
    std::vector<program::Warning> warnings = std::move(answer_.outcome.warnings);
    for (program::Warning &warning : answer.outcome.warnings)
      warnings.push_back(std::move(warning));
    // Of several reasons for `unknown`, that of the engine that could have proved most counts: the first of those
    // that ran side by side.
    const bool replaces = !isDefinite(answer_.outcome) && (isDefinite(answer.outcome) || answer_.engine != "bmc");
    if (replaces)
      answer_ = std::move(answer);
    answer_.outcome.statistics = std::move(statistics);
    answer_.outcome.warnings = std::move(warnings);
  }

  Progress &progress_;
  Answer answer_;
};

using Engine = Outcome (*)(const Program &, const Options &, Progress &);

/// All at the same time, each in its own thread, until one has an answer. Progress is that of the first.
std::vector<Answer> runSideBySide(const std::vector<std::pair<std::string, Engine>> &engines, const Program &program,
                                  const Options &options, Progress &progress) {
  std::deque<support::Cancellation> stops;
  std::vector<Answer> answers;
  for (const auto &[name, engine] : engines) {
    stops.emplace_back(&progress.cancellation);
    // One must not take the memory that the others need.
    if (const auto limit = progress.cancellation.memoryLimit(); limit && stops.size() > 1)
      stops.back().setMemoryLimit(*limit / 2);
    answers.push_back({Outcome{}, name});
  }
  const auto runOne = [&](std::size_t index) {
    Progress own{.cancellation = stops[index], .report = [](const std::string &) {}};
    if (index == 0)
      own.report = progress.report;
    Outcome &outcome = answers[index].outcome;
    try {
      outcome = engines[index].second(program, options, own);
    } catch (const std::bad_alloc &) {
      outcome.reason = "out of memory";
    }
    if (isDefinite(outcome))
      for (std::size_t other = 0; other < stops.size(); ++other)
        if (other != index)
          stops[other].request(support::StopReason::Interrupted);
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t index = 1; index < engines.size(); ++index)
      others.emplace_back(runOne, index);
    runOne(0);
  }
  const auto saying = [&](Verdict verdict) {
    return std::find_if(answers.begin(), answers.end(),
                        [verdict](const Answer &answer) { return answer.outcome.verdict == verdict; });
  };
  const auto proved = saying(Verdict::True);
  const auto refuted = saying(Verdict::False);
  if (proved != answers.end() && refuted != answers.end())
    answers[0].outcome.internalError =
        fmt::format("engine {} says true, engine {} says false", proved->engine, refuted->engine);
  return answers;
}

Answer runAll(const Program &program, const Options &options, Progress &progress) {
  Options first = options;
  first.runs = std::min(options.runs, firstRuns);
  first.depth = std::min(options.depth, firstDepth);
  first.maxStates = firstStates;
  Options rest = options;
  rest.runs = options.runs - first.runs;
  rest.seed = options.seed + first.runs;
  const auto one = [](Outcome outcome, const std::string &engine) {
    std::vector<Answer> answers;
    answers.push_back({std::move(outcome), engine});
    return answers;
  };
  return Sequence(progress)
      .then([&] { return one(engines::random::run(program, first, progress), "random"); })
      .then([&] {
        support::Cancellation limited(&progress.cancellation);
        limited.setDeadline(support::Cancellation::Clock::now() + firstTime);
        Progress own{.cancellation = limited, .report = progress.report};
        return one(engines::explore::run(program, first, own), "explore");
      })
      .then([&] {
        return runSideBySide(
            {{"bmc", engines::bmc::run}, {"lazy", engines::lazy::run}, {"explore", engines::explore::run}}, program,
            options, progress);
      })
      .then([&] { return one(engines::random::run(program, rest, progress), "random"); })
      .take();
}

} // namespace

const std::vector<std::string> &choiceNames() {
  static const std::vector<std::string> names{"auto", "bmc", "lazy", "cegar", "trace", "explore", "random"};
  return names;
}

std::optional<Choice> parseChoice(std::string_view name) {
  const auto &names = choiceNames();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    return std::nullopt;
  return static_cast<Choice>(found - names.begin());
}

Answer verify(const Program &program, Choice choice, const Options &options, Progress &progress) {
  switch (choice) {
  case Choice::Auto:
    return runAll(program, options, progress);
  case Choice::Bmc:
    return {engines::bmc::run(program, options, progress), "bmc"};
  case Choice::Lazy:
    return {engines::lazy::run(program, options, progress), "lazy"};
  case Choice::Cegar:
    return {engines::cegar::run(program, options, progress), "cegar"};
  case Choice::Trace:
    return {engines::trace::run(program, options, progress), "trace"};
  case Choice::Explore:
    return {engines::explore::run(program, options, progress), "explore"};
  case Choice::Random:
    break;
  }
  return {engines::random::run(program, options, progress), "random"};
}

} // namespace heddle::portfolio
