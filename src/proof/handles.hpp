// Handles of threads in registers and in static memory, from the automata alone.
#pragma once

#include "proof/provenance.hpp"
#include "proof/static_cell.hpp"

#include <vector>

namespace heddle::proof {

class Handles {
public:
  static constexpr unsigned leastWidth = 32; // no number of threads exceeds it

  explicit Handles(const program::Program &program);

  /// Whether the register for the thread's own handle has it at all times.
  bool isKept(program::CfaId cfa) const { return isKept_[cfa]; }
  /// Whether that memory gets nothing but zero and handles of threads that write them there themselves.
  bool areAllStoredIn(const StaticCell &cell, Provenance &provenance) const;
  bool isInitiallyZero(const StaticCell &cell) const;

private:
  bool isHandle(program::CfaId cfa, program::Expr value) const;

  const program::Program &program_;
  std::vector<bool> isKept_; // by automaton
};

} // namespace heddle::proof
