// The report as JSON, for other programs. Names of fields are stable; new fields may be added.
#pragma once

#include "engines/engine.hpp"
#include "interpreter/explanation.hpp"
#include "interpreter/trace.hpp"
#include "interpreter/trace_details.hpp"
#include "program/program.hpp"
#include "report/json_text.hpp"
#include "report/summary.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle::report {

struct ExecutionLength {
  std::size_t contextSwitches = 0;
  std::size_t steps = 0;
};

/// What a report says about a violation besides its trace.
struct Notes {
  interpreter::Explanation explanation{};
  std::optional<ExecutionLength> before;            // of the execution that was found, before it was shortened
  std::vector<interpreter::EventDetails> details{}; // by event
};

/// The violations that were found, if all of them were asked for or some may be suppressed.
struct Violations {
  std::vector<std::pair<const interpreter::Trace *, const Notes *>> list;
  std::size_t suppressed = 0;
};

/// Why the verdict is unknown, if the analysis was stopped.
std::string_view reasonKind(support::StopReason reason);

/// What `heddle verify` reports. `reason` is why the verdict is unknown.
Json reportOf(const Question &question, const engines::Result &result, const std::string &reason,
              const program::Program &program, const Notes &notes = {},
              const std::optional<Violations> &violations = std::nullopt);

/// The same as text, for `heddle verify --format json`.
std::string toJson(const Question &question, const engines::Result &result, const std::string &reason,
                   const program::Program &program, const Notes &notes = {},
                   const std::optional<Violations> &violations = std::nullopt);

/// `heddle run --format json` and `heddle replay --format json`.
std::string toJson(const interpreter::Trace &trace, const program::Program &program, const Notes &notes = {},
                   const std::optional<Origin> &origin = std::nullopt);

/// The schedule of the trace, for `heddle replay`. The violation of the origin is that of the trace.
std::string savedSchedule(const interpreter::Trace &trace, const program::Program &program,
                          std::optional<Origin> origin);

} // namespace heddle::report
