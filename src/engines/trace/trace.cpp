// Iterative deepening over searches: programs that may run for ever have executions of every length, and most bugs show
// in short ones. The first searches are short and alternate with probing executions, because a depth-first search stays
// in one corner of the program. The last search is the first one that is exhausted without having cut an execution.
#include "engines/trace/trace.hpp"

#include "engines/proof_check.hpp"
#include "engines/solver_option.hpp"
#include "engines/trace/search.hpp"
#include "engines/trace/tree_check.hpp"
#include "engines/trace/weakening.hpp"
#include "events/unwind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace heddle::engines::trace {

namespace {

constexpr std::uint64_t scoutingDepths[] = {100, 1000};
constexpr std::uint64_t firstExecutions = 3;
constexpr std::uint64_t scouts = 10;
constexpr std::uint64_t unlimited = UINT64_MAX;

constexpr program::PropertySet vacuity{program::Property::Vacuity};

/// The depth limits of the searches, in their order.
std::vector<std::uint64_t> depthsUpTo(std::uint64_t most) {
  std::vector<std::uint64_t> depths;
  for (std::uint64_t depth = 25; depth < most; depth *= 3)
    depths.push_back(depth);
  depths.push_back(most);
  return depths;
}

engines::Statistics listed(const Statistics &statistics) {
  engines::Statistics result;
  result.count("executions", statistics.executions);
  result.count("executions.redundant", statistics.redundant);
  result.count("executions.inputs", statistics.otherInputs);
  result.count("transitions", statistics.transitions);
  result.rate("transitions.rate", statistics.transitions, statistics.executing);
  result.count("depth", statistics.depth);
  result.count("checks", statistics.checks);
  result.count("prunings.attempted", statistics.prunings);
  result.count("prunings.successful", statistics.successful);
  result.count("traces.pruned", statistics.pruned);
  result.count("refinements", statistics.symbolic.scheduling.refinements);
  result.time("time.executing", statistics.executing);
  result.time("time.checking", statistics.checking);
  result.time("time.pruning", statistics.pruning);
  result.time("time.inputs", statistics.findingInputs);
  result.bytes("memory.peak", support::peakMemory());
  return result;
}

/// A search with executions of limited length, and its probing executions.
struct DepthSearch {
  DepthSearch(const TraceProgramFactory &factory, std::uint64_t depth, Coverage &coverage, bool recordsProof)
      : executor(factory.context(), depth, coverage, factory.statistics(), factory.mutator()),
        prober(factory, executor), search(factory, executor, prober, recordsProof) {}

  Executor executor;
  Prober prober;
  Search search;
};

class TraceChecker {
public:
  TraceChecker(const Context &context, const Options &options, const Mutator &mutator)
      : options_(options), work_(&context.cancellation), context_(context.with(work_)), facts_(context.program),
        mutator_(mutator), factory_(context_, facts_, options, statistics_, mutator_),
        depths_(depthsUpTo(options.depth)),
        recordsProof_((options.checkProof || context.begin) && !(context.program.properties - vacuity).empty()) {}

  Outcome run() {
    if (options_.prunes)
      scout();
    for (const std::uint64_t executions : {std::uint64_t{20}, std::uint64_t{200}, unlimited})
      searchWith(executions);
    Outcome outcome{.answer = answer(), .warnings = std::move(warnings_)};
    if (auto *cancelled = std::get_if<Cancelled>(&outcome.answer); cancelled != nullptr && explored_ != 0)
      cancelled->progress = fmt::format("no violation in executions of up to {} steps", explored_);
    outcome.statistics = listed(statistics_);
    if (record_ && std::holds_alternative<NoViolation>(outcome.answer))
      check(*record_, outcome);
    return outcome;
  }

private:
  std::unique_ptr<DepthSearch> makeSearch(std::uint64_t depth) {
    context_.log.info("search with executions of up to {} steps", depth);
    return std::make_unique<DepthSearch>(factory_, depth, coverage_, recordsProof_);
  }

  void check(const Record &record, Outcome &outcome) {
    CheckedTree checked;
    checkProof(context_, options_.checkProof, outcome, [&](support::Cancellation &cancellation) {
      context_.report("checking the proof");
      return checkTree(context_.with(cancellation), facts_, options_, record, checked);
    });
    const auto *proved = std::get_if<NoViolation>(&outcome.answer);
    if (proved == nullptr || proved->check.empty())
      return;
    outcome.statistics.count("proof.executions", checked.executions);
    outcome.statistics.count("proof.queries", checked.refutations);
    outcome.statistics.count("proof.steps", checked.steps);
    outcome.statistics.count("proof.lemmas", checked.lemmas);
  }

  /// A few executions, to find out how long they are and to take all branches once.
  void scout() {
    for (const std::uint64_t depth : scoutingDepths) {
      if (isDone_ || depth > options_.depth)
        return;
      std::unique_ptr<DepthSearch> at = makeSearch(depth);
      at->search.pauseAfter(statistics_.executions + firstExecutions);
      explore(*at);
      if (isDone_ || at->executor.wasCut())
        continue;
      // Executions beside the search would find what a mutation hides.
      if (!mutator_.isActive())
        note(at->prober.run(scouts, false), *at);
      if (!at->executor.wasCut())
        begun_ = std::move(at);
      return;
    }
  }

  /// Searches with so many executions at each depth, until none is cut.
  void searchWith(std::uint64_t executions) {
    if (begun_ && !isDone_) {
      search(*begun_, executions);
      if (!begun_->executor.wasCut())
        return;
      begun_.reset();
    }
    const std::size_t from = executions == unlimited && isCut_ ? depths_.size() - 1 : 0;
    for (std::size_t i = from; i < depths_.size() && !isDone_; ++i) {
      const std::unique_ptr<DepthSearch> fresh = makeSearch(depths_[i]);
      search(*fresh, executions);
      // Dynamic partial-order reduction misses races with steps after the cut.
      if (fresh->search.isExhausted() && options_.reduction != Options::Reduction::Dpor)
        explored_ = std::max(explored_, depths_[i]);
      if (!isCut_)
        return;
    }
  }

  void search(DepthSearch &at, std::uint64_t executions) {
    at.search.pauseAfter(executions == unlimited ? unlimited : statistics_.executions + executions);
    explore(at);
    if (!isDone_ && executions != unlimited && options_.prunes && !mutator_.isActive())
      note(at.prober.run(executions, true), at);
    isCut_ = at.executor.wasCut();
  }

  void explore(DepthSearch &at) {
    const Search &search = at.search;
    std::optional<Answer> found = at.search.run();
    if (search.isComplete()) {
      found = proved(context_.program);
      if (recordsProof_)
        record_ = search.record();
    }
    isDone_ = search.isExhausted() && !at.executor.wasCut();
    incomplete_ = search.isExhausted() ? search.incomplete() : std::nullopt;
    context_.log.info("search {}: {} executions so far, {}", search.isExhausted() ? "exhausted" : "paused",
                      statistics_.executions,
                      at.executor.wasCut() ? "some of this search cut" : "none of this search cut");
    note(std::move(found), at);
  }

  void note(std::optional<Answer> found, const DepthSearch &at) {
    isDone_ = isDone_ || (found && isDefinite(*found)) || context_.cancellation.poll();
    answer_ = std::move(found);
    warnings_ = at.executor.warnings();
  }

  Answer answer() const {
    if (answer_)
      return *answer_;
    if (context_.cancellation.poll())
      return cancelledOrGivenUp(context_.cancellation);
    if (incomplete_)
      return *incomplete_;
    return Unknown{Unknown::Kind::Bound, fmt::format("explored up to depth {}", options_.depth)};
  }

  const Options &options_;
  support::Cancellation work_; // counts the effort of this engine
  Context context_;
  events::UnwindFacts facts_;
  Statistics statistics_;
  Mutator mutator_;
  TraceProgramFactory factory_;
  std::vector<std::uint64_t> depths_;
  Coverage coverage_;
  std::unique_ptr<DepthSearch> begun_; // at a depth at which executions are not cut
  std::optional<Answer> answer_;       // of the last search
  std::optional<Unknown> incomplete_;
  std::vector<program::Warning> warnings_;
  bool recordsProof_;
  std::optional<Record> record_; // of a search that is a proof
  bool isCut_ = false;           // the last search has cut an execution
  bool isDone_ = false;
  std::uint64_t explored_ = 0; // the largest depth of an exhausted search
};

} // namespace

OptionList Options::list() {
  return {
      choice("--reduction", reduction,
             {{"dpor", Reduction::Dpor}, {"sleep", Reduction::Sleep}, {"none", Reduction::None}},
             "dpor (dynamic partial-order reduction with sleep sets), sleep (sleep sets alone) or none"),
      choice("--pruning", prunes, {{"on", true}, {"off", false}},
             "check the trace program of each execution and skip what it shows to be safe, or only execute"),
      choice("--inputs", symbolicInputs, {{"symbolic", true}, {"concrete", false}},
             "all inputs (symbolic), or only those that executions happen to have (concrete)"),
      number("--depth", "N", depth, "steps of one execution, at most", 1),
      number("--seed", "N", seed, "seed of the random choices"),
      solverOption(solver),
      flag("--check-proof", checkProof,
           "walk the executions again with a second interpreter, show that none is left out, and check the queries")};
}

Outcome run(const Context &context, const Options &options) { return runMutated(context, options, {}); }

Outcome runMutated(const Context &context, const Options &options, const Mutator &mutator) {
  return TraceChecker(context, options, mutator).run();
}

const Engine engine{.name = "trace",
                    .description = "stateless search over executions, pruned by concurrent trace programs",
                    .finds = program::PropertySet::all(),
                    .proves = program::PropertySet::all(),
                    .configure = Configured<engine, Options, run>::make};

} // namespace heddle::engines::trace
