// Unwinding of all paths of a thread, with loops repeated up to a depth. Internal to unwinding.
//
// The automaton is unrolled into instances of its locations, one for each combination of iterations of the loops around
// a location. Their order is lexicographic: for each loop around the location the rank of its head and the iteration,
// then the rank of the location. Everything that leads to an instance comes before it, whether loops are entered at
// their heads or by a goto (analysis/loops.cpp): loops are nested; every edge that stays in an iteration leads to a
// greater rank; an edge into a loop comes from before the head, one out of it leads after the head; and a path that
// leaves a loop and returns to it passes the head of an outer loop, and so a new iteration, in between. A path that
// enters beside the head joins iteration 0, which has then no single state in which it began (LoopPosition::start).
//
// Each back edge begins a new iteration of the loop that its target heads. Iterations are free if the end of the loop
// is known: analysis has found a trip count, or in this iteration an exit that depends on something the loop computes
// was certainly not taken
// (`decidedExit`) while no exit was possible (`openExit`). All others count against the depth. An iteration without
// effects that returns to the state in which it began is dropped without being counted: an execution that repeats it is
// equivalent to one in which the thread arrives later. This does not hold for deadlocks, because a thread that loops
// for ever may keep others from terminating.
#pragma once

#include "events/thread_context.hpp"
#include "events/unwinding_strategy.hpp"

namespace heddle::events {

class LoopUnwinding final : public UnwindingStrategy {
public:
  explicit LoopUnwinding(ThreadContext &context) : context_(context) {}

  Key keyOf(const ThreadState &state) const override;
  void start(ThreadState &state) override { updateLoops(state); }
  void visit(ThreadState &state) override;
  bool follows(const ThreadState &, program::ActionId) const override { return true; }
  bool advance(ThreadState &state, program::ActionId action, const BranchDecisions &decisions) override;
  std::optional<ThreadState> diverge(ThreadState, program::ActionId, Registers &) override { return std::nullopt; }

private:
  const analysis::Loop &loopOf(const LoopPosition &position) const;
  bool isCountedExit(const LoopPosition &position, program::ActionId action) const;
  void noteExits(LoopPosition &position, const BranchDecisions &decisions) const;
  void updateLoops(ThreadState &state) const;
  LoopPosition *repeatedLoop(ThreadState &state, program::ActionId action) const;
  bool isUnchanged(const ThreadState &state, const LoopPosition &position) const;
  bool enterNextIteration(ThreadState &state, LoopPosition &position) const;

  ThreadContext &context_;
};

} // namespace heddle::events
