// The report as JSON, for other programs. Names of fields are stable; new fields may be added.
#pragma once

#include "engines/engine.hpp"
#include "interpreter/trace.hpp"
#include "program/program.hpp"
#include "report/summary.hpp"

#include <string>

namespace heddle::report {

/// `heddle verify --format json`. `reason` is why the verdict is unknown.
std::string toJson(const Question &question, const engines::Result &result, const std::string &reason,
                   const program::Program &program);

/// `heddle run --format json`.
std::string toJson(const interpreter::Trace &trace, const program::Program &program);

} // namespace heddle::report
