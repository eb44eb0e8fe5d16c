#include "report/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace heddle::report {

using engines::Statistic;
using engines::Unit;

namespace {

/// Sorted by identifier.
constexpr std::pair<std::string_view, std::string_view> phrases[] = {
    {"accesses.shared", "accesses to shared memory"},
    {"actions", "explored actions"},
    {"checks", "trace programs checked"},
    {"clauses.abstraction", "clauses of the abstraction"},
    {"clauses.conflicts", "conflicts excluded in advance"},
    {"clauses.refinement", "clauses added by refinement"},
    {"clauses.scheduling", "clauses of the scheduling constraint"},
    {"controls", "control locations"},
    {"covers", "covers"},
    {"covers.expansions", "cover expansions"},
    {"covers.expansions.share", "share of nodes from cover expansions"},
    {"covers.forced", "forced covers"},
    {"covers.undone", "covers undone"},
    {"depth", "depth"},
    {"events", "events"},
    {"excluded", "configurations that the proof excludes"},
    {"executions", "executions"},
    {"executions.finished", "executions that ended the program"},
    {"executions.targeted", "executions that looked where a violation was not excluded"},
    {"executions.inputs", "executions with other inputs"},
    {"executions.redundant", "redundant executions"},
    {"facts.confirmed", "confirmed facts"},
    {"facts.constants", "values that facts make constant"},
    {"facts.locations", "locations that facts exclude"},
    {"facts.predicates", "predicates from facts"},
    {"facts.readFroms", "read-froms that facts exclude"},
    {"facts.reads", "reads with bounds from facts"},
    {"facts.used", "formulas that facts imply"},
    {"implications.cached", "implications known before"},
    {"implications.solved", "implications decided by the solver"},
    {"implications.syntactic", "implications decided syntactically"},
    {"independences.proved", "independences proved"},
    {"iterations", "iterations"},
    {"labels.largest", "conjuncts of the largest label"},
    {"literals.read-from", "read-from literals"},
    {"locks", "locks"},
    {"memory.peak", "peak memory"},
    {"memory.states", "memory for states"},
    {"nodes", "nodes"},
    {"persistent.active", "average number of active threads"},
    {"persistent.chosen", "average size of persistent sets"},
    {"precision.predicates", "predicates"},
    {"precision.variables", "tracked variables"},
    {"predicates.local", "local predicates"},
    {"predicates.mixed", "mixed predicates"},
    {"predicates.shared", "shared predicates"},
    {"proof.executions", "executions in the checked proof"},
    {"proof.lemmas", "order lemmas in the checked proof"},
    {"proof.queries", "queries in the checked proof"},
    {"proof.steps", "steps of the checked proof"},
    {"prunings.attempted", "prunings attempted"},
    {"prunings.successful", "prunings successful"},
    {"queries", "solver queries"},
    {"reasons.length", "average length of kernel reasons"},
    {"refinements", "refinements"},
    {"refinements.split", "refinements by case split"},
    {"states", "states"},
    {"states.final", "states in the last iteration"},
    {"states.local", "local states in the last iteration"},
    {"states.rate", "states per second"},
    {"states.reprocessed", "reprocessed states"},
    {"states.shared", "shared states in the last iteration"},
    {"steps", "steps"},
    {"threads", "threads"},
    {"time", "time"},
    {"time.abstracting", "time abstracting"},
    {"time.checking", "time checking trace programs"},
    {"time.covering", "time covering"},
    {"time.encoding", "time encoding"},
    {"time.executing", "time executing"},
    {"time.expanding", "time expanding and refining"},
    {"time.exploring", "time exploring"},
    {"time.facts", "time confirming facts"},
    {"time.graphs", "time analysing event order graphs"},
    {"time.inputs", "time searching for other inputs"},
    {"time.proof", "time checking the proof"},
    {"time.pruning", "time pruning"},
    {"time.refining", "time refining"},
    {"time.solving", "time in the solver"},
    {"time.unwinding", "time unwinding"},
    {"traces.pruned", "traces pruned"},
    {"transitions", "transitions"},
    {"transitions.rate", "transitions per second"},
    {"variables", "variables"},
};

} // namespace

std::string_view phrase(std::string_view id) {
  const auto *found = std::lower_bound(std::begin(phrases), std::end(phrases), id,
                                       [](const auto &entry, std::string_view wanted) { return entry.first < wanted; });
  return found != std::end(phrases) && found->first == id ? found->second : id;
}

std::string valueText(const Statistic &statistic) {
  switch (statistic.unit) {
  case Unit::Count:
  case Unit::PerSecond:
    return fmt::format("{:.0f}", statistic.value);
  case Unit::Ratio:
    return fmt::format("{:.2f}", statistic.value);
  case Unit::Seconds:
    return fmt::format("{:.3f} s", statistic.value);
  case Unit::Bytes:
    return fmt::format("{:.1f} MB", statistic.value / 1e6);
  }
  return {};
}

std::string statisticLines(const std::vector<engines::Result::Run> &runs) {
  std::vector<std::pair<std::string, std::string>> rows;
  std::size_t width = 0;
  for (const engines::Result::Run &run : runs)
    for (const Statistic &statistic : run.statistics.list()) {
      const std::string prefix = runs.size() > 1 ? run.engine + ": " : "";
      rows.emplace_back(prefix + std::string(phrase(statistic.id)), valueText(statistic));
      width = std::max(width, rows.back().first.size());
    }
  std::string lines;
  for (const auto &[name, value] : rows)
    lines += fmt::format("  {:<{}}  {}\n", name, width, value);
  return lines;
}

} // namespace heddle::report
