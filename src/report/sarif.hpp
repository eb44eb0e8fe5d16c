// The report in the Static Analysis Results Interchange Format (SARIF 2.1.0, an OASIS standard), which editors and code
// scanning pages read.
//
// A violation is a result of kind `fail`, with one thread flow for each thread and the explanation as related
// locations. A property that holds is a result of kind `pass`, and one that is undecided of kind `open`. Properties are
// rules. Files are relative to the directory of the origin, which is the base SRCROOT.
#pragma once

#include "engines/engine.hpp"
#include "interpreter/explanation.hpp"
#include "interpreter/trace.hpp"
#include "program/program.hpp"
#include "report/json.hpp"
#include "report/summary.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heddle::report {

/// `heddle verify --format sarif`. The arguments are those of `toJson`.
std::string toSarif(const Question &question, const engines::Result &result, const std::string &reason,
                    const program::Program &program, const Notes &notes = {},
                    const std::optional<Violations> &violations = std::nullopt);

/// `heddle replay --format sarif`.
std::string toSarif(const Question &question, const interpreter::Trace &trace, const program::Program &program,
                    const interpreter::Explanation &explanation = {});

/// If a limit ends the process before there is a program.
std::string unknownAsSarif(const std::string &reason);

/// One log with the results of several, which this file has made.
std::string mergedSarif(const std::vector<std::string> &logs);

} // namespace heddle::report
