// Which events of an execution a report shows, and what stands for those that it leaves out: steps that do not matter,
// events that are repeated, and equal rounds of a loop.
#pragma once

#include "interpreter/trace.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace heddle::report {

struct FoldingOptions {
  bool locals = false;          // also show local assignments
  std::vector<bool> relevant{}; // by step; the events of other steps are folded. Empty: none is
  bool rounds = false;          // show equal consecutive rounds of a loop once
};

/// An event, and how often it is repeated consecutively: a spinning thread gets one row.
struct Shown {
  std::size_t event = 0; // index into Trace::events
  std::size_t last = 0;  // the last repetition
  unsigned times = 1;
  std::size_t folded = 0;    // steps before it that do not matter
  std::size_t rounds = 1;    // of the events that end with this one
  std::size_t period = 0;    // their number, if there is more than one round
  std::size_t lastRound = 0; // the last event of the last round
};
std::vector<Shown> shownEvents(const interpreter::Trace &trace, const FoldingOptions &options);

std::string timesText(const Shown &shown);       // "3 times"
std::string roundsText(const Shown &shown);      // "the last 2 rows: 5 rounds"
std::string foldedText(std::size_t foldedSteps); // "3 steps that do not matter"

/// Consecutive events that are left out, and the remark in their place.
struct Fold {
  std::size_t first = 0;
  std::size_t end = 0; // after the last one
  std::string text;
};
/// All that is left out if local assignments are not shown.
std::vector<Fold> foldsOf(const interpreter::Trace &trace, const std::vector<bool> &relevant);

} // namespace heddle::report
