// The lines around the table: what is checked, what was found, what to be wary of, the verdict.
#pragma once

#include "engines/engine.hpp"
#include "interpreter/trace.hpp"
#include "program/program.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace heddle::report {

/// The question that was asked, for the reader of the answer.
struct Question {
  std::vector<std::string> files;
  program::DataModel dataModel = program::DataModel::LP64;
  program::PropertySet properties;
};

std::string_view name(engines::Verdict verdict);     // "true", "false", "unknown"
std::string_view name(program::DataModel dataModel); // "LP64", "ILP32"
std::string_view name(interpreter::Ending ending);   // "finished", "violation", …

/// The names of the properties as the command line takes them: the three of valid-memsafety as one.
std::vector<std::string> propertyNames(program::PropertySet properties);

/// "checking no-overflow in a.c (LP64)"
std::string questionLine(const Question &question);

/// "violation of unreach-call: assertion `x == 2` fails at a.c:12, in T1 worker"; of a deadlock, a line for
/// each thread that waits.
std::string violationLines(const interpreter::Violation &violation, const interpreter::Trace &trace,
                           const program::SourceMap &sources);

/// How one execution ended: one line, or several when threads wait.
std::string endingLines(const interpreter::Trace &trace, const program::SourceMap &sources);

/// "warning: a.c:12: …", each once, in the order in which they came.
std::string warningLines(const std::vector<program::Warning> &warnings, const program::SourceMap &sources);

/// "VERDICT: true", "VERDICT: unknown (time limit of 10 s reached)"; the last line of the text report.
std::string verdictLine(engines::Verdict verdict, const std::string &reason);

} // namespace heddle::report
