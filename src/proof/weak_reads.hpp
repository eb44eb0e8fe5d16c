// Reads that need not synchronise with the writes that they read from, decided by the checker from the automata alone.
//
// The proof of a program without data races is one of a program with more executions, in which these reads have any
// value. In that program, a race by happens-before implies that two threads are at conflicting accesses at the same
// time: of an execution whose last access is the second one of a race, keep the steps that happen before one of the
// two. Every read that synchronises keeps its source, every plain read does since there is no earlier race, and all
// other reads may have the value that they had. Then no step that is left follows the first access by happens-before,
// so its step can be moved to the end.
//
// A read synchronises if it acquires, no release precedes it in its step (what others synchronise with may be that
// release, and then the step may stay while the source of the read is left out), and all stores to its place release.
// Reads in the models of library functions (program::SyncKind) are also good if they would be as favourable without the
// steps of others: a lock is taken when its word says that it is free, which an unlocking store has written; counters
// of semaphores and readers; the bit of a waiter, which it sets by itself; what a thread reads of a lock that it holds.
#pragma once

#include "proof/provenance.hpp"

#include <span>
#include <vector>

namespace heddle::proof {

/// Static memory that an access may go to.
struct StaticRange {
  program::ObjectId object = program::nullObject;
  std::int64_t offset = Target::anywhere;
  std::uint64_t bytes = 0;
  auto operator<=>(const StaticRange &) const = default;
};
using StaticRanges = std::vector<StaticRange>;

/// Dynamic objects are not among them: each is known to its own thread only (ParametricFacts).
StaticRanges staticRanges(Provenance &provenance, program::CfaId cfa, program::Expr address, std::uint64_t bytes);
bool mayOverlap(const StaticRanges &a, const StaticRanges &b);

class WeakReads {
public:
  WeakReads(const program::Program &program, Provenance &provenance);

  struct WeakRead {
    StaticRanges ranges;
    /// If not empty, `ranges` is one place, and the read synchronises unless the place has one of these values.
    std::vector<program::Bits> values;
  };
  /// The weak reads of a thread that executes these actions, within one step. `beginsStep`: it was at rest before them.
  std::vector<WeakRead> on(program::CfaId cfa, std::span<const program::ActionId> actions, bool beginsStep) const;

private:
  struct AtomicStore {
    StaticRanges ranges;
    bool releases = false;
    program::Expr value = nullptr;
  };
  /// An operation of a model on a path, and how the path accesses the memory of its object.
  struct Model {
    program::SyncKind kind{};
    StaticRanges object;
    bool acquires = false;
    bool writes = false;
    bool isInBlockOfUser = false;
  };
  using Path = std::vector<const program::Instruction *>;

  void checkReadWriteLocks(const program::Cfa &cfa);
  std::vector<Model> modelsOn(program::CfaId cfa, const Path &path) const;
  bool isFavourable(const Model &model) const;

  const program::Program &program_;
  Provenance &provenance_;
  std::vector<AtomicStore> stores_;
  bool unlocksOnlyHeldReadWriteLocks_ = true;
};

} // namespace heddle::proof
