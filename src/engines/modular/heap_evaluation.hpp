// What expressions mean in a symbolic heap, and what a condition says about it.
//
// Only addresses, null pointers and truth values are followed. Arithmetic on addresses stays in their objects as long
// as the distance is a small number; other arithmetic may give anything, so that counters do not tell heaps apart.
#pragma once

#include "engines/modular/symbolic_heap.hpp"
#include "program/program.hpp"

#include <functional>
#include <optional>

namespace heddle::engines::modular {

class HeapEvaluation {
public:
  /// Whether an expression is a number that is too small to lead out of the objects that the model can have.
  using IsDistance = std::function<bool(program::Expr)>;

  HeapEvaluation(const program::Program &program, IsDistance isDistance)
      : program_(program), isDistance_(std::move(isDistance)) {}

  HeapValue operator()(const SymbolicHeap &heap, program::Expr e) const;
  /// Restricts the heap to the case in which the condition has the outcome. False if there is none.
  bool assume(SymbolicHeap &heap, program::Expr condition, bool outcome) const;

private:
  HeapValue valueOrConstant(const SymbolicHeap &heap, program::Expr e) const;
  HeapValue sumOf(const SymbolicHeap &heap, program::Expr e) const;
  std::optional<bool> areEqual(const HeapValue &a, const HeapValue &b) const;
  bool assumeEqual(SymbolicHeap &heap, program::Expr a, program::Expr b, bool outcome) const;
  bool isFollowed(Bits bits, unsigned width) const;
  bool isStatic(Bits bits) const;
  std::int64_t farthest() const;

  const program::Program &program_;
  IsDistance isDistance_;
};

} // namespace heddle::engines::modular
