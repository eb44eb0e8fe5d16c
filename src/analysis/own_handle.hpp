// Whether a thread may hold its own handle where it looks for the handle of another.
//
// pthread_join of the own thread fails at once instead of waiting, so every join is a branch: on one side it waits, on
// the other nothing happens. Mostly the handle is one that a Spawn has given, kept in a variable; then only the first
// side exists.
#pragma once

#include "program/program.hpp"

#include <vector>

namespace heddle::analysis {

/// Of one automaton. Refers to the program, which must outlive it.
class OwnHandle {
public:
  OwnHandle(const program::Program &program, program::CfaId cfa);

  /// The action is enabled only if a handle that a Spawn has given is the thread's own.
  bool isNeeded(const program::Action &action) const;

private:
  struct Definition {
    const program::Action *action = nullptr;
    const program::Operation *operation = nullptr;
  };
  /// Whoever comes from the entry to the location has taken the action.
  bool isOnEveryWay(const program::Action &action, program::LocationId to) const;
  bool isSpawned(program::Expr value) const;
  /// All that is ever kept in the local variable is spawned, and whoever loads it has stored it before.
  bool holdsSpawned(program::RegisterId variable, const program::Action &loading) const;

  const program::Cfa &cfa_;
  std::vector<std::vector<Definition>> definitions_; // by register
  std::vector<bool> escapes_;                        // by register: is used otherwise than as a whole address
  std::vector<std::vector<Definition>> stores_;      // by register: to the place that it is the address of
};

} // namespace heddle::analysis
