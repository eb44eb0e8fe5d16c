// Which reads synchronise with the writes that they read from.
//
// A data race is defined by happens-before; the abstraction looks for two threads at conflicting accesses at the same
// time. The two agree if every read of another thread's write synchronises: take an execution whose last access b races
// with an earlier access a, and leave out every step that happens before neither. What is left is an execution, since
// it has the sources of its reads: that of a plain read happens before it, because the execution has no earlier race,
// and that of a synchronising read does by definition. In it, a can be moved next to b.
//
// A read that does not synchronise may lose its source (a relaxed load, a trylock that fails, a load that follows a
// releasing store in the same atomic block: the store may be what the others synchronise with). The abstraction then
// lets it have any value, so that the steps that remain are still an execution, of a program with more executions.
//
// Of the library models (SyncKind, runtime/), some reads do not synchronise in the sense of C11, but do not need their
// source: a lock is taken when the word says that it is free, which a releasing store has written; semaphores and
// readers count, and without the steps of others a count is only more favourable; a bit of a condition variable is set
// by its waiter alone. Paths of a model that fail, or leave the lock as it is, are not among these.
#pragma once

#include "analysis/points_to.hpp"
#include "analysis/region.hpp"
#include "program/program.hpp"

#include <span>
#include <vector>

namespace heddle::engines::parametric {

class Synchronisation {
public:
  Synchronisation(const program::Program &program, const analysis::PointsTo &pointsTo);

  /// A read whose source need not happen before it.
  struct WeakRead {
    analysis::RegionSet regions;
    program::SourceSpan span;
    /// If not empty: unless the read has one of these values, it synchronises.
    std::vector<program::Bits> values;
  };
  /// The weak reads among the instructions, which a thread executes in this order in one step. `isBeginning`: they are
  /// the beginning of the step.
  std::vector<WeakRead> weakReads(program::CfaId cfa, std::span<const program::Instruction *const> path,
                                  bool isBeginning) const;

private:
  /// An atomic store.
  struct Write {
    analysis::RegionSet regions;
    bool releases = false;
    program::Expr value = nullptr;
  };
  /// What a path does to the objects of a model.
  struct Model {
    program::SyncKind kind{};
    analysis::RegionSet object;
    bool acquires = false;
    bool writes = false;
    bool isOfUser = false; // inside an atomic block of the program
  };
  std::vector<Model> modelsOn(program::CfaId cfa, std::span<const program::Instruction *const> path) const;
  bool isTrusted(const std::vector<Model> &models, const analysis::RegionSet &read) const;
  bool unlocksOnlyHeldLocks(program::CfaId cfa) const;

  const program::Program &program_;
  const analysis::PointsTo &pointsTo_;
  std::vector<Write> writes_;
  bool readWriteLocksAreHeld_ = true; // each unlock of a read-write lock follows a lock of the same thread
};

} // namespace heddle::engines::parametric
