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

class NeededRegisters {
public:
  explicit NeededRegisters(const program::Cfa &cfa);

  const RegisterSet &at(program::LocationId location) const { return needed_[location]; }

  /// From what is needed behind an operation to what is needed before it.
  static void stepBack(RegisterSet &needed, const program::Operation &operation);

private:
  std::vector<RegisterSet> needed_;
};

} // namespace heddle::transform
