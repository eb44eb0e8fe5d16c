#include "report/summary.hpp"

#include "program/names.hpp"
#include "report/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <optional>

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
  return fmt::format("checking {} in {} ({}, {})\n", fmt::join(propertyNames(question.properties), ", "),
                     fmt::join(question.files, ", "), name(question.dataModel), memoryModel);
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

std::vector<program::Warning> allWarnings(const program::Program &program, const engines::Result &result) {
  std::vector<program::Warning> warnings = program.warnings;
  warnings.insert(warnings.end(), result.warnings.begin(), result.warnings.end());
  return warnings;
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

namespace {

std::string_view adviceFor(engines::Unknown::Kind kind) {
  using Kind = engines::Unknown::Kind;
  switch (kind) {
  case Kind::Bound:
    return "a larger bound (heddle help ENGINE lists them), or --engine lazy or cegar, which need none";
  case Kind::Unsupported:
    return "a stub of that part of the program, or another engine: heddle help verify lists them";
  case Kind::Incomplete:
    return "another engine: heddle help verify lists them";
  case Kind::OutOfMemory:
    return "a larger --memory-limit, or a smaller program: fewer threads, smaller arrays";
  case Kind::Undefined:
    return "the property that checks it, or --assume no-undefined-behaviour for the executions without it";
  case Kind::Unmodelled:
    return "adding the source of the function, or --assume extern:FUNCTION=pure, =any, =fresh or =null";
  }
  return {};
}

std::string_view adviceFor(support::StopReason reason) {
  switch (reason) {
  case support::StopReason::Timeout:
    return "a longer --timeout, or another engine: --engine cegar and trace are not part of auto";
  case support::StopReason::Memory:
    return adviceFor(engines::Unknown::Kind::OutOfMemory);
  case support::StopReason::None:
  case support::StopReason::Interrupted:
  case support::StopReason::Effort:
  case support::StopReason::Answered:
    break;
  }
  return {};
}

} // namespace

std::string adviceLine(const engines::Answer &answer) {
  std::string_view advice;
  if (const auto *unknown = std::get_if<engines::Unknown>(&answer))
    advice = adviceFor(unknown->kind);
  else if (const auto *cancelled = std::get_if<engines::Cancelled>(&answer))
    advice = adviceFor(cancelled->reason);
  return advice.empty() ? std::string() : fmt::format("try: {}\n", advice);
}

namespace {

std::string describe(const engines::Suspect::Place &place, const program::SourceMap &sources) {
  const std::string text = fmt::format("{} at {}", place.role, sources.describe(place.span));
  if (place.function.empty()) // the thread is not known
    return text;
  return text + fmt::format(" in {}", place.function) +
         (place.locks.empty() ? ", holding no lock" : fmt::format(", holding {}", fmt::join(place.locks, ", ")));
}

std::string describe(const engines::Suspect &suspect, const program::SourceMap &sources) {
  const std::string reason = suspect.reason.empty() ? "" : fmt::format("; {}", suspect.reason);
  if (suspect.places.size() == 1 && suspect.places[0].role.empty()) {
    const program::SourceSpan span = suspect.places[0].span;
    return suspect.what + (span.known() ? fmt::format(", at {}", sources.describe(span)) : "") + reason;
  }
  std::vector<std::string> parts;
  for (const engines::Suspect::Place &place : suspect.places)
    parts.push_back(describe(place, sources));
  return fmt::format("{}: {}{}", suspect.what, fmt::join(parts, "; "), reason);
}

} // namespace

std::string suspectLines(const engines::Result &result, const program::SourceMap &sources) {
  constexpr std::size_t mostOfAnswer = 10;
  const std::vector<engines::Suspect> &all = result.suspects.list;
  if (all.empty() || result.verdict() != engines::Verdict::Unknown)
    return {};
  const bool isOfAnswer = result.suspects.engine == result.engine;
  const std::size_t shown = std::min(all.size(), isOfAnswer ? mostOfAnswer : 1);
  std::string text = isOfAnswer ? "not excluded, the most suspicious first:\n"
                                : fmt::format("not excluded by engine {}:", result.suspects.engine);
  for (std::size_t i = 0; i < shown; ++i)
    text += fmt::format("{}{}\n", isOfAnswer ? "  " : " ", describe(all[i], sources));
  if (all.size() > shown)
    text += fmt::format("  and {} more{}\n", all.size() - shown,
                        isOfAnswer ? "; --format json has all of them"
                                   : fmt::format(": --engine {} lists them", result.suspects.engine));
  return text;
}

namespace {

std::string prefixOf(const std::string &label) {
  return label.empty() ? "VERDICT:" : fmt::format("VERDICT: {}:", label);
}

/// One argument of the command line, as far as it is known.
class ArgumentText {
public:
  void set(std::size_t position, char c) {
    if (bytes_.size() <= position)
      bytes_.resize(position + 1);
    bytes_[position] = c;
  }
  /// What has not been read is arbitrary.
  std::string text() const {
    std::string text = "'";
    for (const std::optional<char> &byte : bytes_) {
      if (!byte)
        text += "…";
      else if (*byte == 0)
        return text + "'";
      else
        text += shown(*byte);
    }
    return text + "…'";
  }

private:
  static std::string shown(char c) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7f)
      return fmt::format("\\x{:02x}", byte);
    return c == '\'' || c == '\\' ? fmt::format("\\{}", c) : std::string(1, c);
  }

  std::vector<std::optional<char>> bytes_;
};

/// From "argv[2][5]": 2 and 5. No other input of an execution has such a name (interpreter/trace_builder.cpp).
bool readArgumentName(const std::string &name, std::size_t &argument, std::size_t &position) {
  return std::sscanf(name.c_str(), "argv[%zu][%zu]", &argument, &position) == 2;
}

} // namespace

std::string argumentsLine(const interpreter::Trace &trace) {
  std::vector<ArgumentText> arguments;
  std::uint64_t count = 0;
  bool isRead = false;
  if (trace.schedule.inputs.empty())
    return {};
  for (const interpreter::Input &input : trace.schedule.inputs.front()) {
    std::size_t argument = 0;
    std::size_t position = 0;
    if (input.name == "argc" && arguments.empty()) {
      constexpr std::uint64_t mostShown = 16;
      count = std::min(static_cast<std::uint64_t>(input.value), mostShown);
      arguments.resize(count);
    } else if (readArgumentName(input.name, argument, position) && argument < count) {
      isRead = true;
      for (unsigned i = 0; i < input.width / 8; ++i)
        arguments[argument].set(position + i, static_cast<char>((input.value >> (8 * i)) & 0xff));
    }
  }
  if (!isRead)
    return {};
  std::string text = "arguments of the program:";
  for (std::size_t i = 1; i < arguments.size(); ++i)
    text += " " + arguments[i].text();
  return text + "\n";
}

std::string verdictLine(engines::Verdict verdict, const std::string &reason, const std::string &label) {
  if (verdict != engines::Verdict::Unknown || reason.empty())
    return fmt::format("{} {}\n", prefixOf(label), name(verdict));
  return fmt::format("{} {} ({})\n", prefixOf(label), name(verdict), reason);
}

std::string verdictLine(const engines::NoViolation &proved, const std::string &label) {
  if (proved.assumptions.empty())
    return verdictLine(engines::Verdict::True, {}, label);
  return fmt::format("{} true (assuming: {})\n", prefixOf(label), fmt::join(proved.assumptions, ", "));
}

} // namespace heddle::report
