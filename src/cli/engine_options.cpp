// The options of the engines. Each says at the beginning of its text which engines listen to it; the others pass it
// over, so that one command line can be tried with every engine. Only --por is stricter: lazy and cegar have
// different reductions, and one that is passed over would be measured as if it were there.
#include "cli/engine_options.hpp"

#include "cli/input.hpp"
#include "portfolio/portfolio.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace heddle::cli {

using engines::Options;
using support::Error;
using support::Expected;
using Abstraction = Options::Abstraction;

namespace {

template <typename Value> using Names = std::vector<std::pair<std::string, Value>>;

const Names<Options::Reduction> lazyReductions{{"monotonic", Options::Reduction::Monotonic},
                                               {"local", Options::Reduction::Local}};
const Names<Abstraction::Reduction> cegarReductions{{"aware", Abstraction::Reduction::Aware},
                                                    {"persistent", Abstraction::Reduction::Persistent},
                                                    {"none", Abstraction::Reduction::None}};

template <typename Value> std::vector<std::string> namesOf(const Names<Value> &values) {
  std::vector<std::string> names;
  for (const auto &[name, value] : values)
    names.push_back(name);
  return names;
}

template <typename Value> std::optional<Value> valueOf(const std::string &wanted, const Names<Value> &values) {
  for (const auto &[name, value] : values)
    if (name == wanted)
      return value;
  return std::nullopt;
}

/// "a, b or c", of two at least.
std::string alternatives(const std::vector<std::string> &names) {
  return fmt::format("{} or {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

/// An option that is one of a few names. What the setting is now, is the default.
template <typename Value>
void choose(CLI::App &command, const char *option, Value &setting, const Names<Value> &values, const char *text) {
  const auto isDefault = [&setting](const auto &entry) { return entry.second == setting; };
  command
      .add_option_function<std::string>(
          option, [&setting, values](const std::string &name) { setting = *valueOf(name, values); }, text)
      ->type_name("NAME")
      ->check(oneOf(namesOf(values)))
      ->default_str(std::find_if(values.begin(), values.end(), isDefault)->first)
      ->group("Engine");
}

void addRandomOptions(CLI::App &command, Options &settings) {
  command.add_option("--runs", settings.runs, "random: number of executions")
      ->type_name("N")
      ->capture_default_str()
      ->group("Engine");
  command.add_option("--depth", settings.depth, "random, trace: steps of one execution, at most")
      ->type_name("N")
      ->capture_default_str()
      ->group("Engine");
}

void addBoundedOptions(CLI::App &command, EngineOptions &options) {
  command.add_option("--unwind", options.settings.unwind, "bmc: how deep loops are unwound (default: ever deeper)")
      ->type_name("K")
      ->check(CLI::Range(1U, 1'000'000U).description(""))
      ->group("Engine");
  command.add_option("--unwindset", options.unwindSet, "bmc: LINE:K or FILE:LINE:K, a depth for the loops of one line")
      ->type_name("LOOP:K,...")
      ->delimiter(',')
      ->group("Engine");
  command
      .add_flag("--monolithic", options.settings.monolithic,
                "bmc: all of the scheduling constraint at once, no refinement")
      ->group("Engine");
}

void addLazyOptions(CLI::App &command, Options &settings) {
  choose(command, "--force-cover", settings.forceCover, {{"on", true}, {"off", false}},
         "lazy: make nodes stronger so that older ones cover them, on or off");
  choose(command, "--interpolants", settings.interpolants,
         {{"wp", Options::Interpolants::WeakestPreconditions}, {"facts", Options::Interpolants::Facts}},
         "lazy: wp (weakest preconditions) or facts (of the path)");
  choose(command, "--order", settings.order,
         {{"dfs", Options::Order::Depth}, {"bfs", Options::Order::Breadth}, {"switches", Options::Order::Switches}},
         "lazy: dfs, bfs, or by thread switches");
}

void addCegarOptions(CLI::App &command, Abstraction &settings) {
  choose(
      command, "--domain", settings.domain,
      {{"explicit", Abstraction::Domain::Explicit},
       {"cartesian", Abstraction::Domain::Cartesian},
       {"boolean", Abstraction::Domain::Boolean},
       {"product", Abstraction::Domain::Product}},
      "cegar: explicit (values of variables), cartesian or boolean (predicates), or product (values and predicates)");
  command
      .add_option("--values", settings.values,
                  "cegar: values of an unknown that are told apart; with more, it stays unknown")
      ->type_name("N")
      ->check(CLI::Range(1U, 1'000'000U).description(""))
      ->capture_default_str()
      ->group("Engine");
  choose(command, "--precision", settings.localPrecision, {{"global", false}, {"local", true}},
         "cegar: one for all control locations (global), or each its own (local)");
  choose(command, "--search", settings.search,
         {{"dfs", Abstraction::Search::Depth},
          {"bfs", Abstraction::Search::Breadth},
          {"mixed", Abstraction::Search::Mixed},
          {"error-distance", Abstraction::Search::ErrorDistance}},
         "cegar: dfs, bfs, mixed (both in turn), or error-distance (nearest to a violation first)");
  choose(command, "--refinement", settings.refinement,
         {{"sequence", Abstraction::Refinement::Sequence},
          {"backward", Abstraction::Refinement::Backward},
          {"core", Abstraction::Refinement::Core}},
         "cegar: sequence (interpolants of the whole path), backward (of its shortest infeasible end) or core (as few "
         "variables as refute it)");
  choose(command, "--pruning", settings.lazyPruning, {{"full", false}, {"lazy", true}},
         "cegar: after a refinement begin again (full), or keep what is not to blame (lazy)");
  choose(command, "--reads", settings.readsCommute, {{"commute", true}, {"conflict", false}},
         "cegar: two reads of the same memory are independent (commute) or not (conflict)");
  choose(command, "--block", settings.largeBlocks, {{"large", true}, {"single", false}},
         "cegar: large blocks, or single operations (implies --no-large-blocks)");
}

void addTraceOptions(CLI::App &command, Options::Trace &settings) {
  using Reduction = Options::Trace::Reduction;
  choose(command, "--reduction", settings.reduction,
         {{"dpor", Reduction::Dpor}, {"sleep", Reduction::Sleep}, {"none", Reduction::None}},
         "trace: dpor (dynamic partial-order reduction with sleep sets), sleep (sleep sets alone) or none");
  choose(command, "--prune", settings.prune, {{"on", true}, {"off", false}},
         "trace: check the trace program of each execution and skip what it shows to be safe, or only execute");
  choose(command, "--inputs", settings.symbolicInputs, {{"symbolic", true}, {"concrete", false}},
         "trace: all inputs (symbolic), or only those that executions happen to have (concrete)");
}

/// LOOP:K, where LOOP is a line, or a file and a line.
Expected<std::pair<std::string, unsigned>> parseLoopDepth(const std::string &text) {
  const std::size_t colon = text.rfind(':');
  const std::string depth = colon == std::string::npos ? "" : text.substr(colon + 1);
  const bool isNumber = !depth.empty() && depth.size() < 7 && depth.front() != '0' &&
                        depth.find_first_not_of("0123456789") == std::string::npos;
  if (colon == 0 || !isNumber)
    return Error{fmt::format("--unwindset: '{}' is not LINE:K or FILE:LINE:K, such as 12:5", text)};
  return std::pair{text.substr(0, colon), static_cast<unsigned>(std::stoul(depth))};
}

Error wrongReduction(const EngineOptions &options, const std::string &owner) {
  std::string instead = "has no reduction to choose";
  if (options.name == "lazy" || options.name == "auto")
    instead = "takes " + alternatives(namesOf(lazyReductions));
  if (options.name == "cegar")
    instead = "takes " + alternatives(namesOf(cegarReductions));
  return {fmt::format("--por {} is for engine {}; engine {} {}", options.reduction, owner, options.name, instead)};
}

/// Each name belongs to one engine.
std::optional<Error> setReduction(const EngineOptions &options, Options &settings) {
  if (options.reduction.empty())
    return std::nullopt;
  const auto ofLazy = valueOf(options.reduction, lazyReductions);
  const std::string owner = ofLazy ? "lazy" : "cegar";
  if (options.name != owner && !(options.name == "auto" && owner == "lazy")) // auto does not ask cegar
    return wrongReduction(options, owner);
  if (ofLazy)
    settings.reduction = *ofLazy;
  else
    settings.abstraction.reduction = *valueOf(options.reduction, cegarReductions);
  return std::nullopt;
}

} // namespace

void addCommonEngineOptions(CLI::App &command, EngineOptions &options) {
  Options &settings = options.settings;
  command.add_option("--seed", settings.seed, "for random choices")
      ->type_name("N")
      ->capture_default_str()
      ->group("Engine");
  command.add_option("--nondet-range", settings.nondetRange, "explore: values of an input that are tried")
      ->type_name("N")
      ->capture_default_str()
      ->group("Engine");
  command
      .add_option("--max-threads", settings.maxThreads,
                  "threads that may be alive at the same time, at most 64; beyond it: unknown")
      ->type_name("N")
      ->capture_default_str()
      ->group("Engine");
  command
      .add_flag("--sleep-sets", settings.sleepSets,
                "explore: do not repeat interleavings of independent steps (not for no-deadlock)")
      ->group("Engine");
  command
      .add_flag("--persistent-sets", settings.persistentSets,
                "explore: follow only threads that matter to each other (not for no-deadlock)")
      ->group("Engine");
}

void addEngineOptions(CLI::App &command, EngineOptions &options) {
  Options &settings = options.settings;
  command.add_option("--engine", options.name, alternatives(portfolio::choiceNames()))
      ->type_name("NAME")
      ->check(oneOf(portfolio::choiceNames()))
      ->capture_default_str()
      ->group("Engine");
  addRandomOptions(command, settings);
  addBoundedOptions(command, options);
  choose(command, "--solver", settings.solver, {{"cadical", smt::Backend::CaDiCaL}, {"z3", smt::Backend::Z3}},
         "bmc, lazy, cegar, trace: cadical or z3");
  std::vector<std::string> reductions = namesOf(lazyReductions);
  for (const std::string &name : namesOf(cegarReductions))
    reductions.push_back(name);
  command
      .add_option("--por", options.reduction,
                  "lazy: monotonic (default) or local (interleave at every shared access); cegar: aware (default: "
                  "persistent sets by what is tracked), persistent or none")
      ->type_name("NAME")
      ->check(oneOf(reductions))
      ->group("Engine");
  addLazyOptions(command, settings);
  addCegarOptions(command, settings.abstraction);
  addTraceOptions(command, settings.trace);
  command
      .add_flag("--check-proof", settings.checkProof,
                "lazy, cegar: let an independent checker, with the other solver, look at the proof")
      ->group("Engine");
}

Expected<Options> resolveEngineOptions(const EngineOptions &options) {
  Options settings = options.settings;
  if (std::optional<Error> error = setReduction(options, settings))
    return *error;
  for (const std::string &text : options.unwindSet) {
    Expected<std::pair<std::string, unsigned>> loop = parseLoopDepth(text);
    if (!loop)
      return loop.error();
    settings.unwindSet.push_back(std::move(*loop));
  }
  return settings;
}

} // namespace heddle::cli
