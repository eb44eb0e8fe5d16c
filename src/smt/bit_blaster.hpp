// Bit-vector expressions as circuits.
#pragma once

#include "smt/float_templates.hpp"
#include "smt/paged_table.hpp"
#include "smt/words.hpp"

#include "program/expression.hpp"

#include <map>
#include <vector>

namespace heddle::smt {

class BitBlaster {
public:
  explicit BitBlaster(Gates &gates) : gates_(gates) {}

  /// The gates of the expression's bits; valid until the next call. Each expression is encoded once.
  WordView blast(program::Expr expression);
  /// The gates of a register's bits; empty if no expression so far contains it.
  WordView existing(program::Expr reg) const;

private:
  /// The words of the expressions of one pool: the pool of the formula, or that of a template for one of its uses.
  struct Scope {
    PagedTable<std::uint32_t> starts; // by id: the index of its first bit, plus 1
    std::vector<Gate> bits;
    std::map<std::array<std::uint32_t, 3>, Division> divisions; // by kind and ids of the operands

    WordView word(program::Expr expression) const;
    bool isBound(program::Expr expression) const;
    void bind(program::Expr expression, WordView word);
  };

  void blast(program::Expr root, Scope &scope);
  Word encode(program::Expr e, Scope &scope);
  Word encodeDivision(program::Expr e, Scope &scope);
  Word encodeFloat(program::Expr e, const Scope &scope);

  Gates &gates_;
  Scope scope_;
  FloatTemplates templates_;
};

} // namespace heddle::smt
