// The report as JSON, for other programs. Names of fields are stable; new fields may be added.
#pragma once

#include "engines/engine.hpp"
#include "interpreter/trace.hpp"
#include "program/program.hpp"
#include "report/summary.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace heddle::report {

/// The violations that were found, if all of them were asked for or some may be suppressed.
struct Violations {
  std::vector<const interpreter::Trace *> traces;
  std::size_t suppressed = 0;
};

/// `heddle verify --format json`. `reason` is why the verdict is unknown.
std::string toJson(const Question &question, const engines::Result &result, const std::string &reason,
                   const program::Program &program, const std::optional<Violations> &violations = std::nullopt);

/// `heddle run --format json`.
std::string toJson(const interpreter::Trace &trace, const program::Program &program);

} // namespace heddle::report
