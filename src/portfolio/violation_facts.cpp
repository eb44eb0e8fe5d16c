#include "portfolio/violation_facts.hpp"

#include "interpreter/execution.hpp"

#include <algorithm>
#include <string_view>

namespace heddle::portfolio {

using interpreter::AccessRecord;
using interpreter::Trace;
using program::Property;

namespace {

/// The functions on the way to the place, except those of Heddle's models.
void addFunctions(const program::SourceMap &sources, program::SourceSpan span, std::set<std::string> &functions) {
  for (program::FrameId frame = span.frame; frame != program::noFrame;) {
    const program::Frame &called = sources.frame(frame);
    if (!sources.isRuntime(span.file))
      functions.insert(called.function);
    span = called.callSite;
    frame = span.frame;
  }
}

/// "T1 waits at a.c:12 to lock m" names one place; the same cycle with the threads exchanged is the same deadlock.
std::string placeOfWait(std::string_view clause) {
  constexpr std::string_view marker = " at ";
  const std::size_t at = clause.find(marker);
  if (at == std::string_view::npos)
    return std::string(clause);
  const std::string_view rest = clause.substr(at + marker.size());
  return std::string(rest.substr(0, rest.find_first_of(" ,")));
}

} // namespace

std::vector<std::string> placesOf(const program::Program &program, const AccessRecord &first,
                                  const AccessRecord &second) {
  std::vector<std::string> places;
  for (const AccessRecord *access : {&first, &second})
    if (access->instruction != nullptr)
      places.push_back(program.sources.describe(program.sources.userSpan(access->instruction->span)));
  std::ranges::sort(places);
  return places;
}

ViolationFacts factsOf(const program::Program &program, const Trace &trace, const interpreter::RaceFilter &passesOver) {
  const interpreter::Violation &violation = *trace.violation;
  const program::SourceMap &sources = program.sources;
  ViolationFacts facts;
  facts.property = violation.property;
  if (violation.property == Property::NoDeadlock) {
    for (const std::string &clause : violation.clauses)
      facts.places.push_back(placeOfWait(clause));
    std::ranges::sort(facts.places);
    addFunctions(sources, violation.span, facts.functions);
    return facts;
  }
  if (violation.property != Property::NoDataRace) {
    facts.places.push_back(sources.describe(sources.userSpan(violation.span)));
    addFunctions(sources, violation.span, facts.functions);
    return facts;
  }
  // The last race that is not passed over is the one that ends the execution.
  interpreter::Limits limits;
  limits.steps = std::max<std::uint64_t>(limits.steps, trace.schedule.steps.size() + 1);
  const auto noting = [&](const AccessRecord &earlier, const AccessRecord &later) {
    if (passesOver && passesOver(earlier, later))
      return true;
    facts.places = placesOf(program, earlier, later);
    facts.accesses = {earlier.instruction, later.instruction};
    return false;
  };
  static_cast<void>(interpreter::replay(program, trace.schedule, limits, noting));
  for (const program::Instruction *access : facts.accesses)
    if (access != nullptr)
      addFunctions(sources, access->span, facts.functions);
  facts.variable = violation.message.substr(0, violation.message.find(" is "));
  return facts;
}

} // namespace heddle::portfolio
