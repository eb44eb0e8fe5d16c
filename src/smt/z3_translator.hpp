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

  /// Of width 1: a Boolean term. Otherwise: a bit-vector term.
  z3::expr translate(program::Expr expression) { return translate(expression, scope_); }
  /// A term for a register that was translated, or nullptr.
  const z3::expr *existing(program::Expr reg) const { return scope_.find(reg); }
  /// Whether some term so far needs the theory of floating point.
  bool usesFloats() const { return usesFloats_; }

private:
  /// The terms of the expressions of one pool: all of the user's, or one use of a template.
  struct Scope {
    PagedTable<std::uint32_t> positions; // by id: where its term is, plus 1
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
