// The lines around the table: the question, the violation, warnings, and the verdict.
#pragma once

#include "engines/engine.hpp"
#include "interpreter/trace.hpp"
#include "program/program.hpp"
#include "report/saved_schedule.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::report {

/// The memory model of every verdict.
constexpr std::string_view memoryModel = "sequential consistency";

/// What was checked.
struct Question {
  std::vector<std::string> files;
  program::DataModel dataModel = program::DataModel::LP64;
  program::PropertySet properties;
  std::optional<Origin> origin{}; // of the schedules in the report
};

std::string_view name(engines::Verdict verdict);   // "true", "false", "unknown"
std::string_view name(interpreter::Ending ending); // "finished", "violation", …

/// The names of the properties as on the command line; valid-memsafety stands for its three properties.
std::vector<std::string> propertyNames(program::PropertySet properties);

/// "checking no-overflow in a.c (LP64, sequential consistency)"
std::string questionLine(const Question &question);

/// "violation of unreach-call: assertion `x == 2` fails at a.c:12, in T1 worker"; for a deadlock, a line for each
/// waiting thread.
std::string violationLines(const interpreter::Violation &violation, const interpreter::Trace &trace,
                           const program::SourceMap &sources);

/// How an execution ended: one line, or several for a deadlock.
std::string endingLines(const interpreter::Trace &trace, const program::SourceMap &sources);

/// "warning: a.c:12: …", each once, in their order.
/// Those of the program, then those of the engine that gave the result.
std::vector<program::Warning> allWarnings(const program::Program &program, const engines::Result &result);

std::string warningLines(const std::vector<program::Warning> &warnings, const program::SourceMap &sources);

/// What to try next if there is no verdict: "try: …". Empty if there is nothing to try.
std::string adviceLine(const engines::Answer &answer);
/// Without a verdict: what could not be excluded. All of it if the engine that gave the answer says so, up to a limit;
/// otherwise only the most suspicious.
std::string suspectLines(const engines::Result &result, const program::SourceMap &sources);

/// "VERDICT: true", "VERDICT: unknown (time limit of 10 s reached)"; the last line of the text report. `label` is the
/// property, if it is one of several: "VERDICT: no-data-race: true".
std::string verdictLine(engines::Verdict verdict, const std::string &reason, const std::string &label = {});
/// "VERDICT: true", "VERDICT: true (assuming: sequential consistency)"
std::string verdictLine(const engines::NoViolation &proved, const std::string &label = {});

/// The arguments of the program in an execution that depends on them: "arguments of the program: '-n' 'xy'". What the
/// program has not read of one is shown as an ellipsis. Empty if it has read none.
std::string argumentsLine(const interpreter::Trace &trace);

} // namespace heddle::report
