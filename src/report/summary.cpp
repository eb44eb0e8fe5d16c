#include "report/summary.hpp"

#include "report/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>

namespace heddle::report {

using interpreter::Ending;
using program::Property;

std::string_view name(engines::Verdict verdict) {
  switch (verdict) {
  case engines::Verdict::True:
    return "true";
  case engines::Verdict::False:
    return "false";
  case engines::Verdict::Unknown:
    return "unknown";
  }
  assert(false && "invalid verdict");
  return {};
}

std::string_view name(program::DataModel dataModel) { return dataModel == program::DataModel::LP64 ? "LP64" : "ILP32"; }

std::string_view name(Ending ending) {
  switch (ending) {
  case Ending::Running:
    return "running";
  case Ending::Finished:
    return "finished";
  case Ending::Violation:
    return "violation";
  case Ending::Deadlock:
    return "deadlock";
  case Ending::Cut:
    return "cut";
  case Ending::Halted:
    return "halted";
  }
  assert(false && "invalid ending");
  return {};
}

std::vector<std::string> propertyNames(program::PropertySet properties) {
  constexpr Property memory[] = {Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack};
  const bool allMemory =
      std::all_of(std::begin(memory), std::end(memory), [&](Property p) { return properties.contains(p); });
  std::vector<std::string> names;
  for (unsigned i = 0; i < program::propertyCount; ++i) {
    const auto property = static_cast<Property>(i);
    if (!properties.contains(property))
      continue;
    const bool isMemory = std::find(std::begin(memory), std::end(memory), property) != std::end(memory);
    if (!allMemory || !isMemory)
      names.emplace_back(program::name(property));
    else if (property == Property::ValidDeref)
      names.emplace_back("valid-memsafety");
  }
  return names;
}

std::string questionLine(const Question &question) {
  return fmt::format("checking {} in {} ({})\n", fmt::join(propertyNames(question.properties), ", "),
                     fmt::join(question.files, ", "), name(question.dataModel));
}

std::string violationLines(const interpreter::Violation &violation, const interpreter::Trace &trace,
                           const program::SourceMap &sources) {
  const std::string message =
      violation.clauses.empty() ? violation.message : fmt::format("{}", fmt::join(violation.clauses, ";\n  "));
  const std::string text = fmt::format("violation of {}: {}", program::name(violation.property), message);
  // The messages of races and deadlocks name the locations of all threads that are involved.
  if (violation.property == Property::NoDataRace || violation.property == Property::NoDeadlock)
    return text + '\n';
  return fmt::format("{} at {}, in {}\n", text, sources.describe(sources.userSpan(violation.span)),
                     threadLabel(trace, violation.thread));
}

std::string endingLines(const interpreter::Trace &trace, const program::SourceMap &sources) {
  if (trace.violation)
    return "ended with a " + violationLines(*trace.violation, trace, sources);
  const auto because = trace.endingText.empty() ? std::string() : ": " + trace.endingText;
  switch (trace.ending) {
  case Ending::Running:
    return fmt::format("stopped after {} steps, while the program was still running\n", trace.schedule.steps.size());
  case Ending::Finished:
    return "ended: the program finished\n";
  case Ending::Violation:
    return fmt::format("ended with a violation{}\n", because);
  case Ending::Deadlock:
    return fmt::format("ended in a deadlock{}\n", because);
  case Ending::Cut:
    return fmt::format("ended: this execution does not count{}\n", because);
  case Ending::Halted:
    return fmt::format("ended: Heddle cannot execute the program any further{}\n", because);
  }
  assert(false && "invalid ending");
  return {};
}

std::string warningLines(const std::vector<program::Warning> &warnings, const program::SourceMap &sources) {
  std::vector<std::string> lines;
  for (const program::Warning &warning : warnings) {
    const program::SourceSpan span = sources.userSpan(warning.span);
    std::string line = span.known() ? fmt::format("warning: {}: {}\n", sources.describe(span), warning.message)
                                    : fmt::format("warning: {}\n", warning.message);
    if (std::find(lines.begin(), lines.end(), line) == lines.end())
      lines.push_back(std::move(line));
  }
  return fmt::format("{}", fmt::join(lines, ""));
}

std::string verdictLine(engines::Verdict verdict, const std::string &reason) {
  if (verdict != engines::Verdict::Unknown || reason.empty())
    return fmt::format("VERDICT: {}\n", name(verdict));
  return fmt::format("VERDICT: {} ({})\n", name(verdict), reason);
}

} // namespace heddle::report
