// Deeper and deeper: unwind, look for a violation, then for a way out of what was unwound. If there is neither,
// the program is right whatever its loops do; if there is no violation but a way out, unwind deeper.
//
// Each depth starts with a solver of its own. Keeping one alive would mean to keep the formula of the shallower
// depth too, of which little is left in the deeper one: reads have more candidates, guards other names.
#include "engines/bmc/bmc.hpp"

#include "engines/symbolic/check.hpp"
#include "engines/verdicts.hpp"
#include "events/unwind.hpp"
#include "support/expected.hpp"
#include "support/stopwatch.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::engines::bmc {

namespace {

/// Loops with a known bound are unwound to their end, unless that makes the program too large: then they too are
/// unwound deeper and deeper, because bugs mostly show early. Of the corpus's pthread and pthread-lit, 1'000 and 3'000
/// decide the same 28 of 43 tasks in 10 s of CPU time; queue takes 0.07 s with 1'000, 1.75 s with 3'000.
constexpr std::size_t mostAccesses = 1'000;
constexpr unsigned iterationsPerDepth = 2;

class BoundedModelChecker {
public:
  BoundedModelChecker(const program::Program &program, const Options &options, engines::Progress &progress)
      : program_(program), options_(options), progress_(progress), facts_(program) {
    for (const auto &[name, depth] : options.unwindSet)
      if (!giveDepth(name, depth) && unknownLoop_.empty())
        unknownLoop_ = name;
  }

  Outcome run() {
    Outcome outcome;
    if (!unknownLoop_.empty()) {
      outcome.reason = fmt::format("--unwindset: no loop begins at line {}", unknownLoop_);
      return outcome;
    }
    // Fibonacci: each depth is affordable because the last was.
    unsigned previous = 1;
    unsigned depth = options_.unwind != 0 ? options_.unwind : 1;
    for (unsigned done = 0;; done = depth_) {
      if (std::optional<Outcome> answer = checkDepth(depth)) {
        outcome = std::move(*answer);
        if (done != 0)
          outcome.progress = fmt::format("no violation up to depth {}", done);
        break;
      }
      if (options_.unwind != 0) {
        outcome.reason = fmt::format("no violation up to depth {}", depth);
        break;
      }
      const unsigned next = depth + previous;
      previous = depth;
      depth = next;
    }
    outcome.statistics = statistics();
    return outcome;
  }

private:
  std::optional<Outcome> checkDepth(unsigned depth);
  support::Expected<events::UnwoundProgram> unwindTo(unsigned depth);
  events::CellEvents cellsOf(events::UnwoundProgram &unwound);
  bool giveDepth(const std::string &name, unsigned depth);
  Outcome stopped() const;
  void report();
  std::vector<Statistic> statistics() const;

  const program::Program &program_;
  const Options &options_;
  engines::Progress &progress_;
  events::UnwindFacts facts_;
  events::UnwindOptions unwindOptions_;
  std::string unknownLoop_; // of --unwindset
  bool isLarge_ = false;    // to be unwound as a whole
  unsigned depth_ = 0;
  std::size_t threads_ = 0;
  std::chrono::nanoseconds unwinding_{0};
  symbolic::Statistics statistics_;
};

/// Each place of an access counts.
std::size_t accesses(const events::UnwoundProgram &program) {
  std::size_t count = 0;
  for (const events::MemoryEvent &event : program.events)
    count += event.places.size();
  return count;
}

/// `name` is `file.c:12`, or the line alone. False if no loop begins there.
bool BoundedModelChecker::giveDepth(const std::string &name, unsigned depth) {
  bool found = false;
  for (program::CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa)
    for (const analysis::Loop &loop : facts_.of(cfa).loops.loops()) {
      const program::SourceSpan span = program_.sources.userSpan(program_.cfas[cfa].locations[loop.head].span);
      const std::string place = program_.sources.describe(span);
      if (place == name || std::to_string(span.line) == name || place.ends_with("/" + name))
        found = true, unwindOptions_.loopDepths[{cfa, loop.head}] = depth;
    }
  return found;
}

/// The verdict, or none if nothing was found but there is more to be unwound.
std::optional<Outcome> BoundedModelChecker::checkDepth(unsigned depth) {
  depth_ = depth;
  support::Expected<events::UnwoundProgram> unwound = unwindTo(depth);
  if (!unwound) {
    if (progress_.cancellation.stopRequested())
      return stopped();
    Outcome outcome;
    outcome.reason = unwound.error().message;
    return outcome;
  }
  threads_ = unwound->threads.size() - 1;
  const events::CellEvents cells = cellsOf(*unwound);
  symbolic::Check check(*unwound, cells, options_, "bmc", progress_.cancellation, [this] { report(); }, statistics_);
  if (std::optional<Outcome> violation = check.findViolation())
    return violation;
  std::optional<Outcome> leak = check.findLeaks();
  if (leak && leak->verdict == Verdict::False)
    return leak;
  // As long as a loop can go on, there is more to look at.
  if (std::optional<Outcome> goesOn =
          check.findSideExit([](const events::SideExit &sideExit) { return sideExit.deeperHelps; }))
    return progress_.cancellation.stopRequested() ? std::optional(stopped()) : std::nullopt;
  if (leak)
    return leak;
  if (std::optional<Outcome> left =
          check.findSideExit([](const events::SideExit &sideExit) { return !sideExit.deeperHelps; }))
    return left;
  if (progress_.cancellation.stopRequested()) // something may have been left out
    return stopped();
  return proved(program_);
}

Outcome BoundedModelChecker::stopped() const {
  Outcome outcome;
  outcome.reason = stopReason(progress_.cancellation, "stopped");
  return outcome;
}

void BoundedModelChecker::report() {
  progress_.report(fmt::format("bmc: depth {}, {} events, {} refinements", depth_, statistics_.events,
                               statistics_.scheduling.refinements));
}

/// With all places of accesses known; or the reason why that is not possible.
support::Expected<events::UnwoundProgram> BoundedModelChecker::unwindTo(unsigned depth) {
  const support::Stopwatch stopwatch(unwinding_);
  unwindOptions_.depth = depth;
  unwindOptions_.maxThreads = options_.maxThreads;
  if (isLarge_)
    unwindOptions_.visibleIterations = iterationsPerDepth * depth;
  return events::unwindUntilStable(
      facts_, unwindOptions_, progress_.cancellation, [&](const events::UnwoundProgram &unwound, bool placed) {
        if (isLarge_ || options_.unwind != 0 || (placed && accesses(unwound) <= mostAccesses))
          return false;
        isLarge_ = true;
        unwindOptions_.visibleIterations = iterationsPerDepth * depth;
        return true;
      });
}

events::CellEvents BoundedModelChecker::cellsOf(events::UnwoundProgram &unwound) {
  const support::Stopwatch stopwatch(unwinding_);
  return events::resolveCells(unwound, progress_.cancellation);
}

std::vector<Statistic> BoundedModelChecker::statistics() const {
  const symbolic::SchedulingStatistics &scheduling = statistics_.scheduling;
  const auto seconds = [](std::chrono::nanoseconds time) {
    return fmt::format("{:.3f} s", std::chrono::duration<double>(time).count());
  };
  const double length = scheduling.reasons == 0
                            ? 0
                            : static_cast<double>(scheduling.reasonLiterals) / static_cast<double>(scheduling.reasons);
  return {{"depth", std::to_string(depth_)},
          {"threads", std::to_string(threads_)},
          {"events", std::to_string(statistics_.events)},
          {"read-from literals", std::to_string(statistics_.readFromLiterals)},
          {"variables", std::to_string(statistics_.abstraction.variables)},
          {"clauses of the abstraction", std::to_string(statistics_.abstraction.clauses)},
          {"clauses of the scheduling constraint", std::to_string(scheduling.constraint)},
          {"conflicts excluded in advance", std::to_string(scheduling.conflicts)},
          {"clauses added by refinement", std::to_string(scheduling.reasons)},
          {"refinements", std::to_string(scheduling.refinements)},
          {"refinements by case split", std::to_string(scheduling.splits)},
          {"kernel reasons, average length", fmt::format("{:.1f}", length)},
          {"time unwinding", seconds(unwinding_)},
          {"time encoding", seconds(statistics_.encoding)},
          {"time solving", seconds(scheduling.solving)},
          {"time in graph analysis", seconds(scheduling.graphAnalysis)},
          {"peak memory", fmt::format("{} MB", support::peakMemory() >> 20U)}};
}

} // namespace

Outcome run(const program::Program &program, const Options &options, engines::Progress &progress) {
  return BoundedModelChecker(program, options, progress).run();
}

} // namespace heddle::engines::bmc
