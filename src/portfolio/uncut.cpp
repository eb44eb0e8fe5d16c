#include "portfolio/uncut.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace heddle::portfolio {

using engines::Answer;
using engines::Counterexample;
using engines::NoViolation;
using engines::Result;
using engines::Unknown;
using interpreter::Violation;
using program::Property;
using program::PropertySet;

namespace {

constexpr PropertySet additions = program::definedBehaviour | PropertySet{Property::KnownFunctions};

/// The property that the user may ask for to see the execution.
std::string_view propertyToAsk(Property property) {
  return property == Property::ValidDeref || property == Property::ValidFree ? "valid-memsafety"
                                                                             : program::name(property);
}

/// The first few things that unknown functions do in the execution, each once.
std::vector<std::string> restsOn(const interpreter::Schedule &schedule) {
  constexpr std::size_t most = 3;
  std::vector<std::string> conditions;
  for (const std::vector<interpreter::Input> &ofThread : schedule.inputs)
    for (const interpreter::Input &input : ofThread)
      if (program::isOfUnknownFunction(input.kind)) {
        std::string text = interpreter::toText(input);
        if (std::ranges::find(conditions, text) == conditions.end())
          conditions.push_back(std::move(text));
      }
  if (conditions.size() > most) {
    conditions.resize(most);
    conditions.emplace_back("…");
  }
  return conditions;
}

class UncutRun {
public:
  UncutRun(const engines::Configuration &engine, const engines::Context &context, program::Program &program,
           const Assumptions &assumptions)
      : engine_(engine), context_(context), program_(program), asked_(program.properties), assumptions_(assumptions) {}

  Result run() {
    PropertySet added = additions - asked_;
    std::optional<Violation> obstacle = findObstacle(added);
    if (obstacle && program::definedBehaviour.contains(obstacle->property) && assumptions_.noUndefinedBehaviour) {
      assumed_.emplace_back("no-undefined-behaviour");
      added = added - program::definedBehaviour;
      obstacle = findObstacle(added);
    }
    if (obstacle) {
      runWith({});
      qualifyProof(*obstacle);
      warnOf(*obstacle);
    } else if (auto *proved = std::get_if<NoViolation>(&result_.answer)) {
      proved->assumptions.insert(proved->assumptions.begin(), assumed_.begin(), assumed_.end());
    }
    qualifyCounterexample();
    program_.properties = asked_;
    return std::move(result_);
  }

private:
  /// Runs the engine with these additions. The violation of one of them, if that is the answer.
  std::optional<Violation> findObstacle(PropertySet added) {
    runWith(added);
    const auto *found = std::get_if<Counterexample>(&result_.answer);
    if (found == nullptr || asked_.contains(found->trace.violation->property))
      return std::nullopt;
    return found->trace.violation;
  }

  /// Keeps the statistics and failures of earlier runs.
  void runWith(PropertySet added) {
    program_.properties = asked_ | added;
    Result next = engine_.run(context_);
    next.runs.insert(next.runs.begin(), std::make_move_iterator(result_.runs.begin()),
                     std::make_move_iterator(result_.runs.end()));
    next.failures.insert(next.failures.begin(), std::make_move_iterator(result_.failures.begin()),
                         std::make_move_iterator(result_.failures.end()));
    result_ = std::move(next);
  }

  void qualifyProof(const Violation &obstacle) {
    if (!std::holds_alternative<NoViolation>(result_.answer))
      return;
    const std::string where = program_.sources.describe(program_.sources.userSpan(obstacle.span));
    if (obstacle.property == Property::KnownFunctions)
      result_.answer = Unknown{Unknown::Kind::Unmodelled,
                               fmt::format("no violation was found, but {}, at {}", obstacle.message, where)};
    else
      result_.answer = Unknown{Unknown::Kind::Undefined,
                               fmt::format("undefined behaviour at {}: {}{}", where, obstacle.message, hint(obstacle))};
  }

  /// Also if there is no verdict, for example because of the time limit.
  void warnOf(const Violation &obstacle) {
    if (obstacle.property != Property::KnownFunctions) // of which the front end warns
      result_.warnings.push_back({fmt::format("undefined behaviour: {}{}", obstacle.message, hint(obstacle)),
                                  program_.sources.userSpan(obstacle.span), true});
  }

  static std::string hint(const Violation &obstacle) {
    return obstacle.property == Property::DefinedBehaviour
               ? std::string()
               : fmt::format("; check it with --property {}", propertyToAsk(obstacle.property));
  }

  /// A violation that rests on an unknown function is not `false`.
  void qualifyCounterexample() {
    auto *found = std::get_if<Counterexample>(&result_.answer);
    if (found == nullptr)
      return;
    const std::vector<std::string> conditions = restsOn(found->trace.schedule);
    if (conditions.empty())
      return;
    Unknown unknown{Unknown::Kind::Unmodelled,
                    fmt::format("a violation is reachable if {}; {} no body and no model here",
                                fmt::join(conditions, " and "), conditions.size() == 1 ? "it has" : "they have"),
                    std::move(found->trace)};
    result_.answer = std::move(unknown);
  }

  const engines::Configuration &engine_;
  const engines::Context &context_;
  program::Program &program_;
  PropertySet asked_;
  Assumptions assumptions_;
  std::vector<std::string> assumed_;
  Result result_;
};

} // namespace

Result runUncut(const engines::Configuration &engine, const engines::Context &context, program::Program &program,
                const Assumptions &assumptions) {
  return UncutRun(engine, context, program, assumptions).run();
}

} // namespace heddle::portfolio
