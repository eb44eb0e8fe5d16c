// The predicates of the abstraction, kept for thread functions, not for threads (Donaldson, Kaiser, Kroening, Wahl:
// symmetry-aware predicate abstraction). A predicate over static memory is *shared*. Any other speaks of the registers
// and objects of one thread, named as those of slot 0, and belongs to its thread function: it is *local*, or *mixed* if
// it also speaks of static memory.
#pragma once

#include "engines/parametric/segments.hpp"

#include <cstdint>
#include <vector>

namespace heddle::engines::parametric {

/// A set of predicates, or the values of some of them.
using Bits = std::uint64_t;
constexpr std::size_t mostPredicates = 64; // shared ones, and those of each thread function

class Predicates {
public:
  explicit Predicates(reachability::Semantics &semantics)
      : semantics_(semantics), own_(semantics.program().cfas.size()) {}

  enum class Added : std::uint8_t { New, Known, TooMany };
  /// Adds a formula of width 1 over static memory, and the registers and objects of one thread of the function.
  Added add(program::CfaId cfa, Expr predicate);

  const std::vector<Expr> &shared() const { return shared_; }
  const std::vector<Expr> &of(program::CfaId cfa) const { return own_[cfa]; }
  Bits allShared() const { return shared_.empty() ? 0 : ~Bits{0} >> (mostPredicates - shared_.size()); }

  /// The predicates of the thread function that have a value at the control location: their registers are live, and
  /// their objects exist.
  Bits tracked(ControlId control);
  bool isMixed(Expr predicate);
  /// Whether the variable is a cell of static memory.
  bool isShared(VariableId variable) const;

  struct Counts {
    std::size_t shared = 0;
    std::size_t local = 0;
    std::size_t mixed = 0;
  };
  Counts counts();

private:
  reachability::Semantics &semantics_;
  std::vector<Expr> shared_;
  std::vector<std::vector<Expr>> own_; // by thread function
};

} // namespace heddle::engines::parametric
