// Where C leaves a result undefined and SMT-LIB does not, a Check precedes it: division by zero, the quotient and the
// remainder of the least number and -1 (for which x86 traps) and shifts by too large an amount violate
// Property::NoOverflow, a number that is too large for an integer violates DefinedBehaviour. Other signed overflow
// wraps; if it is to be checked, clang's own sanitizer has put the checks into the IR (translation_unit.cpp).
#include "frontend/computation.hpp"

#include "frontend/shift_amounts.hpp"

#include <fmt/format.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>

#include <algorithm>

namespace heddle::frontend {

using namespace program;

namespace {

Expr compareIntegers(ExprPool &pool, llvm::CmpInst::Predicate predicate, Expr a, Expr b) {
  if (a->width != b->width)
    b = pool.resize(b, a->width); // differs only after a value without a model, which has ended this path
  switch (predicate) {
  case llvm::CmpInst::ICMP_EQ:
    return pool.eq(a, b);
  case llvm::CmpInst::ICMP_NE:
    return pool.ne(a, b);
  case llvm::CmpInst::ICMP_UGT:
    return pool.make(ExprKind::Ult, b, a);
  case llvm::CmpInst::ICMP_UGE:
    return pool.make(ExprKind::Ule, b, a);
  case llvm::CmpInst::ICMP_ULT:
    return pool.make(ExprKind::Ult, a, b);
  case llvm::CmpInst::ICMP_ULE:
    return pool.make(ExprKind::Ule, a, b);
  case llvm::CmpInst::ICMP_SGT:
    return pool.make(ExprKind::Slt, b, a);
  case llvm::CmpInst::ICMP_SGE:
    return pool.make(ExprKind::Sle, b, a);
  case llvm::CmpInst::ICMP_SLT:
    return pool.make(ExprKind::Slt, a, b);
  default:
    return pool.make(ExprKind::Sle, a, b);
  }
}

Expr compareFloats(ExprPool &pool, llvm::CmpInst::Predicate predicate, Expr a, Expr b) {
  const Expr unordered = pool.make(ExprKind::FUnordered, a, b);
  const auto orUnordered = [&](Expr e) { return pool.disjunction(unordered, e); };
  const Expr equal = pool.make(ExprKind::FEq, a, b);
  switch (predicate) {
  case llvm::CmpInst::FCMP_FALSE:
    return pool.boolean(false);
  case llvm::CmpInst::FCMP_OEQ:
    return equal;
  case llvm::CmpInst::FCMP_OGT:
    return pool.make(ExprKind::FLt, b, a);
  case llvm::CmpInst::FCMP_OGE:
    return pool.make(ExprKind::FLe, b, a);
  case llvm::CmpInst::FCMP_OLT:
    return pool.make(ExprKind::FLt, a, b);
  case llvm::CmpInst::FCMP_OLE:
    return pool.make(ExprKind::FLe, a, b);
  case llvm::CmpInst::FCMP_ONE:
    return pool.conjunction(pool.negate(unordered), pool.negate(equal));
  case llvm::CmpInst::FCMP_ORD:
    return pool.negate(unordered);
  case llvm::CmpInst::FCMP_UNO:
    return unordered;
  case llvm::CmpInst::FCMP_UEQ:
    return orUnordered(equal);
  case llvm::CmpInst::FCMP_UGT:
    return orUnordered(pool.make(ExprKind::FLt, b, a));
  case llvm::CmpInst::FCMP_UGE:
    return orUnordered(pool.make(ExprKind::FLe, b, a));
  case llvm::CmpInst::FCMP_ULT:
    return orUnordered(pool.make(ExprKind::FLt, a, b));
  case llvm::CmpInst::FCMP_ULE:
    return orUnordered(pool.make(ExprKind::FLe, a, b));
  case llvm::CmpInst::FCMP_UNE:
    return pool.negate(equal);
  default:
    return pool.boolean(true);
  }
}

/// Whether a number, rounded towards zero, is one of the integers of a width (C11, 6.3.1.4). The bounds are numbers of
/// its type: the powers of two are exact (or infinite), and where the number below the least integer is not, no number
/// of the type lies between the two.
Expr isInRange(ExprPool &pool, Expr number, const llvm::Type &type, unsigned width, bool isSigned) {
  const llvm::fltSemantics &format = type.getFltSemantics();
  const auto constant = [&](const llvm::APInt &value) {
    llvm::APFloat bound(format);
    bound.convertFromAPInt(value, true, llvm::APFloat::rmTowardZero);
    return pool.constant(toBits(bound.bitcastToAPInt()), number->width);
  };
  const unsigned bits = width + 2;
  const unsigned magnitude = isSigned ? width - 1 : width;
  const llvm::APInt least = isSigned ? -llvm::APInt::getOneBitSet(bits, magnitude) : llvm::APInt(bits, 0);
  const bool isExact = !isSigned || width <= llvm::APFloat::semanticsPrecision(format);
  const Expr isAbove = isExact ? pool.make(ExprKind::FLt, constant(least - 1), number)
                               : pool.make(ExprKind::FLe, constant(least), number);
  llvm::APFloat end(format);
  const bool isInfinite =
      (end.convertFromAPInt(llvm::APInt::getOneBitSet(bits, magnitude), true, llvm::APFloat::rmNearestTiesToEven) &
       llvm::APFloat::opOverflow) != 0;
  const llvm::APFloat bound = isInfinite ? llvm::APFloat::getInf(format) : end;
  return pool.conjunction(
      isAbove, pool.make(ExprKind::FLt, number, pool.constant(toBits(bound.bitcastToAPInt()), number->width)));
}

} // namespace

bool hasModel(const llvm::Instruction &instruction, const llvm::DataLayout &layout) {
  const auto isModelled = [&](const llvm::Type *type) {
    return !type->isSingleValueType() || scalarWidth(type, layout) != 0;
  };
  return isModelled(instruction.getType()) &&
         std::ranges::all_of(instruction.operands(),
                             [&](const llvm::Use &operand) { return isModelled(operand->getType()); });
}

void Computation::lower(const llvm::Instruction &instruction) {
  using llvm::dyn_cast;
  if (const auto *i = dyn_cast<llvm::ExtractValueInst>(&instruction))
    return extractValue(*i);
  if (const auto *i = dyn_cast<llvm::InsertValueInst>(&instruction))
    return insertValue(*i);
  if (llvm::isa<llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ShuffleVectorInst>(instruction))
    return lowerVector(instruction);
  if (llvm::isa<llvm::FreezeInst>(instruction) && hasModel(instruction, layout_))
    return values_.bind(&instruction, values_.of(instruction.getOperand(0)));
  const bool isVector = instruction.getType()->isVectorTy() ||
                        (instruction.getNumOperands() > 0 && instruction.getOperand(0)->getType()->isVectorTy());
  if (isVector && !llvm::isa<llvm::BitCastInst, llvm::SelectInst>(instruction))
    return emitter_.unsupported(fmt::format("vector instruction `{}`", instruction.getOpcodeName()));
  if (!hasModel(instruction, layout_))
    return emitter_.unsupported(fmt::format("instruction `{}` on this type", instruction.getOpcodeName()));
  if (const auto *i = dyn_cast<llvm::GetElementPtrInst>(&instruction))
    return values_.define(instruction, address(*llvm::cast<llvm::GEPOperator>(i)));
  if (const auto *i = dyn_cast<llvm::BinaryOperator>(&instruction))
    return lowerBinary(*i);
  if (const auto *i = dyn_cast<llvm::CastInst>(&instruction))
    return lowerCast(*i);
  if (const auto *i = dyn_cast<llvm::ICmpInst>(&instruction))
    return values_.define(instruction, compareIntegers(pool_, i->getPredicate(), values_.scalar(i->getOperand(0)),
                                                       values_.scalar(i->getOperand(1))));
  if (const auto *i = dyn_cast<llvm::FCmpInst>(&instruction))
    return values_.define(instruction, compareFloats(pool_, i->getPredicate(), values_.scalar(i->getOperand(0)),
                                                     values_.scalar(i->getOperand(1))));
  if (const auto *i = dyn_cast<llvm::SelectInst>(&instruction))
    return lowerSelect(*i);
  if (instruction.getOpcode() == llvm::Instruction::FNeg) {
    const Expr operand = values_.scalar(instruction.getOperand(0));
    const Expr sign = emitter_.constant(Bits{1} << (operand->width - 1), operand->width);
    return values_.define(instruction, pool_.make(ExprKind::Xor, operand, sign));
  }
  emitter_.unsupported(fmt::format("instruction `{}`", instruction.getOpcodeName()));
}

void Computation::lowerSelect(const llvm::SelectInst &instruction) {
  const Expr condition = values_.scalar(instruction.getCondition());
  const Lowered whenTrue = values_.of(instruction.getTrueValue());
  const Lowered whenFalse = values_.of(instruction.getFalseValue());
  if (whenTrue.size() == 1 && condition->width == 1)
    return values_.define(instruction, pool_.ite(condition, whenTrue.front(), whenFalse.front()));
  emitter_.unsupported("select between aggregates");
}

void Computation::lowerBinary(const llvm::BinaryOperator &instruction) {
  Expr a = values_.scalar(instruction.getOperand(0));
  Expr b = values_.scalar(instruction.getOperand(1));
  const auto simple = [&](ExprKind kind) { values_.define(instruction, pool_.make(kind, a, b)); };
  const auto division = [&](ExprKind kind) {
    b = emitter_.materialise(b, "%divisor");
    emitter_.emit(Check{pool_.ne(b, emitter_.constant(0, b->width)), Property::NoOverflow, "division by zero"});
    simple(kind);
  };
  const auto signedDivision = [&](ExprKind kind) {
    a = emitter_.materialise(a, "%dividend");
    b = emitter_.materialise(b, "%divisor");
    const Expr isLeast = pool_.eq(a, emitter_.constant(Bits{1} << (a->width - 1), a->width));
    const Expr isMinusOne = pool_.eq(b, emitter_.constant(support::mask(b->width), b->width));
    emitter_.emit(Check{pool_.negate(pool_.conjunction(isLeast, isMinusOne)), Property::NoOverflow,
                        "division of the least number of its type by -1"});
    division(kind);
  };
  const auto shift = [&](ExprKind kind) {
    const Expr amount = emitter_.materialise(values_.scalar(shiftAmount(instruction)), "%amount");
    emitter_.emit(Check{pool_.make(ExprKind::Ult, amount, emitter_.constant(a->width, amount->width)),
                        Property::NoOverflow, "shift by a negative amount or by the width of the type or more"});
    b = pool_.resize(amount, a->width);
    simple(kind);
  };
  switch (instruction.getOpcode()) {
  case llvm::Instruction::Add:
    return simple(ExprKind::Add);
  case llvm::Instruction::Sub:
    return simple(ExprKind::Sub);
  case llvm::Instruction::Mul:
    return simple(ExprKind::Mul);
  case llvm::Instruction::And:
    return simple(ExprKind::And);
  case llvm::Instruction::Or:
    return simple(ExprKind::Or);
  case llvm::Instruction::Xor:
    return simple(ExprKind::Xor);
  case llvm::Instruction::UDiv:
    return division(ExprKind::UDiv);
  case llvm::Instruction::SDiv:
    return signedDivision(ExprKind::SDiv);
  case llvm::Instruction::URem:
    return division(ExprKind::URem);
  case llvm::Instruction::SRem:
    return signedDivision(ExprKind::SRem);
  case llvm::Instruction::Shl:
    return shift(ExprKind::Shl);
  case llvm::Instruction::LShr:
    return shift(ExprKind::LShr);
  case llvm::Instruction::AShr:
    return shift(ExprKind::AShr);
  case llvm::Instruction::FAdd:
    return simple(ExprKind::FAdd);
  case llvm::Instruction::FSub:
    return simple(ExprKind::FSub);
  case llvm::Instruction::FMul:
    return simple(ExprKind::FMul);
  case llvm::Instruction::FDiv:
    return simple(ExprKind::FDiv);
  case llvm::Instruction::FRem:
    return simple(ExprKind::FRem);
  default:
    return emitter_.unsupported(fmt::format("instruction `{}`", instruction.getOpcodeName()));
  }
}

void Computation::lowerCast(const llvm::CastInst &instruction) {
  const unsigned width = values_.widthOf(instruction.getType());
  Expr operand = values_.scalar(instruction.getOperand(0));
  switch (instruction.getOpcode()) {
  case llvm::Instruction::SExt:
    return values_.define(instruction, pool_.sext(operand, width));
  case llvm::Instruction::FPTrunc:
  case llvm::Instruction::FPExt:
    return values_.define(instruction, pool_.convert(ExprKind::FToF, operand, width));
  case llvm::Instruction::FPToSI:
    operand = emitter_.materialise(operand, "%converted");
    emitter_.emit(Check{isInRange(pool_, operand, *instruction.getSrcTy(), width, true), Property::DefinedBehaviour,
                        "conversion of a floating-point number that the integer type cannot represent"});
    return values_.define(instruction, pool_.convert(ExprKind::FToSInt, operand, width));
  case llvm::Instruction::FPToUI:
    operand = emitter_.materialise(operand, "%converted");
    emitter_.emit(Check{isInRange(pool_, operand, *instruction.getSrcTy(), width, false), Property::DefinedBehaviour,
                        "conversion of a floating-point number that the integer type cannot represent"});
    return values_.define(instruction, pool_.convert(ExprKind::FToUInt, operand, width));
  case llvm::Instruction::SIToFP:
    return values_.define(instruction, pool_.convert(ExprKind::SIntToF, operand, width));
  case llvm::Instruction::UIToFP:
    return values_.define(instruction, pool_.convert(ExprKind::UIntToF, operand, width));
  case llvm::Instruction::Trunc:
  case llvm::Instruction::ZExt:
  case llvm::Instruction::BitCast:
  case llvm::Instruction::AddrSpaceCast:
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::IntToPtr:
    return values_.define(instruction, pool_.resize(operand, width));
  default:
    return emitter_.unsupported(fmt::format("instruction `{}`", instruction.getOpcodeName()));
  }
}

Expr Computation::address(const llvm::GEPOperator &gep) {
  Expr result = values_.scalar(gep.getPointerOperand());
  for (auto index = llvm::gep_type_begin(gep); index != llvm::gep_type_end(gep); ++index) {
    if (llvm::StructType *structure = index.getStructTypeOrNull()) {
      const auto field = static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(index.getOperand())->getZExtValue());
      const std::uint64_t offset = layout_.getStructLayout(structure)->getElementOffset(field);
      result = pool_.add(result, emitter_.pointerConstant(offset));
      continue;
    }
    const std::uint64_t stride = index.getSequentialElementStride(layout_);
    const Expr position = emitter_.signedToPointerWidth(values_.scalar(index.getOperand()));
    result = pool_.add(result, pool_.mul(position, emitter_.pointerConstant(stride)));
  }
  return result;
}

} // namespace heddle::frontend
