// Scheduling-constraint based abstraction refinement, Figure 1 of the paper: solve the abstraction, check
// whether the events of the model have a total order, and otherwise add clauses that exclude the reasons.
#include "engines/symbolic/conflicts.hpp"
#include "engines/symbolic/scheduling.hpp"
#include "support/stopwatch.hpp"

#include <fmt/ranges.h>

namespace heddle::engines::symbolic {

namespace {

class RefiningScheduler final : public Scheduler {
public:
  RefiningScheduler(Abstraction &abstraction, SchedulingStatistics &statistics, support::Cancellation &cancellation,
                    const support::Log &log, OnRefinement onRefinement)
      : abstraction_(abstraction), statistics_(statistics), cancellation_(cancellation), log_(log),
        onRefinement_(std::move(onRefinement)) {}

  Schedulable solve(std::span<const Literal> assumptions,
                    const std::function<std::vector<NodeId>()> &participants) override {
    if (compared_ != abstraction_.reads().size()) {
      statistics_.conflicts += excludeConflicts(abstraction_, compared_);
      compared_ = abstraction_.reads().size();
    }
    for (;;) {
      const smt::Answer answer = ask(assumptions);
      // After a cancellation, the encoding may be incomplete.
      if (answer == smt::Answer::Unknown || cancellation_.poll())
        return {Schedulable::Kind::Unknown, {}};
      if (answer == smt::Answer::Unsatisfiable)
        return {Schedulable::Kind::No, {}};

      events::OrderAnalysis analysis = analyse(participants());
      switch (analysis.kind) {
      case events::OrderAnalysis::Kind::Cancelled:
        return {Schedulable::Kind::Unknown, {}};
      case events::OrderAnalysis::Kind::Feasible:
        return {Schedulable::Kind::Yes, std::move(analysis.order)};
      case events::OrderAnalysis::Kind::Infeasible:
        if (abstraction_.mutator().strikes(Mutation::ClaimInfeasible))
          return {Schedulable::Kind::No, {}};
        refine(analysis);
      }
    }
  }

private:
  smt::Answer ask(std::span<const Literal> assumptions) {
    const support::Stopwatch stopwatch(statistics_.solving);
    return abstraction_.solver().solve(assumptions, cancellation_);
  }

  /// Analyses the event order graph of the solver's model.
  events::OrderAnalysis analyse(const std::vector<NodeId> &participants) {
    const support::Stopwatch stopwatch(statistics_.graphAnalysis);
    return events::analyse(abstraction_.program().order, abstraction_.candidate(), participants, {}, cancellation_);
  }

  void refine(const events::OrderAnalysis &analysis) {
    ++statistics_.refinements;
    statistics_.splits += analysis.bySplitting ? 1 : 0;
    exclude(analysis.reasons, abstraction_, statistics_);
    if (abstraction_.mutator().strikes(Mutation::InventedClause))
      for (const Abstraction::Read &read : abstraction_.reads())
        if (!read.candidates.empty())
          abstraction_.addConsequence({-read.candidates.back().readsFrom});
    log_.debug("refinement {}: {} kernel reasons{}", statistics_.refinements, analysis.reasons.size(),
               analysis.bySplitting ? ", by case split" : "");
    if (log_.logs(support::Log::Level::Trace))
      for (const events::Reason &reason : analysis.reasons)
        log_.trace("  reason: {}", fmt::join(reason, " "));
    onRefinement_();
  }

  Abstraction &abstraction_;
  SchedulingStatistics &statistics_;
  support::Cancellation &cancellation_;
  const support::Log &log_;
  OnRefinement onRefinement_;
  std::size_t compared_ = 0; // reads whose conflicts were excluded
};

} // namespace

void exclude(const std::vector<events::Reason> &reasons, Abstraction &abstraction, SchedulingStatistics &statistics) {
  for (const events::Reason &reason : reasons) {
    ++statistics.reasons;
    statistics.reasonLiterals += reason.size();
    OrderLemma lemma{reason};
    if (lemma.together.size() > 1 && abstraction.mutator().strikes(Mutation::StrongerReason))
      lemma.together.pop_back();
    abstraction.addLemma(std::move(lemma));
  }
}

std::unique_ptr<Scheduler> makeRefiningScheduler(Abstraction &abstraction, SchedulingStatistics &statistics,
                                                 support::Cancellation &cancellation, const support::Log &log,
                                                 OnRefinement onRefinement) {
  return std::make_unique<RefiningScheduler>(abstraction, statistics, cancellation, log, std::move(onRefinement));
}

} // namespace heddle::engines::symbolic
