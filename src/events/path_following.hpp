// Following the path that a thread took in one execution. Internal to unwinding.
//
// States are ordered by their position in the path. An action that the path does not take is a side exit, or a
// *phantom* (section 5 of "Symbolic Pruning of Concurrent Program Executions", Wang, Chaudhuri, Gupta, Yang): the
// thread continues where the branches meet, and what the branch may write is assigned anything. The path passes that
// location as well, and the two states are merged there.
#pragma once

#include "events/thread_context.hpp"
#include "events/unwinding_strategy.hpp"

#include <set>

namespace heddle::events {

class PathFollowing final : public UnwindingStrategy {
public:
  explicit PathFollowing(ThreadContext &context) : context_(context), path_(context.executed->path) {}

  Key keyOf(const ThreadState &state) const override { return {static_cast<std::uint32_t>(state.position)}; }
  void start(ThreadState &) override {}
  void visit(ThreadState &state) override;
  bool follows(const ThreadState &state, program::ActionId action) const override;
  bool advance(ThreadState &state, program::ActionId action, const BranchDecisions &decisions) override;
  std::optional<ThreadState> diverge(ThreadState state, program::ActionId action, Registers &registers) override;

private:
  bool isQuietRound(const ThreadState &state, program::ActionId action) const;
  std::optional<std::size_t> nextPosition(std::size_t from, program::LocationId location) const;
  std::optional<ThreadState> passThrough(ThreadState state, const analysis::UntakenBranch &branch,
                                         const Untaken &untaken, std::optional<std::size_t> merge,
                                         Registers &registers);

  ThreadContext &context_;
  const std::vector<program::ActionId> &path_;
  std::set<std::size_t> mergedAt_; // positions at which phantoms end
};

} // namespace heddle::events
