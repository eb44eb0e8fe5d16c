#include "native/compare.hpp"

#include "interpreter/names.hpp"
#include "native/sources.hpp"
#include "native/tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

namespace heddle::native {

using interpreter::Names;
using interpreter::Violation;
using program::Property;

namespace {

std::string describePlace(const SourcePlace &place, const program::SourceMap &sources) {
  if (place.line == 0)
    return "an unknown place";
  for (program::FileId file = 1; file < sources.fileCount(); ++file)
    if (!sources.isRuntime(file) && absolutePath(sources.path(file)) == place.file)
      return fmt::format("{}:{}", sources.path(file), place.line);
  return fmt::format("{}:{}", place.file, place.line);
}

class Comparer {
public:
  Comparer(const Violation &violation, const program::Program &program, const Places &places, const Outcome &outcome)
      : violation_(violation), program_(program), places_(places), outcome_(outcome) {}

  Comparison compare() const {
    using Kind = Outcome::Kind;
    if (violation_.property == Property::NoDeadlock && outcome_.kind == Kind::Deadlock)
      return compareDeadlock();
    if (violation_.property == Property::ValidDeref && outcome_.kind == Kind::Crash && isExpected(outcome_.place))
      return {true,
              fmt::format("the native run crashed at the same access ({}): {}", where(outcome_.place), outcome_.text)};
    const bool isSameProperty =
        outcome_.kind == Kind::Violation && outcome_.property == shimNumberOf(violation_.property);
    if (!isSameProperty)
      return {false, describe()};
    switch (violation_.property) {
    case Property::NoDataRace:
      // The scheduler compares only accesses at the two places.
      return {true, fmt::format("the native run made the same two accesses: {}", violation_.message)};
    case Property::ValidMemtrack:
      return {true, fmt::format("the native run ended with memory that was never freed (allocated at {})",
                                where(outcome_.place))};
    default:
      break;
    }
    if (!isExpected(outcome_.place))
      return {false, fmt::format("{}, not at {}", describe(), program_.sources.describe(violation_.span))};
    if (isOtherOfTheLine())
      return {false, fmt::format("{}, not: {}", describe(), violation_.message)};
    return {true, sameViolation()};
  }

private:
  std::string where(PlaceId id) const { return describePlace(places_[id], program_.sources); }
  std::pair<std::string, unsigned> lineOf(const program::SourceSpan &span) const {
    const program::SourceSpan user = program_.sources.userSpan(span);
    return {user.known() ? absolutePath(program_.sources.path(user.file)) : "", user.line};
  }
  std::pair<std::string, unsigned> lineOf(PlaceId place) const { return {places_[place].file, places_[place].line}; }
  bool isExpected(PlaceId place) const { return lineOf(place) == lineOf(violation_.span); }

  /// A line may have several assertions, and accesses that are invalid for different reasons. Their texts tell them
  /// apart: those of assertions are the same in both runs, those of accesses say whether the life of the memory has
  /// ended.
  bool isOtherOfTheLine() const {
    const auto isAssertion = [](const std::string &text) { return text.starts_with("assertion `"); };
    const auto hasEnded = [](const std::string &text) {
      return std::ranges::any_of(std::array{"lifetime has ended", "freed", "returned"},
                                 [&](const char *words) { return text.find(words) != std::string::npos; });
    };
    if (violation_.property == Property::UnreachCall)
      return isAssertion(violation_.message) && isAssertion(outcome_.text) && violation_.message != outcome_.text;
    return violation_.property == Property::ValidDeref && hasEnded(violation_.message) != hasEnded(outcome_.text);
  }

  std::string sameViolation() const {
    const std::string place = where(outcome_.place);
    const bool isFreed = outcome_.text.find("freed") != std::string::npos;
    const std::string freed = outcome_.other == noPlace
                                  ? ""
                                  : fmt::format("; {} at {}", isFreed ? "freed" : "allocated", where(outcome_.other));
    switch (violation_.property) {
    case Property::UnreachCall:
      return fmt::format("the native run failed the same assertion ({})", place);
    case Property::ValidDeref:
      return fmt::format("the native run made the same invalid access ({}): {}{}", place, outcome_.text, freed);
    case Property::ValidFree:
      return fmt::format("the native run made the same invalid call of free ({}): {}{}", place, outcome_.text, freed);
    case Property::NoOverflow:
      return fmt::format("the native run has the same overflow ({})", place);
    default:
      return fmt::format("the native run broke the same rule ({}): {}", place, outcome_.text);
    }
  }

  std::string waitingText() const {
    std::vector<std::string> threads;
    for (const Outcome::Waiting &waiting : outcome_.waiting)
      threads.push_back(fmt::format("{} at {}{}", Names::thread(waiting.thread), where(waiting.place),
                                    waiting.joins ? " for the end of " + Names::thread(*waiting.joins) : ""));
    return fmt::format("{}", fmt::join(threads, ", "));
  }

  Comparison compareDeadlock() const {
    std::vector<std::pair<std::string, unsigned>> lines;
    for (const Outcome::Waiting &waiting : outcome_.waiting)
      lines.push_back(lineOf(waiting.place));
    for (const Violation::Participant &participant : violation_.participants) {
      const auto found = std::ranges::find(lines, lineOf(participant.span));
      if (found == lines.end())
        return {false, fmt::format("the native run has another deadlock: {}", waitingText())};
      lines.erase(found);
    }
    return {true,
            fmt::format("the native run has a deadlock of threads that wait at the same lines: {}", waitingText())};
  }

  std::string describe() const {
    switch (outcome_.kind) {
    case Outcome::Kind::Violation:
      return fmt::format("the native run ended otherwise: {} at {} ({})", outcome_.text, where(outcome_.place),
                         Names::thread(outcome_.thread));
    case Outcome::Kind::Deadlock:
      return fmt::format("the native run ended otherwise, in a deadlock: {}", waitingText());
    case Outcome::Kind::Crash:
      return fmt::format("the native run crashed at {}: {}", where(outcome_.place), outcome_.text);
    case Outcome::Kind::Late:
      return "the native run did not end within a minute";
    case Outcome::Kind::Finished:
    case Outcome::Kind::Vanished:
      break;
    }
    return fmt::format("the native run did not violate the property{}{}", howFinished(), whyUnseen());
  }

  std::string howFinished() const {
    return outcome_.kind == Outcome::Kind::Vanished ? "; it ended without a report"
                                                    : fmt::format("; it {}", finishedText(outcome_.text));
  }

  static std::string finishedText(const std::string &how) {
    if (how == "endless")
      return "repeats itself";
    if (how == "stopped")
      return "ended where an assumption fails";
    if (how == "aborted")
      return "called abort";
    return how == "ended" ? "ended" : "stopped: " + how;
  }

  std::string whyUnseen() const {
    if (violation_.property == Property::ValidDeref)
      return " (accesses to static memory and to the stack are checked in part only)";
    if (std::ranges::any_of(violation_.participants, [&](const auto &access) { return isUnseen(access.span); }))
      return " (an access is in a function of the C library, which is not instrumented)";
    return "";
  }

  bool isUnseen(const program::SourceSpan &span) const {
    return program_.sources.isRuntime(span.file) &&
           !isNativeModel(std::filesystem::path(program_.sources.path(span.file)).filename().string());
  }

  const Violation &violation_;
  const program::Program &program_;
  const Places &places_;
  const Outcome &outcome_;
};

} // namespace

Comparison compare(const Violation &violation, const program::Program &program, const Places &places,
                   const Outcome &outcome) {
  return Comparer(violation, program, places, outcome).compare();
}

std::string toText(const Missed &missed, const program::Program &program, const Places &places) {
  const SourcePlace &until = places[missed.place];
  const std::string place = until.line == 0 || until.isModel ? "" : " until " + describePlace(until, program.sources);
  return fmt::format("step {} could not be enforced: {} was to run{}; {}", missed.step + 1,
                     Names::thread(missed.thread), place, missed.reason);
}

} // namespace heddle::native
