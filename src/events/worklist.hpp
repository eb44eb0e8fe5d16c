// The states of a thread that are still to be executed, at most one for each instance of a location. Internal to
// unwinding.
//
// States are taken in the order of their keys. Since every path to an instance comes before it in that order, a state
// is complete when it is taken: all paths have been merged, and each instance is executed once.
#pragma once

#include "events/unwinding_strategy.hpp"

#include <map>

namespace heddle::events {

class Worklist {
public:
  Worklist(UnwoundProgram &program, const UnwindingStrategy &strategy) : program_(program), strategy_(strategy) {}

  bool isEmpty() const { return states_.empty(); }
  ThreadState takeFirst() { return std::move(states_.extract(states_.begin()).mapped()); }
  /// Merges the state with one of the same instance, if there is one.
  void add(ThreadState state) {
    UnwindingStrategy::Key key = strategy_.keyOf(state);
    const auto place = states_.lower_bound(key);
    if (place != states_.end() && place->first == key)
      merge(program_, place->second, std::move(state));
    else
      states_.emplace_hint(place, std::move(key), std::move(state));
  }

private:
  UnwoundProgram &program_;
  const UnwindingStrategy &strategy_;
  std::map<UnwindingStrategy::Key, ThreadState> states_;
};

} // namespace heddle::events
