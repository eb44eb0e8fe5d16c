// Instructions that compute: arithmetic, comparisons, casts, addresses, aggregates, vectors.
//
// Where C leaves a result undefined and SMT-LIB does not, a Check of Property::NoOverflow stands before
// it: division by zero and shifts by too much. Signed overflow wraps; when it is to be checked, clang's
// own sanitizer has put the checks into the IR (see translation_unit.cpp).
#include "frontend/lowering.hpp"

#include "support/bytes.hpp"

#include <fmt/format.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Operator.h>

namespace heddle::frontend {

using namespace program;

Lowered CfaLowering::value(const llvm::Value *value) {
  if (const auto found =
          current_ ? current_->values.find(value) : llvm::DenseMap<const llvm::Value *, Lowered>::iterator{};
      current_ && found != current_->values.end())
    return found->second;

  const auto *constantValue = llvm::dyn_cast<llvm::Constant>(value);
  if (!constantValue) {
    // An instruction of a block that is not reachable at this depth of atomic blocks, or metadata.
    unsupported("value without a definition on this path");
    return {constant(0, std::max(1U, scalarWidth(value->getType(), m_.layout)))};
  }
  llvm::Type *type = value->getType();
  if (const unsigned width = scalarWidth(type, m_.layout)) {
    if (llvm::isa<llvm::UndefValue>(constantValue))
      return {havoc(width, InputKind::Uninitialised, "undefined value")};
    if (const std::optional<Bits> bits = m_.objects.scalar(*constantValue))
      return {constant(*bits, width)};
    unsupported("constant expression");
    return {constant(0, width)};
  }
  Lowered result;
  for (const Leaf &leaf : leavesOf(type, m_.layout)) {
    const unsigned width = scalarWidth(leaf.type, m_.layout);
    if (width == 0) {
      unsupported("value of a type without a model");
      return result;
    }
    result.push_back(constant(0, width));
  }
  if (llvm::isa<llvm::UndefValue>(constantValue) || constantValue->isNullValue())
    return result;
  const std::vector<std::uint8_t> bytes = m_.objects.bytesOf(*constantValue);
  const auto leaves = leavesOf(type, m_.layout);
  for (unsigned i = 0; i < leaves.size(); ++i) {
    const std::uint64_t size = m_.layout.getTypeStoreSize(leaves[i].type);
    const Bits bits = support::fromLittleEndian(std::span(bytes).subspan(leaves[i].offset, size));
    result[i] = constant(bits, result[i]->width);
  }
  return result;
}

Expr CfaLowering::scalar(const llvm::Value *value_) {
  const Lowered values = value(value_);
  if (values.size() == 1)
    return values.front();
  unsupported("value of a type without a model");
  return constant(0, 1);
}

/// Values with several uses get a register, so that expressions stay trees of bounded size.
void CfaLowering::define(const llvm::Instruction &instruction, Expr value) {
  if (!instruction.hasOneUse())
    value = materialise(value, "%" + std::to_string(cfa_.registers.size()));
  current_->values[&instruction] = {value};
}

void CfaLowering::define(const llvm::Instruction &instruction, Lowered values) {
  current_->values[&instruction] = std::move(values);
}

llvm::SmallVector<RegisterId, 2> CfaLowering::registersFor(llvm::Type *type, const std::string &name) {
  llvm::SmallVector<RegisterId, 2> registers;
  if (const unsigned width = scalarWidth(type, m_.layout)) {
    registers.push_back(newRegister(name, width));
    return registers;
  }
  if (type->isVoidTy())
    return registers;
  for (const Leaf &leaf : leavesOf(type, m_.layout)) {
    const unsigned width = scalarWidth(leaf.type, m_.layout);
    if (width == 0) {
      unsupported("value of a type without a model");
      return registers;
    }
    registers.push_back(newRegister(name, width));
  }
  return registers;
}

void CfaLowering::lowerInstruction(const llvm::Instruction &instruction) {
  using llvm::dyn_cast;
  llvm::Type *type = instruction.getType();
  const bool isVector =
      type->isVectorTy() || (instruction.getNumOperands() > 0 && instruction.getOperand(0)->getType()->isVectorTy());
  if (const auto *i = dyn_cast<llvm::AllocaInst>(&instruction))
    return lowerAlloca(*i);
  if (const auto *i = dyn_cast<llvm::LoadInst>(&instruction))
    return lowerLoad(*i);
  if (const auto *i = dyn_cast<llvm::StoreInst>(&instruction))
    return lowerStore(*i);
  if (const auto *i = dyn_cast<llvm::CallInst>(&instruction))
    return lowerCall(*i);
  if (const auto *i = dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return lowerReadModifyWrite(*i);
  if (const auto *i = dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return lowerCompareExchange(*i);
  if (const auto *i = dyn_cast<llvm::FenceInst>(&instruction)) {
    // A fence for signal handlers (atomic_signal_fence) orders nothing between threads.
    if (i->getSyncScopeID() != llvm::SyncScope::SingleThread)
      emit(Fence{access(i->getOrdering(), false).order});
    return;
  }
  if (llvm::isa<llvm::ExtractValueInst>(instruction) || llvm::isa<llvm::InsertValueInst>(instruction))
    return lowerAggregate(instruction);
  if (llvm::isa<llvm::ExtractElementInst>(instruction) || llvm::isa<llvm::InsertElementInst>(instruction) ||
      llvm::isa<llvm::ShuffleVectorInst>(instruction))
    return lowerVector(instruction);
  if (llvm::isa<llvm::FreezeInst>(instruction))
    return define(instruction, value(instruction.getOperand(0)));
  if (isVector && !llvm::isa<llvm::BitCastInst>(instruction) && !llvm::isa<llvm::SelectInst>(instruction))
    return unsupported(fmt::format("vector instruction `{}`", instruction.getOpcodeName()));
  if (const auto *i = dyn_cast<llvm::GetElementPtrInst>(&instruction))
    return define(instruction, address(*llvm::cast<llvm::GEPOperator>(i)));
  if (const auto *i = dyn_cast<llvm::BinaryOperator>(&instruction))
    return lowerBinary(*i);
  if (const auto *i = dyn_cast<llvm::CastInst>(&instruction))
    return lowerCast(*i);
  if (const auto *i = dyn_cast<llvm::ICmpInst>(&instruction))
    return define(instruction, compareIntegers(i->getPredicate(), scalar(i->getOperand(0)), scalar(i->getOperand(1))));
  if (const auto *i = dyn_cast<llvm::FCmpInst>(&instruction))
    return define(instruction, compareFloats(i->getPredicate(), scalar(i->getOperand(0)), scalar(i->getOperand(1))));
  if (const auto *i = dyn_cast<llvm::SelectInst>(&instruction)) {
    const Expr condition = scalar(i->getCondition());
    const Lowered whenTrue = value(i->getTrueValue());
    const Lowered whenFalse = value(i->getFalseValue());
    if (whenTrue.size() == 1 && condition->width == 1)
      return define(instruction, pool_.ite(condition, whenTrue.front(), whenFalse.front()));
    return unsupported("select between aggregates");
  }
  if (instruction.getOpcode() == llvm::Instruction::FNeg) {
    const Expr operand = scalar(instruction.getOperand(0));
    const Expr sign = constant(Bits{1} << (operand->width - 1), operand->width);
    return define(instruction, pool_.make(ExprKind::Xor, operand, sign));
  }
  unsupported(fmt::format("instruction `{}`", instruction.getOpcodeName()));
}

void CfaLowering::lowerBinary(const llvm::BinaryOperator &instruction) {
  if (!scalarWidth(instruction.getType(), m_.layout))
    return unsupported(fmt::format("instruction `{}` on this type", instruction.getOpcodeName()));
  Expr a = scalar(instruction.getOperand(0));
  Expr b = scalar(instruction.getOperand(1));
  const auto simple = [&](ExprKind kind) { define(instruction, pool_.make(kind, a, b)); };
  const auto division = [&](ExprKind kind) {
    b = materialise(b, "%divisor");
    emit(Check{pool_.ne(b, constant(0, b->width)), Property::NoOverflow, "division by zero"});
    simple(kind);
  };
  const auto shift = [&](ExprKind kind) {
    b = materialise(b, "%amount");
    emit(Check{pool_.make(ExprKind::Ult, b, constant(b->width, b->width)), Property::NoOverflow,
               "shift by a negative amount or by the width of the type or more"});
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
    return division(ExprKind::SDiv);
  case llvm::Instruction::URem:
    return division(ExprKind::URem);
  case llvm::Instruction::SRem:
    return division(ExprKind::SRem);
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
    return unsupported(fmt::format("instruction `{}`", instruction.getOpcodeName()));
  }
}

void CfaLowering::lowerCast(const llvm::CastInst &instruction) {
  const unsigned width = scalarWidth(instruction.getType(), m_.layout);
  if (width == 0 || scalarWidth(instruction.getSrcTy(), m_.layout) == 0)
    return unsupported("conversion of a type without a model");
  const Expr operand = scalar(instruction.getOperand(0));
  switch (instruction.getOpcode()) {
  case llvm::Instruction::SExt:
    return define(instruction, pool_.sext(operand, width));
  case llvm::Instruction::FPTrunc:
  case llvm::Instruction::FPExt:
    return define(instruction, pool_.convert(ExprKind::FToF, operand, width));
  case llvm::Instruction::FPToSI:
    return define(instruction, pool_.convert(ExprKind::FToSInt, operand, width));
  case llvm::Instruction::FPToUI:
    return define(instruction, pool_.convert(ExprKind::FToUInt, operand, width));
  case llvm::Instruction::SIToFP:
    return define(instruction, pool_.convert(ExprKind::SIntToF, operand, width));
  case llvm::Instruction::UIToFP:
    return define(instruction, pool_.convert(ExprKind::UIntToF, operand, width));
  case llvm::Instruction::Trunc:
  case llvm::Instruction::ZExt:
  case llvm::Instruction::BitCast:
  case llvm::Instruction::AddrSpaceCast:
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::IntToPtr:
    return define(instruction, pool_.resize(operand, width));
  default:
    return unsupported(fmt::format("instruction `{}`", instruction.getOpcodeName()));
  }
}

Expr CfaLowering::compareIntegers(llvm::CmpInst::Predicate predicate, Expr a, Expr b) const {
  if (a->width != b->width)
    b = pool_.resize(b, a->width); // only after a value without a model, which has ended this path
  switch (predicate) {
  case llvm::CmpInst::ICMP_EQ:
    return pool_.eq(a, b);
  case llvm::CmpInst::ICMP_NE:
    return pool_.ne(a, b);
  case llvm::CmpInst::ICMP_UGT:
    return pool_.make(ExprKind::Ult, b, a);
  case llvm::CmpInst::ICMP_UGE:
    return pool_.make(ExprKind::Ule, b, a);
  case llvm::CmpInst::ICMP_ULT:
    return pool_.make(ExprKind::Ult, a, b);
  case llvm::CmpInst::ICMP_ULE:
    return pool_.make(ExprKind::Ule, a, b);
  case llvm::CmpInst::ICMP_SGT:
    return pool_.make(ExprKind::Slt, b, a);
  case llvm::CmpInst::ICMP_SGE:
    return pool_.make(ExprKind::Sle, b, a);
  case llvm::CmpInst::ICMP_SLT:
    return pool_.make(ExprKind::Slt, a, b);
  default:
    return pool_.make(ExprKind::Sle, a, b);
  }
}

Expr CfaLowering::compareFloats(llvm::CmpInst::Predicate predicate, Expr a, Expr b) const {
  const Expr unordered = pool_.make(ExprKind::FUnordered, a, b);
  const auto orUnordered = [&](Expr e) { return pool_.disjunction(unordered, e); };
  const Expr equal = pool_.make(ExprKind::FEq, a, b);
  switch (predicate) {
  case llvm::CmpInst::FCMP_FALSE:
    return pool_.boolean(false);
  case llvm::CmpInst::FCMP_OEQ:
    return equal;
  case llvm::CmpInst::FCMP_OGT:
    return pool_.make(ExprKind::FLt, b, a);
  case llvm::CmpInst::FCMP_OGE:
    return pool_.make(ExprKind::FLe, b, a);
  case llvm::CmpInst::FCMP_OLT:
    return pool_.make(ExprKind::FLt, a, b);
  case llvm::CmpInst::FCMP_OLE:
    return pool_.make(ExprKind::FLe, a, b);
  case llvm::CmpInst::FCMP_ONE:
    return pool_.conjunction(pool_.negate(unordered), pool_.negate(equal));
  case llvm::CmpInst::FCMP_ORD:
    return pool_.negate(unordered);
  case llvm::CmpInst::FCMP_UNO:
    return unordered;
  case llvm::CmpInst::FCMP_UEQ:
    return orUnordered(equal);
  case llvm::CmpInst::FCMP_UGT:
    return orUnordered(pool_.make(ExprKind::FLt, b, a));
  case llvm::CmpInst::FCMP_UGE:
    return orUnordered(pool_.make(ExprKind::FLe, b, a));
  case llvm::CmpInst::FCMP_ULT:
    return orUnordered(pool_.make(ExprKind::FLt, a, b));
  case llvm::CmpInst::FCMP_ULE:
    return orUnordered(pool_.make(ExprKind::FLe, a, b));
  case llvm::CmpInst::FCMP_UNE:
    return pool_.negate(equal);
  default:
    return pool_.boolean(true);
  }
}

Expr CfaLowering::address(const llvm::GEPOperator &gep) {
  Expr result = scalar(gep.getPointerOperand());
  for (auto index = llvm::gep_type_begin(gep); index != llvm::gep_type_end(gep); ++index) {
    if (llvm::StructType *structure = index.getStructTypeOrNull()) {
      const auto field = static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(index.getOperand())->getZExtValue());
      const std::uint64_t offset = m_.layout.getStructLayout(structure)->getElementOffset(field);
      result = pool_.add(result, pointerConstant(offset));
      continue;
    }
    const std::uint64_t stride = index.getSequentialElementStride(m_.layout);
    Expr position = scalar(index.getOperand());
    position =
        position->width < pointerWidth_ ? pool_.sext(position, pointerWidth_) : pool_.resize(position, pointerWidth_);
    result = pool_.add(result, pool_.mul(position, pointerConstant(stride)));
  }
  return result;
}

namespace {

/// The range of leaves that a path of indices selects in an aggregate.
std::pair<std::size_t, std::size_t> leafRange(llvm::Type *type, llvm::ArrayRef<unsigned> path,
                                              const llvm::DataLayout &layout) {
  std::size_t first = 0;
  for (const unsigned index : path) {
    if (auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
      for (unsigned i = 0; i < index; ++i)
        first += leavesOf(structure->getElementType(i), layout).size();
      type = structure->getElementType(index);
    } else {
      type = llvm::cast<llvm::ArrayType>(type)->getElementType();
      first += index * leavesOf(type, layout).size();
    }
  }
  return {first, leavesOf(type, layout).size()};
}

} // namespace

void CfaLowering::lowerAggregate(const llvm::Instruction &instruction) {
  const Lowered aggregate = value(instruction.getOperand(0));
  if (dead())
    return;
  if (const auto *extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    const auto [first, count] = leafRange(extract->getAggregateOperand()->getType(), extract->getIndices(), m_.layout);
    define(instruction, Lowered(aggregate.begin() + first, aggregate.begin() + first + count));
    return;
  }
  const auto *insert = llvm::cast<llvm::InsertValueInst>(&instruction);
  const auto [first, count] = leafRange(insert->getType(), insert->getIndices(), m_.layout);
  const Lowered inserted = value(insert->getInsertedValueOperand());
  Lowered result = aggregate;
  for (std::size_t i = 0; i < count && i < inserted.size(); ++i)
    result[first + i] = inserted[i];
  define(instruction, result);
}

/// Small vectors are bit-vectors with element 0 in the low bits; they come from passing structs of
/// floats by value.
void CfaLowering::lowerVector(const llvm::Instruction &instruction) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getOperand(0)->getType());
  if (!vector || scalarWidth(vector, m_.layout) == 0)
    return unsupported("vector type");
  const unsigned width = scalarWidth(vector->getElementType(), m_.layout);
  const Expr operand = scalar(instruction.getOperand(0));
  const auto element = [&](Expr whole, unsigned i) { return pool_.extract(whole, i * width, width); };
  const auto join = [&](const std::vector<Expr> &parts) {
    Expr whole = parts.front();
    for (std::size_t i = 1; i < parts.size(); ++i)
      whole = pool_.make(ExprKind::Concat, parts[i], whole);
    return whole;
  };
  std::vector<Expr> parts;
  if (const auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
    if (scalarWidth(shuffle->getType(), m_.layout) == 0)
      return unsupported("vector type");
    const Expr other = scalar(shuffle->getOperand(1));
    const unsigned count = vector->getNumElements();
    for (const int source : shuffle->getShuffleMask()) {
      const auto index = static_cast<unsigned>(source < 0 ? 0 : source);
      parts.push_back(index < count ? element(operand, index) : element(other, index - count));
    }
    return define(instruction, join(parts));
  }
  const auto *position = llvm::dyn_cast<llvm::ConstantInt>(
      instruction.getOperand(llvm::isa<llvm::InsertElementInst>(instruction) ? 2 : 1));
  if (!position)
    return unsupported("vector element at a variable index");
  const auto index = static_cast<unsigned>(position->getZExtValue());
  if (llvm::isa<llvm::ExtractElementInst>(instruction))
    return define(instruction, element(operand, index));
  for (unsigned i = 0; i < vector->getNumElements(); ++i)
    parts.push_back(i == index ? scalar(instruction.getOperand(1)) : element(operand, i));
  define(instruction, join(parts));
}

} // namespace heddle::frontend
