#include "frontend/copies.hpp"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace heddle::frontend {

using namespace program;

namespace {

constexpr std::size_t maxChunks = 64; // a copy of more is a loop

/// The type of the object of this size that the pointer points to, or nullptr if the IR does not show it.
llvm::Type *pointedType(const llvm::Value *pointer, std::uint64_t size, const llvm::DataLayout &layout) {
  pointer = pointer->stripPointerCasts();
  llvm::Type *type = nullptr;
  if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(pointer))
    type = local->getAllocatedType();
  else if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(pointer))
    type = global->getValueType();
  else if (const auto *gep = llvm::dyn_cast<llvm::GEPOperator>(pointer))
    type = gep->getResultElementType();
  else if (const auto *argument = llvm::dyn_cast<llvm::Argument>(pointer))
    type = argument->getPointeeInMemoryValueType();
  while (type && type->isSized() && layout.getTypeAllocSize(type) > size) {
    if (auto *structure = llvm::dyn_cast<llvm::StructType>(type); structure && structure->getNumElements() > 0)
      type = structure->getElementType(0);
    else if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
      type = array->getElementType();
    else
      return nullptr;
  }
  return type && type->isSized() && layout.getTypeAllocSize(type) == size ? type : nullptr;
}

/// Divides a range of bytes into chunks of at most `largest` bytes, each aligned to its size. At most one chunk more
/// than a copy may have.
void addRange(std::vector<Chunk> &chunks, std::uint64_t offset, std::uint64_t size, std::uint64_t largest) {
  while (size > 0 && chunks.size() <= maxChunks) {
    std::uint64_t unit = largest;
    while (unit > size || offset % unit != 0)
      unit /= 2;
    chunks.push_back({offset, unit});
    offset += unit;
    size -= unit;
  }
}

/// The fields of a type, without padding. The type of a union is that of one member: bytes that are padding in it may
/// be data in another one.
std::vector<Chunk> fieldsOf(llvm::Type *type, const llvm::DataLayout &layout) {
  std::vector<Chunk> fields;
  for (const Leaf &leaf : leavesOf(type, layout, maxChunks)) {
    const std::uint64_t size = layout.getTypeStoreSize(leaf.type);
    if (scalarWidth(leaf.type, layout) != 0)
      fields.push_back({leaf.offset, size});
    else
      addRange(fields, leaf.offset, size, 1);
  }
  return fields;
}

/// The fields of a struct that is assigned, as clang describes them: a union is one field. None if it does not.
std::vector<Chunk> assignedFields(const llvm::MemIntrinsic &instruction) {
  std::vector<Chunk> fields;
  const llvm::MDNode *described = instruction.getMetadata(llvm::LLVMContext::MD_tbaa_struct);
  for (unsigned i = 0; described != nullptr && i + 1 < described->getNumOperands(); i += 3) {
    const auto number = [&](unsigned n) {
      return llvm::mdconst::extract<llvm::ConstantInt>(described->getOperand(n))->getZExtValue();
    };
    fields.push_back({number(i), number(i + 1)});
  }
  return fields;
}

/// Adds chunks for the bytes in between and after the last one.
std::vector<Chunk> withoutGaps(std::vector<Chunk> chunks, std::uint64_t length) {
  std::ranges::sort(chunks, {}, &Chunk::offset);
  std::vector<Chunk> whole;
  std::uint64_t position = 0;
  for (const Chunk &chunk : chunks) {
    if (chunk.offset > position)
      addRange(whole, position, chunk.offset - position, 4);
    whole.push_back(chunk);
    position = std::max(position, chunk.offset + chunk.size);
  }
  if (position < length)
    addRange(whole, position, length - position, 4);
  return whole;
}

} // namespace

std::vector<Chunk> Copies::chunksOf(const llvm::MemIntrinsic &instruction, std::uint64_t length) const {
  llvm::Type *type = pointedType(instruction.getRawDest(), length, layout_);
  if (const auto *transfer = llvm::dyn_cast<llvm::MemTransferInst>(&instruction); transfer && !type)
    type = pointedType(transfer->getRawSource(), length, layout_);
  std::vector<Chunk> chunks;
  if (type) {
    chunks = fieldsOf(type, layout_);
  } else if (const std::vector<Chunk> assigned = assignedFields(instruction); !assigned.empty()) {
    for (const auto &[offset, size] : assigned)
      addRange(chunks, offset, size, size == 1 || size == 2 || size == 4 || size == 8 ? size : 4);
  } else {
    addRange(chunks, 0, length, std::min<std::uint64_t>(4, instruction.getDestAlign().valueOrOne().value()));
  }
  if (chunks.size() <= maxChunks)
    chunks = withoutGaps(std::move(chunks), length);
  if (chunks.size() > maxChunks)
    chunks.clear();
  return chunks;
}

void Copies::copyChunk(Expr target, Expr source, const Chunk &chunk, bool isVolatile) {
  Access how = emitter_.plainAccess();
  how.copy = true;
  how.isVolatile = isVolatile;
  const auto width = static_cast<unsigned>(chunk.size * 8);
  const RegisterId buffer = emitter_.newRegister("%copied", width);
  emitter_.emit(
      Load{buffer, pool_.add(source, emitter_.pointerConstant(chunk.offset)), static_cast<std::uint16_t>(width), how});
  emitter_.emit(Store{pool_.add(target, emitter_.pointerConstant(chunk.offset)), emitter_.reg(buffer), how});
}

void Copies::copyObject(Expr target, Expr source, llvm::Type *type) {
  const std::uint64_t size = layout_.getTypeAllocSize(type);
  const std::vector<Chunk> fields = fieldsOf(type, layout_);
  const std::vector<Chunk> chunks = withoutGaps(fields, size);
  if (fields.size() <= maxChunks && chunks.size() <= maxChunks) {
    for (const Chunk &chunk : chunks)
      copyChunk(target, source, chunk);
    return;
  }
  loop(emitter_.pointerConstant(size), 1, false,
       [&](Expr i) { copyChunk(pool_.add(target, i), pool_.add(source, i), {0, 1}); });
}

void Copies::loop(Expr length, std::uint64_t stride, bool downwards, const std::function<void(Expr)> &body) {
  if (emitter_.isUnreachable())
    return;
  const RegisterId index = emitter_.newRegister("%index", emitter_.pointerWidth());
  const Expr i = emitter_.reg(index);
  emitter_.emit(Assign{index, downwards ? length : emitter_.pointerConstant(0)});
  const Point head = emitter_.here();
  LocationId after = Emitter::nowhere;
  const Expr more = downwards ? pool_.ne(i, emitter_.pointerConstant(0)) : pool_.make(ExprKind::Ult, i, length);
  emitter_.branch(
      more,
      [&] {
        if (downwards)
          emitter_.emit(Assign{index, pool_.sub(i, emitter_.pointerConstant(stride))});
        body(i);
        if (!downwards)
          emitter_.emit(Assign{index, pool_.add(i, emitter_.pointerConstant(stride))});
        emitter_.emitTo(head.location);
      },
      [&] { after = emitter_.here().location; });
  emitter_.moveTo(after);
}

void Copies::fillChunk(Expr target, Expr byte, const Chunk &chunk) {
  Expr bytes = byte;
  for (std::uint64_t i = 1; i < chunk.size; ++i)
    bytes = pool_.make(ExprKind::Concat, byte, bytes);
  emitter_.emit(Store{pool_.add(target, emitter_.pointerConstant(chunk.offset)), bytes, emitter_.plainAccess()});
}

void Copies::inWordsOrBytes(Expr bits, Expr length, bool downwards, const ChunkAction &action, MeetingPoints &end) {
  const auto inUnitsOf = [&](std::uint64_t unit) {
    loop(length, unit, downwards, [&](Expr i) { action(i, {0, unit}); });
    end.arrive(emitter_);
  };
  const Expr aligned = pool_.eq(pool_.extract(bits, 0, 2), emitter_.constant(0, 2));
  emitter_.branch(aligned, [&] { inUnitsOf(4); }, [&] { inUnitsOf(1); });
}

/// Undefined behaviour if source and target overlap. A copy of a block to itself is harmless, and clang relies on that.
/// The check comes after the copy, when the accesses are known to be valid.
void Copies::checkApart(const llvm::MemCpyInst &instruction, Expr target, Expr source, Expr length) {
  const llvm::Value *to = llvm::getUnderlyingObject(instruction.getRawDest());
  const llvm::Value *from = llvm::getUnderlyingObject(instruction.getRawSource());
  if (to != from && llvm::isIdentifiedObject(to) && llvm::isIdentifiedObject(from))
    return;
  const auto isFar = [&](Expr a, Expr b) { return pool_.make(ExprKind::Ule, length, pool_.sub(a, b)); };
  emitter_.emit(Check{
      pool_.disjunction(pool_.eq(target, source), pool_.conjunction(isFar(target, source), isFar(source, target))),
      Property::DefinedBehaviour, "a copy whose source and target overlap"});
}

void Copies::lower(const llvm::MemIntrinsic &instruction, Values &values) {
  const unsigned pointerWidth = emitter_.pointerWidth();
  const Expr target = emitter_.materialise(values.scalar(instruction.getRawDest()), "%target");
  const Expr length =
      emitter_.materialise(pool_.resize(values.scalar(instruction.getLength()), pointerWidth), "%length");
  const auto *transfer = llvm::dyn_cast<llvm::MemTransferInst>(&instruction);
  const Expr operand = transfer ? emitter_.materialise(values.scalar(transfer->getRawSource()), "%source")
                                : values.scalar(llvm::cast<llvm::MemSetInst>(instruction).getValue());
  if (emitter_.isUnreachable())
    return;
  const ChunkAction action = [&](Expr index, const Chunk &chunk) {
    if (transfer)
      copyChunk(pool_.add(target, index), pool_.add(operand, index), chunk, instruction.isVolatile());
    else
      fillChunk(pool_.add(target, index), operand, chunk);
  };
  const bool mayOverlap = llvm::isa<llvm::MemMoveInst>(instruction);
  const auto *apart = llvm::dyn_cast<llvm::MemCpyInst>(&instruction);
  if (length->isConstant() && !mayOverlap) {
    if (length->value == 0)
      return;
    const std::vector<Chunk> chunks = chunksOf(instruction, static_cast<std::uint64_t>(length->value));
    for (const Chunk &chunk : chunks)
      action(emitter_.pointerConstant(0), chunk);
    if (!chunks.empty()) {
      if (apart != nullptr)
        checkApart(*apart, target, operand, length);
      return;
    }
  }

  MeetingPoints end;
  Expr bits = pool_.make(ExprKind::Or, target, length);
  if (transfer)
    bits = pool_.make(ExprKind::Or, bits, operand);
  const auto ascending = [&] { inWordsOrBytes(bits, length, false, action, end); };
  const auto descending = [&] { inWordsOrBytes(bits, length, true, action, end); };
  if (mayOverlap)
    emitter_.branch(pool_.make(ExprKind::Ult, operand, target), descending, ascending);
  else
    ascending();
  emitter_.continueAt(end.points());
  if (apart != nullptr)
    checkApart(*apart, target, operand, length);
}

} // namespace heddle::frontend
