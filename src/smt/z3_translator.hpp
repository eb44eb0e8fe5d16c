// Expressions as Z3 terms.
#pragma once

#include "program/expression.hpp"
#include "smt/float_templates.hpp"
#include "smt/paged_table.hpp"

#include <z3++.h>

#include <array>
#include <vector>

namespace heddle::smt {

class Z3Translator {
public:
  explicit Z3Translator(z3::context &context) : context_(context) {}

  /// A Boolean term for expressions of width 1, otherwise a bit-vector term.
  z3::expr translate(program::Expr expression) { return translate(expression, scope_); }
  /// The term of a register, or nullptr if it has not been translated.
  const z3::expr *existing(program::Expr reg) const { return scope_.find(reg); }
  /// Whether a term so far uses the theory of floating point.
  bool usesFloats() const { return usesFloats_; }

private:
  /// The terms of the expressions of one pool: the pool of the formula, or that of a template for one of its uses.
  struct Scope {
    PagedTable<std::uint32_t> positions; // by id: the index of its term, plus 1
    std::vector<z3::expr> terms;

    const z3::expr *find(program::Expr expression) const;
    void bind(program::Expr expression, const z3::expr &term);
  };

  z3::expr translate(program::Expr root, Scope &scope);
  z3::expr encode(program::Expr e, const std::array<const z3::expr *, 3> &args);
  z3::expr encodeBoolean(program::Expr e, const std::array<const z3::expr *, 3> &args);
  z3::expr encodeWord(program::Expr e, const std::array<const z3::expr *, 3> &args);
  z3::expr encodeFloat(program::Expr e, const std::array<const z3::expr *, 3> &args);
  z3::expr constant(program::Bits value, unsigned width);
  z3::expr toWord(const z3::expr &term);
  z3::expr toBoolean(const z3::expr &term);

  z3::context &context_;
  Scope scope_;
  FloatTemplates templates_;
  bool usesFloats_ = false;
};

} // namespace heddle::smt
