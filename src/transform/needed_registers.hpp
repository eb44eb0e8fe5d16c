// Registers whose value can still make a difference.
#pragma once

#include "program/program.hpp"

#include <vector>

namespace heddle::transform {

/// A sorted set of registers.
class RegisterSet {
public:
  bool contains(program::RegisterId reg) const;
  void insert(program::RegisterId reg);
  void erase(program::RegisterId reg);
  void insertAll(const RegisterSet &other);
  bool operator==(const RegisterSet &) const = default;

private:
  std::vector<program::RegisterId> members_;
};

/// Whether the operation does nothing but give a value to its target.
bool onlyComputes(const program::Operation &operation);

/// For the locations that are reachable from the entry.
class NeededRegisters {
public:
  explicit NeededRegisters(const program::Cfa &cfa);

  /// A path without branches on the way: every action of the automaton lies on exactly one.
  struct Chain {
    std::vector<program::ActionId> actions;
    program::LocationId end = 0;
  };
  const std::vector<Chain> &chains() const { return chains_; }
  const RegisterSet &atEnd(const Chain &chain) const { return needed_[chain.end]; }
  const RegisterSet &atEntry() const { return needed_[entry_]; }

  /// From what is needed behind an operation to what is needed before it.
  static void stepBack(RegisterSet &needed, const program::Operation &operation);

private:
  program::LocationId entry_;
  std::vector<Chain> chains_;
  std::vector<RegisterSet> needed_; // by location; only where chains end or begin
};

} // namespace heddle::transform
