// One execution as a table for people: one column per thread, time runs downwards.
#pragma once

#include "interpreter/trace.hpp"
#include "program/source.hpp"

#include <cstddef>
#include <string>

namespace heddle::report {

struct TableOptions {
  std::size_t width = 120;
  std::size_t maxEvents = 0; // more are left out in the middle; 0: show all
  bool locals = false;       // also show what only the thread itself can see
};

struct Table {
  std::string text;
  std::size_t omittedEvents = 0;
};

Table table(const interpreter::Trace &trace, const program::SourceMap &sources, const TableOptions &options = {});

/// "main", "T1 worker": how a thread is called in the table and around it.
std::string threadLabel(const interpreter::Trace &trace, unsigned thread);

} // namespace heddle::report
