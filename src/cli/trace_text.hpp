// The trace of a violation as `heddle verify` and `heddle replay` show it.
#pragma once

#include "cli/colour.hpp"
#include "interpreter/explanation.hpp"
#include "interpreter/trace.hpp"
#include "program/source.hpp"

#include <CLI/App.hpp>

#include <string>

namespace heddle::cli {

struct TraceOptions {
  bool fullTrace = false;
  bool locals = false;
  ColourUse colours = ColourUse::Auto;
};

/// Adds --full-trace, --locals and --color.
void addTraceOptions(CLI::App &command, TraceOptions &options);

/// Why, the table, and what is left out of it.
std::string traceText(const interpreter::Trace &trace, const interpreter::Explanation &explanation,
                      const program::SourceMap &sources, const TraceOptions &options);

} // namespace heddle::cli
