// memcpy, memmove and memset, and the struct assignments that clang turns into them.
//
// A struct copy is one load and one store per field: that is what other threads can see of it. The
// fields come from the type of the object when the IR shows it, or from clang's !tbaa.struct. Copies of
// unknown or large content become loops, by words of four bytes where addresses and length allow, else by
// bytes. Bytes that were never initialised (padding above all) are copied as such.
#include "frontend/lowering.hpp"

#include <fmt/format.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace heddle::frontend {

using namespace program;

namespace {

constexpr std::size_t maxChunks = 64; // beyond that a loop

/// The type of what a pointer points to, as far as the IR tells; descends to the member of that size.
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

} // namespace

/// How a copy of constant length is cut; empty when it should be a loop.
std::vector<CfaLowering::Chunk> CfaLowering::chunksOf(const llvm::MemIntrinsic &instruction, std::uint64_t length) {
  std::vector<Chunk> chunks;
  const auto addRange = [&](std::uint64_t offset, std::uint64_t size, std::uint64_t unit) {
    for (; size > 0 && chunks.size() <= maxChunks;) {
      while (unit > size || offset % unit != 0)
        unit /= 2;
      chunks.push_back({offset, unit});
      offset += unit;
      size -= unit;
    }
  };
  llvm::Type *type = pointedType(instruction.getRawDest(), length, m_.layout);
  if (const auto *transfer = llvm::dyn_cast<llvm::MemTransferInst>(&instruction); transfer && !type)
    type = pointedType(transfer->getRawSource(), length, m_.layout);
  if (type) {
    for (const Leaf &leaf : leavesOf(type, m_.layout, maxChunks)) {
      const std::uint64_t size = m_.layout.getTypeStoreSize(leaf.type);
      if (scalarWidth(leaf.type, m_.layout) != 0)
        chunks.push_back({leaf.offset, size});
      else
        addRange(leaf.offset, size, 1);
    }
  } else if (const llvm::MDNode *fields = instruction.getMetadata(llvm::LLVMContext::MD_tbaa_struct)) {
    for (unsigned i = 0; i + 1 < fields->getNumOperands(); i += 3) {
      const auto number = [&](unsigned n) {
        return llvm::mdconst::extract<llvm::ConstantInt>(fields->getOperand(n))->getZExtValue();
      };
      const std::uint64_t size = number(i + 1);
      const bool scalarSized = size == 1 || size == 2 || size == 4 || size == 8;
      addRange(number(i), size, scalarSized ? size : 4);
    }
  } else {
    addRange(0, length, std::min<std::uint64_t>(4, instruction.getDestAlign().valueOrOne().value()));
  }
  // Padding is not part of any field, but memset writes it too.
  if (llvm::isa<llvm::MemSetInst>(instruction)) {
    std::vector<Chunk> whole;
    std::uint64_t position = 0;
    std::sort(chunks.begin(), chunks.end(), [](const Chunk &a, const Chunk &b) { return a.offset < b.offset; });
    const std::vector<Chunk> fields = std::move(chunks);
    chunks.clear();
    for (const Chunk &field : fields) {
      if (field.offset > position)
        addRange(position, field.offset - position, 4);
      chunks.push_back(field);
      position = field.offset + field.size;
    }
    if (position < length)
      addRange(position, length - position, 4);
  }
  if (chunks.size() > maxChunks)
    chunks.clear();
  return chunks;
}

void CfaLowering::copyChunk(Expr target, Expr source, const Chunk &chunk) {
  Access how = plainAccess();
  how.copy = true;
  const auto width = static_cast<unsigned>(chunk.size * 8);
  const RegisterId buffer = newRegister("%copied", width);
  emit(Load{buffer, pool_.add(source, pointerConstant(chunk.offset)), static_cast<std::uint16_t>(width), how});
  emit(Store{pool_.add(target, pointerConstant(chunk.offset)), reg(buffer), how});
}

/// A copy of a whole object of a known type: arguments passed by value in memory.
void CfaLowering::copyObject(Expr target, Expr source, llvm::Type *type) {
  const auto leaves = leavesOf(type, m_.layout, maxChunks);
  if (leaves.size() <= maxChunks) {
    for (const Leaf &leaf : leaves)
      copyChunk(target, source, {leaf.offset, m_.layout.getTypeStoreSize(leaf.type)});
    return;
  }
  loop(pointerConstant(m_.layout.getTypeAllocSize(type)), 1, false,
       [&](Expr i) { copyChunk(pool_.add(target, i), pool_.add(source, i), {0, 1}); });
}

/// for (i = 0; i < length; i += stride) body(i), or the same indices from the highest down.
void CfaLowering::loop(Expr length, std::uint64_t stride, bool downwards, const std::function<void(Expr)> &body) {
  if (dead())
    return;
  const RegisterId index = newRegister("%index", pointerWidth_);
  const Expr i = reg(index);
  emit(Assign{index, downwards ? length : pointerConstant(0)});
  const LocationId head = here_;
  LocationId after = nowhere;
  const Expr more = downwards ? pool_.ne(i, pointerConstant(0)) : pool_.make(ExprKind::Ult, i, length);
  branch(
      more,
      [&] {
        if (downwards)
          emit(Assign{index, pool_.sub(i, pointerConstant(stride))});
        body(i);
        if (!downwards)
          emit(Assign{index, pool_.add(i, pointerConstant(stride))});
        emitTo(head, {});
      },
      [&] { after = here_; });
  here_ = after;
}

void CfaLowering::lowerMemoryIntrinsic(const llvm::MemIntrinsic &instruction) {
  const Expr target = materialise(scalar(instruction.getRawDest()), "%target");
  const Expr length = materialise(pool_.resize(scalar(instruction.getLength()), pointerWidth_), "%length");
  const auto *transfer = llvm::dyn_cast<llvm::MemTransferInst>(&instruction);
  const Expr operand = transfer ? materialise(scalar(transfer->getRawSource()), "%source")
                                : scalar(llvm::cast<llvm::MemSetInst>(instruction).getValue());
  if (dead())
    return;
  const auto fill = [&](Expr where, const Chunk &chunk) {
    Expr bytes = operand;
    for (std::uint64_t i = 1; i < chunk.size; ++i)
      bytes = pool_.make(ExprKind::Concat, operand, bytes);
    emit(Store{pool_.add(where, pointerConstant(chunk.offset)), bytes, plainAccess()});
  };
  const bool mayOverlap = llvm::isa<llvm::MemMoveInst>(instruction);
  if (length->isConstant() && !mayOverlap) {
    const auto size = static_cast<std::uint64_t>(length->value);
    if (size == 0)
      return;
    const std::vector<Chunk> chunks = chunksOf(instruction, size);
    for (const Chunk &chunk : chunks)
      transfer ? copyChunk(target, operand, chunk) : fill(target, chunk);
    if (!chunks.empty())
      return;
  }

  LocationId after = nowhere;
  const unsigned depth = depth_;
  const auto finish = [&] {
    if (dead())
      return;
    if (after == nowhere)
      after = here_;
    else
      emitTo(after, {});
  };
  const auto inUnitsOf = [&](std::uint64_t unit, bool downwards) {
    loop(length, unit, downwards, [&](Expr i) {
      if (transfer)
        copyChunk(pool_.add(target, i), pool_.add(operand, i), {0, unit});
      else
        fill(pool_.add(target, i), {0, unit});
    });
    finish();
  };
  const auto inWordsOrBytes = [&](bool downwards) {
    Expr bits = pool_.make(ExprKind::Or, target, length);
    if (transfer)
      bits = pool_.make(ExprKind::Or, bits, operand);
    const Expr aligned = pool_.eq(pool_.extract(bits, 0, 2), constant(0, 2));
    branch(aligned, [&] { inUnitsOf(4, downwards); }, [&] { inUnitsOf(1, downwards); });
  };
  if (mayOverlap)
    branch(pool_.make(ExprKind::Ult, operand, target), [&] { inWordsOrBytes(true); }, [&] { inWordsOrBytes(false); });
  else
    inWordsOrBytes(false);
  here_ = after;
  depth_ = depth;
}

} // namespace heddle::frontend
