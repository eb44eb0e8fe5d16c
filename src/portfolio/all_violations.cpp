#include "portfolio/all_violations.hpp"

#include "interpreter/execution.hpp"
#include "portfolio/uncut.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>

namespace heddle::portfolio {

using engines::Answer;
using engines::Counterexample;
using engines::Result;
using engines::Unknown;
using interpreter::AccessRecord;
using interpreter::Trace;
using program::Property;

namespace {

using Clock = support::Cancellation::Clock;

/// The same place of the source, whatever call leads there.
bool isSamePlace(const program::SourceSpan &a, const program::SourceSpan &b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

template <typename Change> void forEachInstruction(program::Program &program, Change change) {
  for (program::Cfa &cfa : program.cfas)
    for (program::Action &action : cfa.actions)
      for (program::Instruction &instruction : action.instructions)
        change(instruction);
}

/// Makes the checks that fail there assumptions, or without effect if the execution continues after a failure. False if
/// the violation is not one of a check.
bool excludeCheck(program::Program &program, const interpreter::Violation &violation) {
  bool isFound = false;
  forEachInstruction(program, [&](program::Instruction &instruction) {
    auto *check = std::get_if<program::Check>(&instruction.operation);
    if (check == nullptr || check->property != violation.property || check->message != violation.message ||
        !isSamePlace(program.sources.userSpan(instruction.span), violation.span))
      return;
    isFound = true;
    if (check->after == program::AfterFailure::Continue) { // what follows is defined
      check->condition = program.expressions->boolean(true);
      return;
    }
    const program::Expr condition = check->condition;
    instruction.operation = program::Assume{condition};
  });
  return isFound;
}

/// Makes the accesses of a race atomic, wherever their code was inlined. False if none of them is a plain load or store
/// (a free, for instance).
bool excludeRace(program::Program &program, const interpreter::Violation &race) {
  bool isFound = false;
  forEachInstruction(program, [&](program::Instruction &instruction) {
    auto *load = std::get_if<program::Load>(&instruction.operation);
    auto *store = std::get_if<program::Store>(&instruction.operation);
    program::Access *access = load != nullptr ? &load->access : store != nullptr ? &store->access : nullptr;
    if (access == nullptr || access->order != program::MemoryOrder::Plain)
      return;
    const bool isMeant = std::ranges::any_of(race.participants, [&](const auto &participant) {
      return participant.writes == (store != nullptr) && isSamePlace(participant.span, instruction.span) &&
             isSamePlace(program.sources.userSpan(participant.span), program.sources.userSpan(instruction.span));
    });
    if (!isMeant)
      return;
    access->order = program::MemoryOrder::Relaxed;
    isFound = true;
  });
  return isFound;
}

class ViolationSearch {
public:
  ViolationSearch(const AllViolations &request, program::Program &program, Suppressions &suppressions,
                  const engines::Context &context)
      : request_(request), program_(program), suppressions_(suppressions), context_(context),
        asked_(program.properties), withRaces_(program) {}

  Result run() {
    bool goesOn = true;
    while (goesOn) {
      last_ = request_.ask(program_);
      const auto *found = std::get_if<Counterexample>(&last_.answer);
      if (found == nullptr)
        break;
      const interpreter::Violation violation = *found->trace.violation;
      if (const ViolationFacts facts = factsOf(program_, violation); !isKnown(facts))
        note(facts, last_, program_, {});
      goesOn = !isDone() && exclude(violation);
    }
    const bool isExhausted = std::holds_alternative<engines::NoViolation>(last_.answer);
    if (!known_.empty() && !isDone() && (!isExhausted || asked_.contains(Property::NoDataRace)))
      tryAtRandom();
    if (!hasReported_ && suppressions_.count() != 0)
      last_.answer = onlySuppressed(last_.answer);
    return std::move(last_);
  }

private:
  bool isDone() const { return (request_.onlyFirst && hasReported_) || context_.cancellation.poll(); }

  void note(const ViolationFacts &facts, const Result &result, const program::Program &program,
            const interpreter::RaceFilter &passesOver) {
    const bool isSuppressed = suppressions_.suppress(facts);
    if (!isSuppressed) {
      hasReported_ = true;
      request_.report(result, program, passesOver);
    }
    known_.push_back(facts); // from now on its race is passed over
  }

  bool exclude(const interpreter::Violation &violation) {
    if (violation.property == Property::NoDataRace)
      return excludeRace(program_, violation);
    excludeCheck(withRaces_, violation);
    return excludeCheck(program_, violation);
  }

  bool isKnown(const ViolationFacts &facts) const {
    return std::ranges::any_of(known_, [&](const ViolationFacts &known) { return known.isSameAs(facts); });
  }
  bool isKnownRace(const AccessRecord &earlier, const AccessRecord &later) const {
    ViolationFacts facts;
    facts.property = Property::NoDataRace;
    facts.places = placesOf(program_, earlier, later);
    return isKnown(facts);
  }

  /// Executions of the program with all its races, for as long as the search has taken, and at least two seconds.
  void tryAtRandom() {
    constexpr std::chrono::seconds least{2};
    constexpr std::uint64_t stepsOfOne = 10'000;
    const Clock::time_point end = Clock::now() + std::max<Clock::duration>(Clock::now() - begin_, least);
    withRaces_.properties = asked_;
    interpreter::Limits limits;
    limits.maxThreads = context_.limits.maxThreads;
    limits.steps = stepsOfOne;
    const interpreter::RaceFilter passesOver = [this](const AccessRecord &earlier, const AccessRecord &later) {
      return isKnownRace(earlier, later);
    };
    constexpr std::array strategies{interpreter::Strategy::Uniform, interpreter::Strategy::Sticky,
                                    interpreter::Strategy::Priorities};
    for (std::uint64_t seed = 0; Clock::now() < end && !isDone(); ++seed) {
      const Trace tried = interpreter::runRandom(withRaces_, {.seed = seed,
                                                              .limits = limits,
                                                              .strategy = strategies[seed % strategies.size()],
                                                              .events = false,
                                                              .cancellation = &context_.cancellation,
                                                              .passesOver = passesOver});
      if (tried.violation && asked_.contains(tried.violation->property))
        confirm(tried, limits, passesOver);
    }
  }

  /// A violation of a random execution counts if it is new, replays, and does not rest on what is not known.
  void confirm(const Trace &tried, const interpreter::Limits &limits, const interpreter::RaceFilter &passesOver) {
    if (isKnown(factsOf(withRaces_, *tried.violation)))
      return; // the most frequent case
    const support::Expected<Trace> trace = interpreter::replay(withRaces_, tried.schedule, limits, {}, passesOver);
    if (!trace || !trace->violation || trace->violation->property != tried.violation->property)
      return;
    const ViolationFacts facts = factsOf(withRaces_, *trace->violation);
    program::Program withoutRaces = withRaces_; // known races must not end the execution
    withoutRaces.properties = asked_ - program::PropertySet{Property::NoDataRace};
    if (isKnown(facts) || restsOnAssumptions(withoutRaces, context_, trace->schedule))
      return;
    note(facts, {Counterexample{*trace}, "random", {}, {}, {}}, withRaces_, passesOver);
  }

  /// Why there is no verdict although nothing was found but what is suppressed.
  Answer onlySuppressed(const Answer &last) const {
    const std::size_t count = suppressions_.count();
    const std::string text =
        fmt::format("{} suppressed violation{}, and no other was found", count, count == 1 ? "" : "s");
    if (const auto *unknown = std::get_if<Unknown>(&last))
      return Unknown{unknown->kind, text + "; " + unknown->text, unknown->trace};
    if (const auto *cancelled = std::get_if<engines::Cancelled>(&last))
      return engines::Cancelled{cancelled->reason, text};
    if (std::holds_alternative<engines::InternalError>(last))
      return last;
    return Unknown{Unknown::Kind::Incomplete, text};
  }

  const AllViolations &request_;
  program::Program &program_;
  Suppressions &suppressions_;
  const engines::Context &context_;
  program::PropertySet asked_;
  /// The program without the checks that are known to fail, but with all races, for random executions.
  program::Program withRaces_;
  std::vector<ViolationFacts> known_;
  bool hasReported_ = false;
  Result last_;
  Clock::time_point begin_ = Clock::now();
};

} // namespace

Result findViolations(const AllViolations &request, program::Program &program, Suppressions &suppressions,
                      const engines::Context &context) {
  return ViolationSearch(request, program, suppressions, context).run();
}

} // namespace heddle::portfolio
