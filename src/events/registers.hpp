// The registers of a thread while one of its actions is executed, and the evaluation of expressions over them.
// Internal to unwinding.
//
// A ThreadState keeps the live registers only. Before an action they are loaded into this file, which is indexed by
// register; after it, those that are live at the target are gathered again. What is left of earlier actions in the
// others is never read, because a register that is not live is written before it is read.
#pragma once

#include "program/program.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace heddle::events {

class Registers {
public:
  Registers(const program::Cfa &cfa, program::ExprPool &pool) : cfa_(cfa), pool_(pool), values_(cfa.registers.size()) {}

  void load(const std::vector<program::RegisterId> &live, const std::vector<program::Expr> &values);
  std::vector<program::Expr> gather(const std::vector<program::RegisterId> &live) const;

  void set(program::RegisterId reg, program::Expr value) { values_[reg] = value; }
  unsigned widthOf(program::RegisterId reg) const { return cfa_.registers[reg].width; }
  program::Expr evaluate(program::Expr expression);

  /// Whether an expression that was evaluated since the last call contains an operation that solvers do not support.
  bool takeUnsupported() { return std::exchange(unsupported_, false); }

private:
  program::Expr rebuild(program::Expr expression);

  const program::Cfa &cfa_;
  program::ExprPool &pool_;
  std::vector<program::Expr> values_;                         // null: never written
  std::vector<std::pair<std::uint32_t, program::Expr>> memo_; // of one evaluation, by expression id
  std::uint32_t evaluation_ = 0;
  bool unsupported_ = false;
};

} // namespace heddle::events
