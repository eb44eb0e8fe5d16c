// Bit-vector expressions over the registers of one control-flow automaton.
//
// Expressions are hash-consed: an ExprPool holds one node for each expression, so equality is pointer equality.
// The pool simplifies on construction, so engines receive small expressions. The semantics is that of SMT-LIB's
// QF_BV, where division by zero and oversized shifts are total; the front end emits a Check where C leaves them
// undefined. Booleans are bit-vectors of width 1. Floating-point operators take and return IEEE bit patterns of
// width 32, 64 or 80, and round to nearest-even.
#pragma once

#include "support/bits.hpp"

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace heddle::program {

using support::Bits;
using RegisterId = std::uint32_t;
constexpr RegisterId noRegister = UINT32_MAX;

enum class ExprKind : std::uint8_t {
  Constant,
  Register,
  // unary, width of the operand
  Not,
  Neg,
  // binary, width of the operands
  And,
  Or,
  Xor,
  Add,
  Sub,
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  Shl,
  LShr,
  AShr,
  // comparisons, width 1
  Eq,
  Ult,
  Ule,
  Slt,
  Sle,
  // structure
  Concat,  // arg 0 is the high part
  Extract, // bits [index, index + width) of arg 0
  ZExt,
  SExt,
  Ite, // arg 0 has width 1
  // floating point
  FAdd,
  FSub,
  FMul,
  FDiv,
  FRem,
  FSqrt,
  FEq, // ordered comparisons, width 1
  FLt,
  FLe,
  FUnordered, // either operand is a NaN, width 1
  FToF,       // between widths
  FToSInt,    // toward zero; out of range as on x86: the smallest integer
  FToUInt,
  SIntToF,
  UIntToF,
};

std::string_view name(ExprKind kind);
constexpr bool isFloatingPoint(ExprKind kind) { return kind >= ExprKind::FAdd; }
unsigned arity(ExprKind kind);

class ExprPool;

/// An immutable node. Compare and copy by `Expr`, the pointer to it.
struct ExprNode {
  ExprKind kind;
  std::uint16_t width;
  std::uint32_t id;    // dense, in order of creation: deterministic orderings and side tables
  std::uint32_t index; // Register: its id; Extract: the lowest bit
  std::array<const ExprNode *, 3> args;
  Bits value; // Constant

  bool isConstant() const { return kind == ExprKind::Constant; }
  bool isRegister() const { return kind == ExprKind::Register; }
  bool isTrue() const { return isConstant() && width == 1 && value == 1; }
  bool isFalse() const { return isConstant() && width == 1 && value == 0; }
};
using Expr = const ExprNode *;

/// The operator applied to constant operands: the definition of the operators' semantics, used by constant
/// folding and by the interpreter. `width` is the result's; `index` as in ExprNode.
Bits apply(ExprKind kind, unsigned width, std::uint32_t index, const std::array<Bits, 3> &values,
           const std::array<unsigned, 3> &widths);

class ExprPool {
public:
  ExprPool();
  ExprPool(const ExprPool &) = delete;
  ExprPool &operator=(const ExprPool &) = delete;

  [[gnu::returns_nonnull]] Expr constant(Bits value, unsigned width);
  Expr boolean(bool value) { return value ? true_ : false_; }
  Expr reg(RegisterId id, unsigned width);

  /// The general constructor; simplifies. Conversions need `width`, Extract also `index`.
  Expr make(ExprKind kind, Expr a, Expr b = nullptr, Expr c = nullptr);
  Expr extract(Expr a, unsigned low, unsigned width);
  Expr zext(Expr a, unsigned width); // identity at equal width
  Expr sext(Expr a, unsigned width);
  /// Zero-extends or truncates to `width`.
  Expr resize(Expr a, unsigned width);
  /// FToF, FToSInt, FToUInt, SIntToF, UIntToF.
  Expr convert(ExprKind kind, Expr a, unsigned width);

  Expr negate(Expr a) { return make(ExprKind::Not, a); }
  Expr conjunction(Expr a, Expr b) { return make(ExprKind::And, a, b); }
  Expr disjunction(Expr a, Expr b) { return make(ExprKind::Or, a, b); }
  Expr eq(Expr a, Expr b) { return make(ExprKind::Eq, a, b); }
  Expr ne(Expr a, Expr b) { return negate(eq(a, b)); }
  Expr ite(Expr c, Expr a, Expr b) { return make(ExprKind::Ite, c, a, b); }
  Expr add(Expr a, Expr b) { return make(ExprKind::Add, a, b); }
  Expr sub(Expr a, Expr b) { return make(ExprKind::Sub, a, b); }
  Expr mul(Expr a, Expr b) { return make(ExprKind::Mul, a, b); }

  /// The operator of `like`, a node of any pool, applied to operands of this one.
  Expr rebuild(Expr like, const std::array<Expr, 3> &args) {
    return build(like->kind, like->width, like->kind == ExprKind::Extract ? like->index : 0, args);
  }
  /// Replaces registers; `map(r)` returns the replacement (of equal width) or nullptr to keep it.
  Expr substitute(Expr e, const std::function<Expr(Expr)> &map);

  /// Replaces every occurrence of a subexpression by another one of equal width.
  Expr replace(Expr e, Expr part, Expr by);

  std::size_t size() const { return nodes_.size(); }

private:
  /// Rebuilds bottom-up; `map` returns the replacement of a node, or null to keep it.
  template <typename Map> Expr rewrite(Expr root, const Map &map);
  Expr intern(ExprNode node);
  Expr build(ExprKind kind, unsigned width, std::uint32_t index, std::array<Expr, 3> args);
  Expr simplify(ExprKind kind, unsigned width, std::uint32_t index, std::array<Expr, 3> args);

  struct Hash {
    std::size_t operator()(Expr e) const;
  };
  struct Same {
    bool operator()(Expr a, Expr b) const;
  };
  std::deque<ExprNode> nodes_;
  std::unordered_set<Expr, Hash, Same> index_;
  Expr true_ = nullptr;
  Expr false_ = nullptr;
  unsigned depth_ = 0; // of rules that construct, see simplify.cpp
};

/// Calls `visit` once for each register that occurs in `e`.
void forEachRegister(Expr e, const std::function<void(RegisterId)> &visit);

} // namespace heddle::program
