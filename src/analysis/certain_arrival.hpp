// Whether a thread that runs alone is certain to arrive at one of some locations, whatever memory holds.
//
// It is if every action that it may take leads to such a location, or to one from which arrival is certain, and the
// thread does not stop in the action. Waits do not count: the thread is assumed to get what it waits for. An input may
// be chosen to that end, since what matters is that there is a continuation. The back edge of a loop with a trip count,
// or that is known to end for another reason, is taken finitely often each time that the loop is entered, so that the
// exits of the loop decide instead. An exit may be a back edge of a loop around it.
//
// Arrival is certain for all locations or for none: the back edge of a bounded loop is accepted without asking for the
// head of the loop. If no location fails, then a path that never arrives would have to take the back edges of an
// outermost loop infinitely often. A bounded loop is left after finitely many, by an exit that was found to lead
// earlier than the head of the loop; every other edge leads to a location that was found earlier. So no path is
// infinite.
#pragma once

#include "analysis/loops.hpp"
#include "program/program.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace heddle::analysis {

struct ArrivalRules {
  /// Whether the thread may stop in the action, or end before it arrives.
  std::function<bool(program::ActionId)> mayStop;
  /// Whether the action is ever taken.
  std::function<bool(program::ActionId)> mayBeTaken = [](program::ActionId) { return true; };
  /// Whether the back edges of a loop without a trip count are taken finitely often each time that it is entered.
  std::function<bool(const Loop &)> ends = [](const Loop &) { return false; };
};

/// A location from which the thread may not arrive in the set; none if it always does. The end of the program counts as
/// arrival.
std::optional<program::LocationId> withoutArrival(const program::Cfa &cfa, const std::vector<bool> &set,
                                                  const ArrivalRules &rules);

} // namespace heddle::analysis
