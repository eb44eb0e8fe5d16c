// One interface to decision procedures for bit-vector formulas, incremental, with assumptions and cores.
//
// Formulas are clauses over literals. A literal is a non-zero number, and its negation is the negative number, as in
// DIMACS. Expressions of program::ExprPool are added through `literalOf` and `addEquality`; their registers are the
// free variables of the formula, so all expressions given to one solver must be of one pool. Clauses are permanent;
// assumptions hold for one call only.
#pragma once

#include "program/expression.hpp"
#include "support/cancellation.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace heddle::smt {

using Literal = std::int32_t;

enum class Answer : std::uint8_t {
  Satisfiable,
  Unsatisfiable,
  Unknown, // cancelled or given up before there was an answer; never to be taken for Unsatisfiable
};

struct Size {
  std::uint64_t variables = 0;
  std::uint64_t clauses = 0;
};

class Solver {
public:
  virtual ~Solver() = default;

  virtual Literal newLiteral() = 0;
  /// The literal that always holds.
  virtual Literal trueLiteral() = 0;
  /// A literal that holds in exactly the models in which the expression (of width 1) is 1.
  virtual Literal literalOf(program::Expr condition) = 0;

  virtual void addClause(std::span<const Literal> clause) = 0;
  void addClause(std::initializer_list<Literal> clause) { addClause(std::span(clause.begin(), clause.size())); }
  /// condition → a = b, for expressions of equal width; cheaper than a literal for the equality.
  virtual void addEquality(Literal condition, program::Expr a, program::Expr b) = 0;

  virtual Answer solve(std::span<const Literal> assumptions, support::Cancellation &cancellation) = 0;
  Answer solve(support::Cancellation &cancellation) { return solve({}, cancellation); }

  /// In the model of the last `solve`, which must have been Satisfiable. Later additions do not change it.
  virtual bool value(Literal literal) = 0;
  virtual program::Bits value(program::Expr expression) = 0;
  /// A subset of the assumptions of the last `solve`, which must have been Unsatisfiable, that cannot hold together.
  virtual std::vector<Literal> core() = 0;

  virtual Size size() const = 0;
};

enum class Backend : std::uint8_t { CaDiCaL, Z3 };

std::unique_ptr<Solver> makeSolver(Backend backend);

/// Whether both backends support the operator.
bool isSupported(program::ExprKind kind);

} // namespace heddle::smt
