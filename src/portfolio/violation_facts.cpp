#include "portfolio/violation_facts.hpp"

#include <algorithm>

namespace heddle::portfolio {

using interpreter::AccessRecord;

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

ViolationFacts factsOf(const program::Program &program, const interpreter::Violation &violation) {
  const program::SourceMap &sources = program.sources;
  ViolationFacts facts;
  facts.property = violation.property;
  facts.variable = violation.variable;
  std::vector<program::SourceSpan> spans;
  for (const interpreter::Violation::Participant &participant : violation.participants)
    spans.push_back(participant.span);
  if (spans.empty())
    spans.push_back(violation.span);
  for (const program::SourceSpan &span : spans) {
    facts.places.push_back(sources.describe(sources.userSpan(span)));
    addFunctions(sources, span, facts.functions);
  }
  std::ranges::sort(facts.places);
  return facts;
}

} // namespace heddle::portfolio
