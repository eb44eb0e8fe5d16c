// Random executions are cheap and find most bugs at once; only the explorer can prove. So `auto` spends a
// little on random executions, then explores, and if that gave up (an input with too many values, no
// memory left) goes back to random executions with what is left of their budget. Engines run one after
// the other: they share nothing but the program, so the first definite verdict is the verdict.
#include "portfolio/portfolio.hpp"

#include "engines/explore.hpp"
#include "engines/random.hpp"

#include <algorithm>

namespace heddle::portfolio {

using engines::Options;
using engines::Outcome;
using engines::Progress;
using engines::Verdict;
using program::Program;

namespace {

constexpr std::uint64_t firstRuns = 100;
constexpr std::uint64_t firstDepth = 1000;

/// Runs engines one after the other until one has an answer, and gathers what they say.
class Sequence {
public:
  explicit Sequence(Progress &progress) : progress_(progress) {}

  template <typename Run> Sequence &then(const std::string &engine, Run run) {
    if (done())
      return *this;
    Outcome outcome = run();
    std::vector<engines::Statistic> statistics = std::move(answer_.outcome.statistics);
    for (engines::Statistic &statistic : outcome.statistics)
      statistics.push_back({engine + ": " + statistic.name, std::move(statistic.value)});
    std::vector<program::Warning> warnings = std::move(answer_.outcome.warnings);
    warnings.insert(warnings.end(), outcome.warnings.begin(), outcome.warnings.end());

    // Of several reasons for `unknown`, that of the engine that could have proved something counts.
    const bool keepsReason =
        !answer_.engine.empty() && outcome.verdict == Verdict::Unknown && answer_.engine == "explore";
    if (!keepsReason) {
      answer_.outcome = std::move(outcome);
      answer_.engine = engine;
    }
    answer_.outcome.statistics = std::move(statistics);
    answer_.outcome.warnings = std::move(warnings);
    return *this;
  }

  Answer take() { return std::move(answer_); }

private:
  bool done() {
    return answer_.outcome.verdict != Verdict::Unknown || answer_.outcome.internalError ||
           progress_.cancellation.stopRequested();
  }

  Progress &progress_;
  Answer answer_;
};

Answer runAll(const Program &program, const Options &options, Progress &progress) {
  Options first = options;
  first.runs = std::min(options.runs, firstRuns);
  first.depth = std::min(options.depth, firstDepth);
  Options rest = options;
  rest.runs = options.runs - first.runs;
  rest.seed = options.seed + first.runs;
  return Sequence(progress)
      .then("random", [&] { return engines::random::run(program, first, progress); })
      .then("explore", [&] { return engines::explore::run(program, options, progress); })
      .then("random", [&] { return engines::random::run(program, rest, progress); })
      .take();
}

} // namespace

const std::vector<std::string> &choiceNames() {
  static const std::vector<std::string> names{"auto", "explore", "random"};
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
  case Choice::Explore:
    return {engines::explore::run(program, options, progress), "explore"};
  case Choice::Random:
    break;
  }
  return {engines::random::run(program, options, progress), "random"};
}

} // namespace heddle::portfolio
