// Iterative deepening: unwind, ask for a violation, then for a side exit. If neither exists, the program is safe for
// every number of loop iterations; if only a side exit exists, unwind deeper.
//
// Each depth starts with a new solver. Keeping one alive would keep the formula of the shallower depth, of which little
// recurs in the deeper one: reads have more candidates, guards other names.
#include "engines/bmc/bmc.hpp"

#include "engines/bmc/weakening.hpp"
#include "engines/proof_check.hpp"
#include "engines/solver_option.hpp"
#include "events/unwind.hpp"
#include "support/expected.hpp"
#include "support/stopwatch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <set>
#include <string>
#include <utility>

namespace heddle::engines::bmc {

namespace {

/// Loops with a known bound are unwound completely, unless that makes the program too large: then they too are
/// unwound deeper and deeper, because most bugs show early. Of the corpus's pthread and pthread-lit, 1'000 and 3'000
/// decide the same 28 of 43 tasks in 10 s of CPU time; queue takes 0.07 s with 1'000, 1.75 s with 3'000.
constexpr std::size_t mostAccesses = 1'000;
constexpr unsigned iterationsPerDepth = 2;
constexpr unsigned mostDepth = 1'000'000;
constexpr program::PropertySet vacuity{program::Property::Vacuity};

using LoopHead = decltype(events::UnwindOptions::loopDepths)::key_type;

/// Where the loop begins: the line of its head or, for a loop without a condition, whose head has none, those of its
/// first operations.
std::vector<program::SourceSpan> beginningsOf(const analysis::Loop &loop, const program::Cfa &cfa) {
  if (cfa.locations[loop.head].span.known())
    return {cfa.locations[loop.head].span};
  std::vector<program::SourceSpan> spans;
  for (const program::ActionId id : cfa.outgoing[loop.head])
    if (const program::Action &action = cfa.actions[id]; loop.contains(action.to) && !action.instructions.empty())
      spans.push_back(action.instructions.front().span);
  return spans;
}

/// The loops that begin at `name`: `file.c:12`, or the line alone.
std::vector<LoopHead> loopsAt(const std::string &name, const program::Program &program, events::UnwindFacts &facts) {
  const auto isNamed = [&](program::SourceSpan span) {
    const program::SourceSpan user = program.sources.userSpan(span);
    const std::string place = program.sources.describe(user);
    return place == name || std::to_string(user.line) == name || place.ends_with("/" + name);
  };
  std::vector<LoopHead> found;
  for (program::CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
    for (const analysis::Loop &loop : facts.of(cfa).loops.loops())
      if (std::ranges::any_of(beginningsOf(loop, program.cfas[cfa]), isNamed))
        found.push_back({cfa, loop.head});
  return found;
}

/// Where loops begin, as the user may name them.
std::set<std::string> loopPlaces(const program::Program &program, events::UnwindFacts &facts) {
  std::set<std::string> places;
  for (program::CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
    for (const analysis::Loop &loop : facts.of(cfa).loops.loops())
      for (const program::SourceSpan span : beginningsOf(loop, program.cfas[cfa]))
        if (const program::SourceSpan user = program.sources.userSpan(span); user.known())
          places.insert(program.sources.describe(user));
  return places;
}

class BoundedModelChecker {
public:
  BoundedModelChecker(const Context &context, const Options &options, const symbolic::Mutator &mutator)
      : context_(context), program_(context.program), options_(options), facts_(context.program),
        // that no execution gets to some point is a remark, not a verdict
        recordsProof_((options.checkProof || context.begin) && !(context.program.properties - vacuity).empty()),
        mutator_(mutator) {}

  Outcome run() {
    for (const auto &[name, depth] : options_.loopDepths)
      for (const LoopHead &loop : loopsAt(name, program_, facts_))
        unwindOptions_.loopDepths[loop] = depth;
    unwindOptions_.facts = context_.facts != nullptr ? &context_.facts->values : nullptr;
    Outcome outcome{.answer = deepen()};
    if (auto *cancelled = std::get_if<Cancelled>(&outcome.answer); cancelled != nullptr && safeDepth_ != 0)
      cancelled->progress = fmt::format("no violation up to depth {}", safeDepth_);
    outcome.statistics = statistics();
    return outcome;
  }

private:
  Answer deepen();
  std::optional<Answer> checkDepth(unsigned depth);
  std::optional<Answer> ask(symbolic::Check &check);
  Answer checked(symbolic::Check &check, NoViolation answer);
  ProofCheck checkProof(symbolic::Check &check, support::Cancellation &cancellation);
  support::Expected<events::UnwoundProgram> unwindTo(unsigned depth);
  events::CellEvents cellsOf(events::UnwoundProgram &unwound);
  void report();
  Statistics statistics() const;

  const Context &context_;
  const program::Program &program_;
  const Options &options_;
  events::UnwindFacts facts_;
  events::UnwindOptions unwindOptions_;
  bool isLarge_ = false; // too large to unwind bounded loops completely
  unsigned depth_ = 0;
  unsigned safeDepth_ = 0; // no violation up to here
  std::size_t threads_ = 0;
  events::UnwoundProgram::FactCounts factCounts_;
  std::chrono::nanoseconds unwinding_{0};
  bool recordsProof_;
  std::optional<symbolic::ProofCheck> proofCheck_;
  std::chrono::nanoseconds checking_{0};
  symbolic::Mutator mutator_;
  symbolic::Statistics statistics_;
};

/// Depths follow the Fibonacci numbers: each is affordable because the one before it was.
Answer BoundedModelChecker::deepen() {
  unsigned previous = 1;
  unsigned depth = options_.depth != 0 ? options_.depth : 1;
  for (;;) {
    if (std::optional<Answer> answer = checkDepth(depth))
      return std::move(*answer);
    if (options_.depth != 0)
      return Unknown{Unknown::Kind::Bound, fmt::format("no violation up to depth {}", depth)};
    safeDepth_ = depth;
    depth += std::exchange(previous, depth);
  }
}

/// Each place of an access counts.
std::size_t accesses(const events::UnwoundProgram &program) {
  std::size_t count = 0;
  for (const events::MemoryEvent &event : program.events)
    count += event.places.size();
  return count;
}

/// The engine's answer; none if there is no violation up to this depth and a deeper unwinding may have one.
std::optional<Answer> BoundedModelChecker::checkDepth(unsigned depth) {
  depth_ = depth;
  support::Expected<events::UnwoundProgram> unwound = unwindTo(depth);
  if (!unwound) {
    if (context_.cancellation.poll())
      return cancelledOrGivenUp(context_.cancellation);
    return Unknown{Unknown::Kind::Unsupported, unwound.error().message};
  }
  threads_ = unwound->threads.size() - 1;
  factCounts_ = unwound->factCounts;
  const events::CellEvents cells = cellsOf(*unwound);
  context_.log.info("depth {}: {} threads, {} nodes, {} events, {} side exits", depth, threads_,
                    unwound->nodes.size() - 1, unwound->events.size(), unwound->sideExits.size());
  symbolic::Options solving = options_.solving;
  solving.recordsProof = recordsProof_;
  symbolic::Check check(context_, *unwound, cells, solving, [this] { report(); }, statistics_, mutator_);
  std::optional<Answer> answer = ask(check);
  context_.log.info("depth {}: {} refinements, {} clauses of the abstraction, {}", depth,
                    statistics_.scheduling.refinements, statistics_.abstraction.clauses,
                    answer ? "answered" : "no violation, but a loop can continue");
  return answer;
}

std::optional<Answer> BoundedModelChecker::ask(symbolic::Check &check) {
  support::Cancellation &cancellation = context_.cancellation;
  if (std::optional<Answer> violation = check.findViolation())
    return violation;
  std::optional<Answer> leak = check.findLeaks();
  if (leak && verdictOf(*leak) == Verdict::False)
    return leak;
  // While a loop can continue, deeper unwindings may have violations.
  if (check.findSideExit([](const events::SideExit &sideExit) { return sideExit.deeperHelps; }))
    return cancellation.poll() ? std::optional(cancelledOrGivenUp(cancellation)) : std::nullopt;
  if (leak)
    return leak;
  if (std::optional<Answer> left =
          check.findSideExit([](const events::SideExit &sideExit) { return !sideExit.deeperHelps; }))
    return left;
  if (cancellation.poll()) // the encoding may be incomplete
    return cancelledOrGivenUp(cancellation);
  Answer answer = proved(program_);
  if (auto *proof = std::get_if<NoViolation>(&answer); proof != nullptr && recordsProof_)
    return checked(check, std::move(*proof));
  return answer;
}

Answer BoundedModelChecker::checked(symbolic::Check &check, NoViolation answer) {
  Outcome outcome{.answer = std::move(answer)};
  engines::checkProof(context_, options_.checkProof, outcome, [&](support::Cancellation &cancellation) {
    context_.report("checking the proof");
    const support::Stopwatch stopwatch(checking_);
    return checkProof(check, cancellation);
  });
  return std::move(outcome.answer);
}

/// A bounded unwinding proves nothing by itself: what is checked includes that no execution leaves it.
ProofCheck BoundedModelChecker::checkProof(symbolic::Check &check, support::Cancellation &cancellation) {
  proofCheck_ = check.checkProof(cancellation);
  switch (proofCheck_->kind) {
  case symbolic::ProofCheck::Kind::Valid:
    return {ProofCheck::Kind::Passed,
            fmt::format("the unwound program, which is complete, has no violation: a clausal proof of {} steps and {} "
                        "order lemmas; the unwinding and its clauses are not part of the check",
                        proofCheck_->steps, proofCheck_->lemmas)};
  case symbolic::ProofCheck::Kind::NotRecorded:
    return {ProofCheck::Kind::NotModelled, "solver z3 leaves no clausal proof"};
  case symbolic::ProofCheck::Kind::Cancelled:
    return {ProofCheck::Kind::Cancelled};
  case symbolic::ProofCheck::Kind::Invalid:
    break;
  }
  return {ProofCheck::Kind::Failed, proofCheck_->message};
}

void BoundedModelChecker::report() {
  context_.report(fmt::format("bmc: depth {}, {} events, {} refinements", depth_, statistics_.events,
                              statistics_.scheduling.refinements));
}

/// With the places of all accesses known; or the reason why that is not possible.
support::Expected<events::UnwoundProgram> BoundedModelChecker::unwindTo(unsigned depth) {
  const support::Stopwatch stopwatch(unwinding_);
  unwindOptions_.depth = depth;
  unwindOptions_.maxThreads = context_.limits.maxThreads;
  if (isLarge_)
    unwindOptions_.visibleIterations = iterationsPerDepth * depth;
  return events::unwindUntilStable(
      facts_, unwindOptions_, context_.cancellation, [&](const events::UnwoundProgram &unwound, bool placed) {
        if (isLarge_ || options_.depth != 0 || (placed && accesses(unwound) <= mostAccesses))
          return false;
        isLarge_ = true;
        unwindOptions_.visibleIterations = iterationsPerDepth * depth;
        return true;
      });
}

events::CellEvents BoundedModelChecker::cellsOf(events::UnwoundProgram &unwound) {
  const support::Stopwatch stopwatch(unwinding_);
  return events::resolveCells(unwound, context_.cancellation);
}

Statistics BoundedModelChecker::statistics() const {
  const symbolic::SchedulingStatistics &scheduling = statistics_.scheduling;
  Statistics result;
  result.count("depth", depth_);
  result.count("threads", threads_);
  result.count("events", statistics_.events);
  result.count("literals.read-from", statistics_.readFromLiterals);
  if (context_.facts != nullptr) {
    result.count("facts.reads", factCounts_.reads);
    result.count("facts.constants", factCounts_.constants);
    result.count("facts.locations", factCounts_.locations);
    result.count("facts.readFroms", statistics_.excludedReadFroms);
  }
  result.count("variables", statistics_.abstraction.variables);
  result.count("clauses.abstraction", statistics_.abstraction.clauses);
  result.count("clauses.scheduling", scheduling.constraint);
  result.count("clauses.conflicts", scheduling.conflicts);
  result.count("clauses.refinement", scheduling.reasons);
  result.count("refinements", scheduling.refinements);
  result.count("refinements.split", scheduling.splits);
  result.ratio("reasons.length", scheduling.reasons == 0 ? 0
                                                         : static_cast<double>(scheduling.reasonLiterals) /
                                                               static_cast<double>(scheduling.reasons));
  result.time("time.unwinding", unwinding_);
  result.time("time.encoding", statistics_.encoding);
  result.time("time.solving", scheduling.solving);
  result.time("time.graphs", scheduling.graphAnalysis);
  if (proofCheck_) {
    result.time("time.proof", checking_);
    result.count("proof.steps", proofCheck_->steps);
    result.count("proof.lemmas", proofCheck_->lemmas);
  }
  result.bytes("memory.peak", support::peakMemory());
  return result;
}

/// LOOP:K, where LOOP is a line, or a file and a line.
std::optional<support::Error> addLoopDepth(const std::string &text,
                                           std::vector<std::pair<std::string, unsigned>> &loopDepths) {
  const std::size_t colon = text.rfind(':');
  std::uint64_t depth = 0;
  if (colon == std::string::npos || colon == 0 || parseNumber(text.substr(colon + 1), 1, mostDepth, depth))
    return support::Error{fmt::format("'{}' is not LINE:K or FILE:LINE:K, such as 12:5", text)};
  loopDepths.emplace_back(text.substr(0, colon), static_cast<unsigned>(depth));
  return std::nullopt;
}

/// A list of LOOP:K, separated by commas.
Option loopDepthsOption(std::vector<std::pair<std::string, unsigned>> &loopDepths) {
  return {.name = "--unwindset",
          .valueName = "LOOP:K,...",
          .text = "LINE:K or FILE:LINE:K, a depth for the loops of one line",
          .choices = {},
          .defaultValue = {},
          .set = [&loopDepths](const std::string &value) -> std::optional<support::Error> {
            for (std::size_t begin = 0, comma = 0; comma != std::string::npos; begin = comma + 1) {
              comma = value.find(',', begin);
              if (auto error = addLoopDepth(value.substr(begin, comma - begin), loopDepths))
                return error;
            }
            return std::nullopt;
          }};
}

} // namespace

OptionList Options::list() {
  Option unwind =
      number("--unwind", "K", depth, "how deep loops are unwound (default: deeper and deeper)", 1, mostDepth);
  unwind.defaultValue.clear();
  return {
      std::move(unwind), loopDepthsOption(loopDepths),
      flag("--monolithic", solving.monolithic, "the whole scheduling constraint at once, no refinement"),
      solverOption(solving.solver),
      flag("--check-proof", checkProof, "check the proof, clauses and orders of events, with an independent checker")};
}

std::optional<support::Error> Options::check(const program::Program &program) const {
  if (loopDepths.empty())
    return std::nullopt;
  events::UnwindFacts facts(program);
  for (const auto &loop : loopDepths)
    if (loopsAt(loop.first, program, facts).empty()) {
      const std::set<std::string> places = loopPlaces(program, facts);
      return support::Error{fmt::format("--unwindset: no loop that can be reached begins at line {}; {}", loop.first,
                                        places.empty() ? "the program has none"
                                                       : fmt::format("loops begin at {}", fmt::join(places, ", ")))};
    }
  return std::nullopt;
}

Outcome run(const Context &context, const Options &options) { return runMutated(context, options, {}); }

Outcome runMutated(const Context &context, const Options &options, const symbolic::Mutator &mutator) {
  return BoundedModelChecker(context, options, mutator).run();
}

const Engine engine{.name = "bmc",
                    .description = "bounded model checking with scheduling-constraint refinement, at growing depths",
                    .finds = program::PropertySet::all(),
                    .proves = program::PropertySet::all(),
                    .configure = Configured<engine, Options, run>::make};

} // namespace heddle::engines::bmc
