// A solver that keeps the clauses that it is given, so that its answers can be checked.
#pragma once

#include "smt/clauses.hpp"
#include "smt/solver.hpp"

#include <memory>
#include <span>

namespace heddle::smt {

class RecordingSolver : public Solver {
public:
  /// A clause that follows from the others, or that the caller justifies in another way: not a part of `formula`.
  virtual void addConsequence(std::span<const Literal> clause) = 0;

  /// All other clauses, including those for expressions.
  virtual const Clauses &formula() const = 0;
};

/// Bit-blasts to CaDiCaL. Z3 makes its clauses itself, and cannot do this.
std::unique_ptr<RecordingSolver> makeRecordingSolver();

} // namespace heddle::smt
