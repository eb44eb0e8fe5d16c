#include "portfolio/uncut.hpp"

#include "interpreter/influence.hpp"
#include "interpreter/uninitialised_state.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <iterator>

namespace heddle::portfolio {

using engines::Answer;
using engines::Counterexample;
using engines::NoViolation;
using engines::Result;
using engines::Unknown;
using interpreter::Influence;
using interpreter::Violation;
using program::Property;
using program::PropertySet;

namespace {

/// The property that the user may ask for to see the execution.
std::string_view propertyToAsk(Property property) {
  return property == Property::ValidDeref || property == Property::ValidFree ? "valid-memsafety"
                                                                             : program::name(property);
}

/// The first few of the choices of unknown functions, each once. Those that say most come first: what is returned or
/// written, then that there is no effect.
std::vector<std::string> conditionsOf(const std::vector<Influence> &choices) {
  constexpr std::size_t most = 3;
  std::vector<std::string> conditions;
  const auto add = [&](bool ofEffects) {
    for (const auto &[input, isWait] : choices) {
      std::string text =
          isWait ? fmt::format("{}() does not wait for another thread", input.name) : interpreter::toText(input);
      if ((input.kind == program::InputKind::UnknownEffect) == ofEffects && std::ranges::count(conditions, text) == 0)
        conditions.push_back(std::move(text));
    }
  };
  add(false);
  add(true);
  if (conditions.size() > most) {
    conditions.resize(most);
    conditions.emplace_back("…");
  }
  return conditions;
}

/// Each condition begins with the name of the function.
bool isOneFunction(const std::vector<std::string> &conditions) {
  const auto function = [](const std::string &condition) { return condition.substr(0, condition.find('(')); };
  return std::ranges::all_of(
      conditions, [&](const std::string &condition) { return function(condition) == function(conditions.front()); });
}

/// For the replay of a schedule.
interpreter::Limits limitsFor(const engines::Context &context, const interpreter::Schedule &schedule) {
  interpreter::Limits limits;
  limits.maxThreads = std::max(context.limits.maxThreads, interpreter::mostThreadsOfOneExecution);
  limits.steps = std::max<std::uint64_t>(limits.steps, schedule.steps.size() + 1);
  return limits;
}

/// What unknown functions must do so that the violation happens. Empty if it happens whatever they do.
std::vector<Influence> choicesFor(const program::Program &program, const engines::Context &context,
                                  const interpreter::Schedule &schedule) {
  const auto ofSchedule = [&](const auto &predicate) {
    std::vector<Influence> chosen;
    for (const std::vector<interpreter::Input> &ofThread : schedule.inputs)
      for (const interpreter::Input &input : ofThread)
        if (predicate(input))
          chosen.push_back({input});
    return chosen;
  };
  std::optional<std::vector<Influence>> choices =
      interpreter::influences(program, schedule, limitsFor(context, schedule));
  if (!choices)
    choices = ofSchedule([](const interpreter::Input &input) { return program::isOfUnknownFunction(input.kind); });
  // An input that says that something is written has no text of its own; the writes tell what and where.
  const auto saysThatItWrites = [](const Influence &choice) {
    return choice.input.kind == program::InputKind::UnknownEffect && choice.input.value != 0;
  };
  const auto isWrite = [](const interpreter::Input &input) { return input.kind == program::InputKind::UnknownWrite; };
  if (std::erase_if(*choices, saysThatItWrites) != 0 && std::ranges::none_of(*choices, isWrite, &Influence::input))
    std::ranges::copy(ofSchedule(isWrite), std::back_inserter(*choices)); // where matters, but not what
  return *choices;
}

bool callsUnknownFunctions(const interpreter::Schedule &schedule) {
  return std::ranges::any_of(schedule.inputs, [](const std::vector<interpreter::Input> &ofThread) {
    return std::ranges::any_of(ofThread, [](const auto &input) { return program::isOfUnknownFunction(input.kind); });
  });
}

class UncutRun {
public:
  UncutRun(const engines::Configuration &engine, const engines::Context &context, program::Program &program,
           const Assumptions &assumptions, const WritingProgram &writing)
      : engine_(engine), context_(context), program_(program), asked_(program.properties), assumptions_(assumptions),
        writing_(writing), begin_(support::Cancellation::Clock::now()) {}

  Result run() {
    PropertySet added = addedProperties - asked_;
    std::optional<Violation> obstacle = findObstacle(added);
    if (obstacle && program::definedBehaviour.contains(obstacle->property) && assumptions_.noUndefinedBehaviour) {
      assumed_.emplace_back("no-undefined-behaviour");
      added = added - program::definedBehaviour;
      obstacle = findObstacle(added);
    }
    if (obstacle) {
      runWith({}, context_);
      if (!std::holds_alternative<Counterexample>(result_.answer))
        lookForWrites();
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
    runWith(added, context_);
    const auto *found = std::get_if<Counterexample>(&result_.answer);
    if (found == nullptr || asked_.contains(found->trace.violation->property))
      return std::nullopt;
    return found->trace.violation;
  }

  /// Keeps the statistics and failures of earlier runs.
  void runWith(PropertySet added, const engines::Context &context) {
    program_.properties = asked_ | added;
    Result next = engine_.run(context);
    next.runs.insert(next.runs.begin(), std::make_move_iterator(result_.runs.begin()),
                     std::make_move_iterator(result_.runs.end()));
    next.failures.insert(next.failures.begin(), std::make_move_iterator(result_.failures.begin()),
                         std::make_move_iterator(result_.failures.end()));
    result_ = std::move(next);
  }

  /// Runs the engine on the program in which unknown functions write, if there are any, for at most as long as the
  /// search has taken so far, and at least a second. Keeps that program and answer only if there is a violation.
  void lookForWrites() {
    constexpr std::chrono::seconds least{1};
    if (!writing_ || std::holds_alternative<engines::Cancelled>(result_.answer))
      return;
    std::optional<program::Program> variant = writing_();
    if (!variant)
      return;
    support::Cancellation limited(&context_.cancellation);
    const auto now = support::Cancellation::Clock::now();
    limited.setDeadline(now + std::max<support::Cancellation::Clock::duration>(now - begin_, least));
    std::swap(program_, *variant);
    Result before = result_;
    runWith({}, context_.with(limited));
    if (std::holds_alternative<Counterexample>(result_.answer))
      return;
    std::swap(program_, *variant);
    if (const auto *error = std::get_if<engines::InternalError>(&result_.answer))
      result_.failures.push_back({result_.engine, error->message});
    before.runs = std::move(result_.runs);
    before.failures = std::move(result_.failures);
    result_ = std::move(before);
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

  /// A violation that rests on an unknown function, or comes after undefined behaviour, is not `false`.
  void qualifyCounterexample() {
    auto *found = std::get_if<Counterexample>(&result_.answer);
    if (found == nullptr)
      return;
    const interpreter::Schedule &schedule = found->trace.schedule;
    if (const auto state = interpreter::findUninitialisedState(program_, schedule, limitsFor(context_, schedule))) {
      const std::string where = program_.sources.describe(program_.sources.userSpan(state->span));
      result_.answer = Unknown{Unknown::Kind::Undefined,
                               fmt::format("undefined behaviour at {}: use of a synchronisation object that the "
                                           "program has not initialised ({})",
                                           where, state->name)};
      return;
    }
    if (!callsUnknownFunctions(found->trace.schedule))
      return;
    program_.properties = asked_;
    const std::vector<std::string> conditions = conditionsOf(choicesFor(program_, context_, found->trace.schedule));
    if (conditions.empty())
      return;
    Unknown unknown{Unknown::Kind::Unmodelled,
                    fmt::format("a violation is reachable if {}; {} no body and no model here",
                                fmt::join(conditions, " and "), isOneFunction(conditions) ? "it has" : "they have"),
                    std::move(found->trace)};
    result_.answer = std::move(unknown);
  }

  const engines::Configuration &engine_;
  const engines::Context &context_;
  program::Program &program_;
  PropertySet asked_;
  Assumptions assumptions_;
  const WritingProgram &writing_;
  support::Cancellation::Clock::time_point begin_;
  std::vector<std::string> assumed_;
  Result result_;
};

} // namespace

bool restsOnAssumptions(const program::Program &program, const engines::Context &context,
                        const interpreter::Schedule &schedule) {
  return interpreter::findUninitialisedState(program, schedule, limitsFor(context, schedule)) ||
         (callsUnknownFunctions(schedule) && !choicesFor(program, context, schedule).empty());
}

Result runUncut(const engines::Configuration &engine, const engines::Context &context, program::Program &program,
                const Assumptions &assumptions, const WritingProgram &writing) {
  return UncutRun(engine, context, program, assumptions, writing).run();
}

} // namespace heddle::portfolio
