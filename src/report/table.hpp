// An execution as a table: one column per thread, and time runs downwards.
#pragma once

#include "interpreter/trace.hpp"
#include "program/source.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace heddle::report {

struct TableOptions {
  std::size_t width = 120;
  std::size_t maxEvents = 0;    // further ones are omitted in the middle; 0: show all
  bool locals = false;          // also show local assignments
  std::vector<bool> relevant{}; // by step; the events of other steps are folded. Empty: none is
  bool foldRounds = false;      // show equal consecutive rounds of a loop once
};

struct Table {
  std::string text;
  std::size_t omittedEvents = 0;
  std::size_t foldedSteps = 0;
};

Table table(const interpreter::Trace &trace, const program::SourceMap &sources, const TableOptions &options = {});

/// The name of a thread in reports: "main", "T1 worker".
std::string threadLabel(const interpreter::Trace &trace, unsigned thread);

} // namespace heddle::report
