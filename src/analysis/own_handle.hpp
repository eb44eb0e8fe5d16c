// Joins of the own thread: whether a handle that is joined may be the joining thread's own.
//
// pthread_join of the own thread fails at once instead of waiting, so every join is a branch: one side waits, the other
// side has no effect. Usually the handle was returned by a Spawn of the same thread and kept in a local variable; then
// the second side is infeasible, because a Spawn never returns the handle of the thread that executes it.
#pragma once

#include "program/program.hpp"

#include <vector>

namespace heddle::analysis {

/// Of one automaton. Refers to the program, which must outlive it.
class OwnHandle {
public:
  OwnHandle(const program::Program &program, program::CfaId cfa);

  /// Whether the action is enabled only if a handle that a Spawn of this thread returned is the thread's own.
  bool isNeeded(const program::Action &action) const;

private:
  struct Definition {
    const program::Action *action = nullptr;
    const program::Operation *operation = nullptr;
  };
  /// Whether every path from the entry to the location contains the action.
  bool isOnEveryPath(const program::Action &action, program::LocationId to) const;
  bool isSpawned(program::Expr value) const;
  /// Whether the local variable only ever holds handles that a Spawn returned, and is stored before it is loaded.
  bool holdsSpawned(program::RegisterId variable, const program::Action &loading) const;

  const program::Cfa &cfa_;
  std::vector<std::vector<Definition>> definitions_; // by register
  std::vector<bool> escapes_;                        // by register: has a use other than as an address
  std::vector<std::vector<Definition>> stores_;      // by register: the Stores to that address
};

} // namespace heddle::analysis
