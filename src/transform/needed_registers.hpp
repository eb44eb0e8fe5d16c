// Needed registers: strong liveness.
#pragma once

#include "program/program.hpp"

#include <cstdint>
#include <span>
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

/// Whether the only effect of the operation is to write its target.
bool onlyComputes(const program::Operation &operation);

/// The needed registers at the locations that are reachable from the entry.
class NeededRegisters {
public:
  explicit NeededRegisters(const program::Cfa &cfa);

  /// A path without branches and merges in between. Every reachable action lies on exactly one chain.
  struct Chain {
    std::uint32_t first = 0; // of its actions in `actions_`
    std::uint32_t last = 0;  // after the last one
    program::LocationId end = 0;
  };
  const std::vector<Chain> &chains() const { return chains_; }
  std::span<const program::ActionId> actionsOf(const Chain &chain) const {
    return std::span(actions_).subspan(chain.first, chain.last - chain.first);
  }
  const RegisterSet &atEnd(const Chain &chain) const { return needed_[chain.end]; }
  const RegisterSet &atEntry() const { return needed_[entry_]; }

  /// Turns the registers that are needed after the operation into those that are needed before it.
  static void stepBack(RegisterSet &needed, const program::Operation &operation);

private:
  program::LocationId entry_;
  std::vector<program::ActionId> actions_; // of one chain after those of the one before
  std::vector<Chain> chains_;
  std::vector<RegisterSet> needed_; // by location; only where chains end or begin
};

} // namespace heddle::transform
