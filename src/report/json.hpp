// The report for other programs. Field names are stable; new ones may be added.
#pragma once

#include "engines/engine.hpp"
#include "interpreter/trace.hpp"
#include "program/program.hpp"
#include "report/summary.hpp"

#include <string>

namespace heddle::report {

/// `heddle verify --format json`. `trace` is the replayed counterexample, if there is one.
std::string toJson(const Question &question, const engines::Outcome &outcome, const interpreter::Trace *trace,
                   const program::Program &program);

/// `heddle run --format json`.
std::string toJson(const interpreter::Trace &trace, const program::Program &program);

} // namespace heddle::report
