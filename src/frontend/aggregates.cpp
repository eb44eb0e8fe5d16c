// Aggregates are the list of their scalars. Small vectors are bit-vectors with element 0 in the low bits;
// they come from passing structs of floats by value.
#include "frontend/computation.hpp"

namespace heddle::frontend {

using namespace program;

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

void Computation::extractValue(const llvm::ExtractValueInst &instruction) {
  const llvm::Value *operand = instruction.getAggregateOperand();
  const Lowered aggregate = values_.of(operand);
  if (emitter_.isUnreachable())
    return;
  const auto [first, count] = leafRange(operand->getType(), instruction.getIndices(), layout_);
  values_.bind(&instruction, Lowered(aggregate.begin() + first, aggregate.begin() + first + count));
}

void Computation::insertValue(const llvm::InsertValueInst &instruction) {
  Lowered result = values_.of(instruction.getAggregateOperand());
  if (emitter_.isUnreachable())
    return;
  const auto [first, count] = leafRange(instruction.getType(), instruction.getIndices(), layout_);
  const Lowered inserted = values_.of(instruction.getInsertedValueOperand());
  for (std::size_t i = 0; i < count && i < inserted.size(); ++i)
    result[first + i] = inserted[i];
  values_.bind(&instruction, result);
}

void Computation::lowerVector(const llvm::Instruction &instruction) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getOperand(0)->getType());
  if (!vector || values_.widthOf(vector) == 0)
    return emitter_.unsupported("vector type");
  const unsigned width = values_.widthOf(vector->getElementType());
  const Expr operand = values_.scalar(instruction.getOperand(0));
  const auto element = [&](Expr whole, unsigned i) { return pool_.extract(whole, i * width, width); };
  const auto join = [&](const std::vector<Expr> &parts) {
    Expr whole = parts.front();
    for (std::size_t i = 1; i < parts.size(); ++i)
      whole = pool_.make(ExprKind::Concat, parts[i], whole);
    return whole;
  };
  std::vector<Expr> parts;
  if (const auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
    if (values_.widthOf(shuffle->getType()) == 0)
      return emitter_.unsupported("vector type");
    const Expr other = values_.scalar(shuffle->getOperand(1));
    const unsigned count = vector->getNumElements();
    for (const int source : shuffle->getShuffleMask()) {
      const auto index = static_cast<unsigned>(source < 0 ? 0 : source);
      parts.push_back(index < count ? element(operand, index) : element(other, index - count));
    }
    return values_.define(instruction, join(parts));
  }
  const auto *position = llvm::dyn_cast<llvm::ConstantInt>(
      instruction.getOperand(llvm::isa<llvm::InsertElementInst>(instruction) ? 2 : 1));
  if (!position)
    return emitter_.unsupported("vector element at a variable index");
  const auto index = static_cast<unsigned>(position->getZExtValue());
  if (llvm::isa<llvm::ExtractElementInst>(instruction))
    return values_.define(instruction, element(operand, index));
  for (unsigned i = 0; i < vector->getNumElements(); ++i)
    parts.push_back(i == index ? values_.scalar(instruction.getOperand(1)) : element(operand, i));
  values_.define(instruction, join(parts));
}

} // namespace heddle::frontend
