// Which part of a thread's automaton is unwound, and in which order. Internal to unwinding.
//
// There are two strategies: all paths, with loops repeated up to a depth (loop_unwinding.hpp), and the path that a
// thread took in one execution (path_following.hpp). A strategy sees states only; it executes no operation.
#pragma once

#include "events/registers.hpp"
#include "events/thread_state.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace heddle::events {

/// What was found out about the actions of a location when they were attempted.
struct BranchDecisions {
  std::vector<program::ActionId> possible; // may be enabled
  std::vector<program::ActionId> excluded; // are certainly not taken
};

class UnwindingStrategy {
public:
  /// Identifies an instance of a location; the order of keys agrees with every path through the instances.
  using Key = std::vector<std::uint32_t>;

  virtual ~UnwindingStrategy() = default;

  virtual Key keyOf(const ThreadState &state) const = 0;
  /// The state is at the entry of the thread.
  virtual void start(ThreadState &state) = 0;
  /// The actions of the state's location are attempted next; all paths to its instance have been merged.
  virtual void visit(ThreadState &state) = 0;
  /// Whether the unwinding continues along the action.
  virtual bool follows(const ThreadState &state, program::ActionId action) const = 0;
  /// Takes a state along an action that is followed; its location is the action's target already. False if the state is
  /// not unwound further.
  virtual bool advance(ThreadState &state, program::ActionId action, const BranchDecisions &decisions) = 0;
  /// The state is after the guards of an action that is not followed, with its registers in `registers`. Returns the
  /// state in which the thread continues, if the strategy can summarise what the thread does there.
  virtual std::optional<ThreadState> diverge(ThreadState state, program::ActionId action, Registers &registers) = 0;
};

} // namespace heddle::events
