// Deeper and deeper: programs that may run for ever have executions of every length, and bugs mostly show in short
// ones. The first searches are short, with executions by chance between them, because a depth-first search looks at one
// corner only; a search that came to its end without cutting any execution is the last.
#include "engines/trace/trace.hpp"

#include "engines/trace/search.hpp"
#include "engines/verdicts.hpp"
#include "events/unwind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace heddle::engines::trace {

namespace {

constexpr std::uint64_t scoutingDepths[] = {100, 1000};
constexpr std::uint64_t firstExecutions = 3;
constexpr std::uint64_t scouts = 10;
constexpr std::uint64_t unlimited = UINT64_MAX;

/// How many steps executions may have, one search after the other.
std::vector<std::uint64_t> depthsUpTo(std::uint64_t most) {
  std::vector<std::uint64_t> depths;
  for (std::uint64_t depth = 25; depth < most; depth *= 3)
    depths.push_back(depth);
  depths.push_back(most);
  return depths;
}

std::vector<Statistic> list(const Statistics &statistics) {
  const auto seconds = [](std::chrono::nanoseconds time) {
    return fmt::format("{:.3f} s", std::chrono::duration<double>(time).count());
  };
  const double executing = std::chrono::duration<double>(statistics.executing).count();
  return {{"executions", std::to_string(statistics.executions)},
          {"executions that were redundant", std::to_string(statistics.redundant)},
          {"executions with other inputs", std::to_string(statistics.flips)},
          {"transitions", std::to_string(statistics.transitions)},
          {"transitions per second",
           fmt::format("{:.0f}", executing > 0 ? static_cast<double>(statistics.transitions) / executing : 0)},
          {"longest execution", std::to_string(statistics.depth)},
          {"trace programs checked", std::to_string(statistics.checks)},
          {"prunings tried", std::to_string(statistics.prunings)},
          {"prunings successful", std::to_string(statistics.successful)},
          {"traces pruned", std::to_string(statistics.pruned)},
          {"refinements", std::to_string(statistics.symbolic.scheduling.refinements)},
          {"time executing", seconds(statistics.executing)},
          {"time checking", seconds(statistics.checking)},
          {"time pruning", seconds(statistics.pruning)},
          {"time looking for other inputs", seconds(statistics.flipping)},
          {"peak memory", fmt::format("{} MB", support::peakMemory() >> 20U)}};
}

class TraceChecker {
public:
  TraceChecker(const program::Program &program, const Options &options, Progress &progress)
      : program_(program), options_(options), work_(&progress.cancellation), progress_{work_, progress.report},
        facts_(program), depths_(depthsUpTo(options.depth)) {}

  Outcome run() {
    if (options_.trace.prune)
      scout();
    for (const std::uint64_t executions : {std::uint64_t{20}, std::uint64_t{200}, unlimited})
      searchWith(executions);
    if (progress_.cancellation.stopRequested() && outcome_.reason.empty())
      outcome_.reason = stopReason(progress_.cancellation, "stopped");
    if (isCut_ && outcome_.verdict == Verdict::Unknown && outcome_.reason.empty())
      outcome_.reason = fmt::format("explored up to depth {}", options_.depth);
    if (explored_ != 0)
      outcome_.progress = fmt::format("no violation in executions of up to {} steps", explored_);
    outcome_.statistics = list(statistics_);
    return std::move(outcome_);
  }

private:
  std::unique_ptr<Search> makeSearch(std::uint64_t depth) {
    return std::make_unique<Search>(program_, facts_, options_, depth, progress_, coverage_, statistics_);
  }

  /// A few executions, to see how long they are and to take all branches once.
  void scout() {
    for (const std::uint64_t depth : scoutingDepths) {
      if (isOver_ || depth > options_.depth)
        return;
      std::unique_ptr<Search> search = makeSearch(depth);
      search->setPatience(statistics_.executions + firstExecutions);
      explore(*search);
      if (isOver_ || search->wasCut())
        continue;
      note(search->probe(scouts, false), *search);
      if (!search->wasCut())
        begun_ = std::move(search);
      return;
    }
  }

  /// So many executions at each depth, until none is cut.
  void searchWith(std::uint64_t executions) {
    if (begun_ && !isOver_) {
      search(*begun_, executions);
      if (!begun_->wasCut())
        return;
      begun_.reset();
    }
    const std::size_t from = executions == unlimited && isCut_ ? depths_.size() - 1 : 0;
    for (std::size_t i = from; i < depths_.size() && !isOver_; ++i) {
      const std::unique_ptr<Search> fresh = makeSearch(depths_[i]);
      search(*fresh, executions);
      // Dynamic partial-order reduction does not see races with what was cut off.
      if (fresh->isExhausted() && options_.trace.reduction != Options::Trace::Reduction::Dpor)
        explored_ = std::max(explored_, depths_[i]);
      if (!isCut_)
        return;
    }
  }

  void search(Search &search, std::uint64_t executions) {
    search.setPatience(executions == unlimited ? unlimited : statistics_.executions + executions);
    explore(search);
    if (!isOver_ && executions != unlimited && options_.trace.prune)
      note(search.probe(executions, true), search);
    isCut_ = search.wasCut();
  }

  void explore(Search &search) {
    Outcome found = search.run();
    if (search.isComplete())
      found = proved(program_);
    isOver_ = search.isExhausted() && !search.wasCut();
    note(std::move(found), search);
  }

  void note(Outcome outcome, const Search &search) {
    isOver_ = isOver_ || outcome.verdict != Verdict::Unknown || outcome.internalError ||
              progress_.cancellation.stopRequested();
    outcome_ = std::move(outcome);
    outcome_.warnings.insert(outcome_.warnings.end(), search.warnings().begin(), search.warnings().end());
  }

  const program::Program &program_;
  const Options &options_;
  support::Cancellation work_; // counts the effort of this engine
  Progress progress_;
  events::UnwindFacts facts_;
  std::vector<std::uint64_t> depths_;
  Coverage coverage_;
  Statistics statistics_;
  std::unique_ptr<Search> begun_; // at a depth at which executions are not cut
  Outcome outcome_;
  bool isCut_ = false;
  bool isOver_ = false;
  std::uint64_t explored_ = 0;
};

} // namespace

Outcome run(const program::Program &program, const Options &options, Progress &progress) {
  return TraceChecker(program, options, progress).run();
}

} // namespace heddle::engines::trace
