// Congruences of offsets: where in the elements of an array an address points.
//
// Points-to analysis forgets the offset of `&table[i].lock`. What is left of it here is the offset modulo the size of
// an element (Granger, "Static analysis of arithmetical congruences", 1989), which tells a lock in each bucket of a
// table from the data beside it. Flow-insensitive: a register is congruent to everything that is assigned to it, a
// pointer in memory to all pointers that are stored in the same abstract object.
//
// Products and sums of the width of a pointer are taken not to wrap around: C leaves an index so far outside of its
// array undefined. Narrower arithmetic may wrap, which keeps residues modulo powers of two only.
#pragma once

#include "analysis/points_to.hpp"
#include "program/program.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace heddle::analysis {

/// The integers remainder + k * modulus; only the remainder if the modulus is 0.
struct Congruence {
  std::uint64_t modulus = 1;
  std::int64_t remainder = 0; // in [0, modulus), unless the modulus is 0

  static Congruence exactly(std::int64_t value) { return {0, value}; }
  bool operator==(const Congruence &) const = default;
};

/// Whether `aSize` bytes at an offset of `a` and `bSize` bytes at an offset of `b` may have a byte in common.
bool mayOverlap(const Congruence &a, std::uint64_t aSize, const Congruence &b, std::uint64_t bSize);

/// Refers to the program and the points-to analysis, which must outlive it; registers may be added.
class Congruences {
public:
  Congruences(const program::Program &program, const PointsTo &pointsTo);

  /// The offset of the address in its object.
  Congruence of(program::CfaId cfa, program::Expr address);

private:
  using Value = std::optional<Congruence>; // none: nothing has been assigned (yet)

  /// An operation that passes on a value.
  struct Step {
    program::CfaId cfa;
    const program::Operation *operation;
    Value known;                         // of a Load: what points-to analysis knows
    std::vector<AbstractObject> objects; // of a Load or Store: what it may access
  };

  void solve();
  Step stepOf(program::CfaId cfa, const program::Operation &operation) const;
  /// Whether it changes anything.
  bool apply(const Step &step);
  static bool pass(const Value &from, Value &to);
  /// What an operation other than an assignment writes to its register.
  Value otherValue(const Step &step, program::RegisterId target) const;

  Value evaluate(program::CfaId cfa, program::Expr e) const;
  Value evaluateOperator(program::CfaId cfa, program::Expr e) const;
  Congruence constant(program::Expr e) const;
  /// Of a pointer, as far as points-to analysis knows its offset; any number for what is no pointer.
  Value fromTargets(program::CfaId cfa, program::RegisterId id) const;
  bool mayPoint(program::CfaId cfa, program::Expr e) const;

  const program::Program &program_;
  const PointsTo &pointsTo_;
  bool isSolved_ = false;
  std::vector<std::vector<Value>> registers_; // by CFA; those at construction
  std::vector<Value> contents_;               // by abstract object: of the pointers in it
  Value results_;                             // of threads
};

} // namespace heddle::analysis
