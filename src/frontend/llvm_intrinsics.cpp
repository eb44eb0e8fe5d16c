// LLVM's own intrinsics: life times, memory, bit tricks, checked arithmetic, and hints without meaning.
#include "frontend/lowering.hpp"

#include <fmt/format.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::frontend {

using namespace program;

/// The number of ones, by adding neighbouring fields of doubling width. Same width as the operand.
Expr CfaLowering::countBits(Expr value) const {
  Expr sum = constant(0, value->width);
  for (unsigned i = 0; i < value->width; ++i)
    sum = pool_.add(sum, pool_.zext(pool_.extract(value, i, 1), value->width));
  return sum;
}

/// {result, overflowed}: the operation in enough bits to be exact, compared with its truncation.
void CfaLowering::lowerOverflowIntrinsic(const llvm::IntrinsicInst &call) {
  const auto &checked = llvm::cast<llvm::WithOverflowInst>(call);
  const unsigned width = checked.getLHS()->getType()->getIntegerBitWidth();
  const bool isSigned = checked.isSigned();
  ExprKind kind = ExprKind::Add;
  unsigned wide = width + 1;
  if (checked.getBinaryOp() == llvm::Instruction::Sub)
    kind = ExprKind::Sub;
  if (checked.getBinaryOp() == llvm::Instruction::Mul) {
    kind = ExprKind::Mul;
    wide = 2 * width;
  }
  if (wide > support::maxWidth)
    return unsupported("checked arithmetic on 128-bit integers");
  const auto widen = [&](Expr e) { return isSigned ? pool_.sext(e, wide) : pool_.zext(e, wide); };
  const Expr exact =
      materialise(pool_.make(kind, widen(scalar(checked.getLHS())), widen(scalar(checked.getRHS()))), "%exact");
  const Expr result = pool_.extract(exact, 0, width);
  define(call, Lowered{result, pool_.ne(widen(result), exact)});
}

/// Whether a floating-point value is of one of the classes in LLVM's mask (isnan, isinf, …).
Expr CfaLowering::isInClass(Expr value, unsigned classes) const {
  const unsigned width = value->width;
  const unsigned exponentWidth = width == 32 ? 8 : width == 64 ? 11 : 15;
  const unsigned fractionWidth = width == 80 ? 63 : width - 1 - exponentWidth; // x87 keeps the leading one
  const Expr negative = pool_.extract(value, width - 1, 1);
  const Expr exponent = pool_.extract(value, width - 1 - exponentWidth, exponentWidth);
  const Expr fraction = pool_.extract(value, 0, fractionWidth);
  const Expr quiet = pool_.extract(value, fractionWidth - 1, 1);
  const Expr allOnes = pool_.eq(exponent, constant(support::mask(exponentWidth), exponentWidth));
  const Expr allZeros = pool_.eq(exponent, constant(0, exponentWidth));
  const Expr noFraction = pool_.eq(fraction, constant(0, fractionWidth));
  const Expr isNan = pool_.conjunction(allOnes, pool_.negate(noFraction));
  const Expr isNormal = pool_.conjunction(pool_.negate(allOnes), pool_.negate(allZeros));
  const Expr isSubnormal = pool_.conjunction(allZeros, pool_.negate(noFraction));
  Expr result = pool_.boolean(false);
  const auto add = [&](unsigned flag, Expr condition) {
    if ((classes & flag) != 0)
      result = pool_.disjunction(result, condition);
  };
  const auto addSigned = [&](unsigned negativeFlag, unsigned positiveFlag, Expr condition) {
    add(negativeFlag, pool_.conjunction(condition, negative));
    add(positiveFlag, pool_.conjunction(condition, pool_.negate(negative)));
  };
  add(llvm::fcSNan, pool_.conjunction(isNan, pool_.negate(quiet)));
  add(llvm::fcQNan, pool_.conjunction(isNan, quiet));
  addSigned(llvm::fcNegInf, llvm::fcPosInf, pool_.conjunction(allOnes, noFraction));
  addSigned(llvm::fcNegNormal, llvm::fcPosNormal, isNormal);
  addSigned(llvm::fcNegSubnormal, llvm::fcPosSubnormal, isSubnormal);
  addSigned(llvm::fcNegZero, llvm::fcPosZero, pool_.conjunction(allZeros, noFraction));
  return result;
}

bool CfaLowering::lowerLlvmIntrinsic(const llvm::IntrinsicInst &call) {
  using llvm::Intrinsic::ID;
  namespace Intrinsic = llvm::Intrinsic;
  const auto operand = [&](unsigned i) { return scalar(call.getArgOperand(i)); };
  const auto choose = [&](ExprKind less, bool smallest) {
    const Expr a = materialise(operand(0), "%a");
    const Expr b = materialise(operand(1), "%b");
    const Expr first = pool_.make(less, a, b);
    define(call, smallest ? pool_.ite(first, a, b) : pool_.ite(first, b, a));
  };
  const unsigned width = scalarWidth(call.getType(), m_.layout);

  if (const auto *memory = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) {
    lowerMemoryIntrinsic(*memory);
    return true;
  }
  if (llvm::isa<llvm::WithOverflowInst>(call)) {
    lowerOverflowIntrinsic(call);
    return true;
  }
  switch (call.getIntrinsicID()) {
  case Intrinsic::dbg_declare:
  case Intrinsic::dbg_value:
  case Intrinsic::dbg_label:
  case Intrinsic::assume:
  case Intrinsic::donothing:
  case Intrinsic::prefetch:
  case Intrinsic::stackrestore:
  case Intrinsic::var_annotation:
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::vaend:
    return true;
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end: {
    const auto *local = llvm::dyn_cast<llvm::AllocaInst>(call.getArgOperand(1)->stripPointerCasts());
    if (local && call.getIntrinsicID() == Intrinsic::lifetime_start)
      beginLife(*local);
    else if (local)
      endLife(*local);
    return true;
  }
  case Intrinsic::stacksave:
    define(call, pointerConstant(0));
    return true;
  case Intrinsic::threadlocal_address: {
    const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(call.getArgOperand(0)->stripPointerCasts());
    if (!variable)
      return false;
    define(call, threadLocalAddress(*variable));
    return true;
  }
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
  case Intrinsic::annotation:
  case Intrinsic::ptr_annotation:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::ssa_copy:
    define(call, operand(0));
    return true;
  case Intrinsic::is_constant:
    define(call, pool_.boolean(llvm::isa<llvm::Constant>(call.getArgOperand(0))));
    return true;
  case Intrinsic::objectsize:
    define(call, constant(operand(1)->isTrue() ? 0 : support::mask(width), width));
    return true;
  case Intrinsic::trap:
  case Intrinsic::ubsantrap:
  case Intrinsic::debugtrap:
    emitLast(EndProgram{true});
    return true;
  case Intrinsic::smax:
    choose(ExprKind::Slt, false);
    return true;
  case Intrinsic::smin:
    choose(ExprKind::Slt, true);
    return true;
  case Intrinsic::umax:
    choose(ExprKind::Ult, false);
    return true;
  case Intrinsic::umin:
    choose(ExprKind::Ult, true);
    return true;
  case Intrinsic::abs: {
    const Expr a = materialise(operand(0), "%a");
    define(call, pool_.ite(pool_.make(ExprKind::Slt, a, constant(0, width)), pool_.make(ExprKind::Neg, a), a));
    return true;
  }
  case Intrinsic::ctpop:
    define(call, countBits(materialise(operand(0), "%a")));
    return true;
  case Intrinsic::ctlz: {
    Expr result = constant(width, width);
    const Expr a = materialise(operand(0), "%a");
    for (unsigned i = 0; i < width; ++i)
      result = pool_.ite(pool_.extract(a, i, 1), constant(width - 1 - i, width), result);
    define(call, result);
    return true;
  }
  case Intrinsic::cttz: {
    Expr result = constant(width, width);
    const Expr a = materialise(operand(0), "%a");
    for (unsigned i = width; i-- > 0;)
      result = pool_.ite(pool_.extract(a, i, 1), constant(i, width), result);
    define(call, result);
    return true;
  }
  case Intrinsic::bswap: {
    const Expr a = materialise(operand(0), "%a");
    Expr result = pool_.extract(a, 0, 8);
    for (unsigned i = 8; i < width; i += 8)
      result = pool_.make(ExprKind::Concat, result, pool_.extract(a, i, 8));
    define(call, result);
    return true;
  }
  case Intrinsic::bitreverse: {
    const Expr a = materialise(operand(0), "%a");
    Expr result = pool_.extract(a, 0, 1);
    for (unsigned i = 1; i < width; ++i)
      result = pool_.make(ExprKind::Concat, result, pool_.extract(a, i, 1));
    define(call, result);
    return true;
  }
  case Intrinsic::fshl:
  case Intrinsic::fshr: {
    // The two operands side by side, shifted; amounts count modulo the width.
    if (2 * width > support::maxWidth)
      return false;
    const Expr both = pool_.make(ExprKind::Concat, operand(0), operand(1));
    const Expr amount = pool_.zext(pool_.make(ExprKind::URem, operand(2), constant(width, width)), 2 * width);
    const bool left = call.getIntrinsicID() == Intrinsic::fshl;
    const Expr shifted = pool_.make(left ? ExprKind::Shl : ExprKind::LShr, both, amount);
    define(call, pool_.extract(shifted, left ? width : 0, width));
    return true;
  }
  case Intrinsic::is_fpclass:
    define(call, isInClass(materialise(operand(0), "%a"), static_cast<unsigned>(operand(1)->value)));
    return true;
  case Intrinsic::fabs:
    define(call, pool_.make(ExprKind::And, operand(0), constant(support::mask(width - 1), width)));
    return true;
  case Intrinsic::copysign:
    define(call,
           pool_.make(ExprKind::Or, pool_.make(ExprKind::And, operand(0), constant(support::mask(width - 1), width)),
                      pool_.make(ExprKind::And, operand(1), constant(Bits{1} << (width - 1), width))));
    return true;
  case Intrinsic::sqrt:
    define(call, pool_.make(ExprKind::FSqrt, operand(0)));
    return true;
  case Intrinsic::fmuladd:
    // Two roundings, as clang does on a target without fused multiply-add.
    define(call, pool_.make(ExprKind::FAdd, pool_.make(ExprKind::FMul, operand(0), operand(1)), operand(2)));
    return true;
  case Intrinsic::readcyclecounter:
  case Intrinsic::returnaddress:
  case Intrinsic::frameaddress:
    define(call, havoc(width, InputKind::Nondet, call.getCalledFunction()->getName().str()));
    return true;
  case Intrinsic::vastart:
    unsupported("definition of a function with variable arguments");
    return true;
  default:
    return false;
  }
}

} // namespace heddle::frontend
