// Random executions are cheap and find most bugs at once; exploring a few thousand states proves small programs.
// What is left gets the two engines that can prove, side by side, each on its own core: bounded model checking
// and exploration. They fail on different programs, one on loops without a bound, the other on many states and
// many inputs. If both give up, random executions get what is left of their budget.
//
// Engines share nothing but the program, which none of them changes, so the first definite verdict is the verdict.
#include "portfolio/portfolio.hpp"

#include "engines/bmc/bmc.hpp"
#include "engines/explore.hpp"
#include "engines/lazy/lazy.hpp"
#include "engines/random.hpp"

#include <algorithm>
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

/// Both at the same time, until one has an answer. Progress is that of bounded model checking.
std::vector<Answer> runSideBySide(const Program &program, const Options &options, Progress &progress) {
  support::Cancellation stopBmc(&progress.cancellation);
  support::Cancellation stopExplore(&progress.cancellation);
  // Exploration must not take the memory that the other needs.
  if (const auto limit = progress.cancellation.memoryLimit())
    stopExplore.setMemoryLimit(*limit / 2);
  const auto runOne = [&](Answer &answer, auto engine, Progress own, support::Cancellation &other) {
    try {
      answer.outcome = engine(program, options, own);
    } catch (const std::bad_alloc &) {
      answer.outcome.reason = "out of memory";
    }
    if (isDefinite(answer.outcome))
      other.request(support::StopReason::Interrupted);
  };
  std::vector<Answer> answers(2);
  answers[0].engine = "bmc";
  answers[1].engine = "explore";
  {
    const std::jthread exploring([&] {
      runOne(answers[1], engines::explore::run, {.cancellation = stopExplore, .report = [](const std::string &) {}},
             stopBmc);
    });
    runOne(answers[0], engines::bmc::run, {.cancellation = stopBmc, .report = progress.report}, stopExplore);
  }
  const Verdict first = answers[0].outcome.verdict;
  const Verdict second = answers[1].outcome.verdict;
  if (first != Verdict::Unknown && second != Verdict::Unknown && first != second)
    answers[0].outcome.internalError = "engines bmc and explore disagree";
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
      .then([&] { return one(engines::explore::run(program, first, progress), "explore"); })
      .then([&] { return runSideBySide(program, options, progress); })
      .then([&] { return one(engines::random::run(program, rest, progress), "random"); })
      .take();
}

} // namespace

const std::vector<std::string> &choiceNames() {
  static const std::vector<std::string> names{"auto", "bmc", "lazy", "explore", "random"};
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
  case Choice::Explore:
    return {engines::explore::run(program, options, progress), "explore"};
  case Choice::Random:
    break;
  }
  return {engines::random::run(program, options, progress), "random"};
}

} // namespace heddle::portfolio
