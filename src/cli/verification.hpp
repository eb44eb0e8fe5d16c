// The common part of `heddle verify` and `heddle explore`.
#pragma once

#include "cli/engine_options.hpp"
#include "cli/format.hpp"
#include "cli/input.hpp"
#include "cli/nodes.hpp"
#include "cli/trace_text.hpp"
#include "report/page.hpp"

#include <CLI/App.hpp>

#include <optional>
#include <string>
#include <vector>

namespace heddle::cli {

struct VerificationOptions {
  InputOptions input;
  EngineOptions engine;
  NodeOptions nodes;
  std::string timeout;
  std::string memoryLimit;
  std::string counterexampleFile;
  std::string witnessFile;
  std::string reportFile; // the report as a page
  /// If the page has several parts, where the part of this verification goes: a file descriptor.
  std::optional<int> pagePart;
  std::optional<report::LivePage> live; // if the page follows changes of the sources
  Format format = Format::Text;
  std::vector<std::string> log;
  bool statistics = false;
  bool quiet = false;
  bool brief = false; // violations in a line, without the table
  TraceOptions trace;
  bool noMinimize = false;
  bool all = false;                      // report every distinct violation
  std::vector<std::string> suppressions; // files
  std::string changedSince;              // a revision of git: only what has changed since then; empty: the files given
  std::string cache;                     // directory of verdicts that are kept; empty: none
  std::vector<std::string> words;        // with a cache: the command line, without limits, properties and the cache
  std::string label;                     // the property, if it is one of several: named in the line of the verdict
};

/// Adds the options for limits and reports.
void addVerificationOptions(CLI::App &command, VerificationOptions &options);

/// What is wrong with the options, if it can be said without compiling the program.
std::optional<support::Error> checkOptions(const VerificationOptions &options);

/// Loads, verifies, reports; returns the exit code.
int runVerification(const VerificationOptions &options);

} // namespace heddle::cli
