#include "frontend/memory_access.hpp"

#include "frontend/outside_pointers.hpp"

#include <llvm/Support/AtomicOrdering.h>

#include <algorithm>

namespace heddle::frontend {

using namespace program;

namespace {

MemoryOrder orderOf(llvm::AtomicOrdering ordering) {
  switch (ordering) {
  case llvm::AtomicOrdering::NotAtomic:
    return MemoryOrder::Plain;
  case llvm::AtomicOrdering::Unordered:
  case llvm::AtomicOrdering::Monotonic:
    return MemoryOrder::Relaxed;
  case llvm::AtomicOrdering::Acquire:
    return MemoryOrder::Acquire;
  case llvm::AtomicOrdering::Release:
    return MemoryOrder::Release;
  case llvm::AtomicOrdering::AcquireRelease:
    return MemoryOrder::AcquireRelease;
  case llvm::AtomicOrdering::SequentiallyConsistent:
    return MemoryOrder::SequentiallyConsistent;
  }
  return MemoryOrder::SequentiallyConsistent;
}

/// The bytes of a load that lie between the members of the variable it reads. Only where the calling
/// convention packs a struct into registers does a load read such bytes.
std::uint16_t paddingIn(const llvm::Value *pointer, std::uint64_t offset, std::uint64_t size,
                        const llvm::DataLayout &layout) {
  llvm::APInt position(layout.getIndexTypeSizeInBits(pointer->getType()), offset);
  const llvm::Value *base = pointer->stripAndAccumulateConstantOffsets(layout, position, true);
  llvm::Type *type = nullptr;
  if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(base))
    type = local->getAllocatedType();
  else if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(base))
    type = global->getValueType();
  constexpr std::size_t manyMembers = 256;
  if (!type || !type->isStructTy() || !type->isSized() || size > 16 || position.isNegative())
    return 0;
  const auto leaves = leavesOf(type, layout, manyMembers);
  if (leaves.size() > manyMembers)
    return 0;
  const std::uint64_t begin = position.getZExtValue();
  std::uint16_t padding = static_cast<std::uint16_t>((1U << size) - 1);
  for (const Leaf &leaf : leaves) {
    const std::uint64_t end = leaf.offset + layout.getTypeStoreSize(leaf.type);
    for (std::uint64_t byte = std::max(begin, leaf.offset); byte < std::min(begin + size, end); ++byte)
      padding = static_cast<std::uint16_t>(padding & ~(1U << (byte - begin)));
  }
  return padding;
}

/// Whether a compare-exchange compares bytes between the members of a struct. C does not say what is in them, and
/// engines differ in it, so that neither the success nor the failure of such a comparison can be shown.
bool comparesPadding(const llvm::AtomicCmpXchgInst &instruction, const llvm::DataLayout &layout) {
  const llvm::Value *compared = instruction.getCompareOperand();
  const std::uint64_t size = layout.getTypeStoreSize(compared->getType());
  const auto *expected = llvm::dyn_cast<llvm::LoadInst>(compared);
  return paddingIn(instruction.getPointerOperand(), 0, size, layout) != 0 ||
         (expected != nullptr && paddingIn(expected->getPointerOperand(), 0, size, layout) != 0);
}

/// Calls of the library for large objects: all arguments from the fourth on that are numbers are orders.
bool isWeakLibraryCall(const llvm::CallInst &call) {
  const llvm::Function *callee = call.getCalledFunction();
  if (callee == nullptr || !callee->getName().starts_with("__atomic_"))
    return false;
  for (unsigned i = 3; i < call.arg_size(); ++i) {
    const auto *order = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(i));
    const auto strongest = static_cast<std::uint64_t>(llvm::AtomicOrderingCABI::seq_cst);
    if (call.getArgOperand(i)->getType()->isIntegerTy() && (order == nullptr || order->getZExtValue() != strongest))
      return true;
  }
  return false;
}

} // namespace

bool isWeakAtomic(const llvm::Instruction &instruction) {
  if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
    return isWeakLibraryCall(*call);
  const auto isWeak = [](llvm::AtomicOrdering ordering) {
    return ordering != llvm::AtomicOrdering::NotAtomic && ordering != llvm::AtomicOrdering::SequentiallyConsistent;
  };
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return isWeak(load->getOrdering());
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return isWeak(store->getOrdering());
  if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return isWeak(update->getOrdering());
  if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return isWeak(exchange->getSuccessOrdering()) || isWeak(exchange->getFailureOrdering());
  const auto *fence = llvm::dyn_cast<llvm::FenceInst>(&instruction);
  return fence != nullptr && isWeak(fence->getOrdering()) && fence->getSyncScopeID() != llvm::SyncScope::SingleThread;
}

bool MemoryAccess::lower(const llvm::Instruction &instruction) {
  if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
    locals_.declare(*local);
  else if (const auto *read = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    load(*read);
  else if (const auto *write = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    store(*write);
  else if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    readModifyWrite(*update);
  else if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    compareExchange(*exchange);
  else if (const auto *barrier = llvm::dyn_cast<llvm::FenceInst>(&instruction))
    fence(*barrier);
  else
    return false;
  return true;
}

Expr MemoryAccess::loadScalar(Expr address, llvm::Type *type, Access access) {
  const auto bits = static_cast<unsigned>(layout_.getTypeStoreSize(type)) * 8;
  return pool_.resize(emitter_.load(address, bits, access), values_.widthOf(type));
}

void MemoryAccess::load(const llvm::LoadInst &instruction) {
  if (locals_.load(instruction))
    return;
  const Expr base = values_.scalar(instruction.getPointerOperand());
  const Access how = emitter_.access(orderOf(instruction.getOrdering()), instruction.isVolatile());
  Lowered result;
  const auto leaves = values_.widthOf(instruction.getType()) != 0
                          ? llvm::SmallVector<Leaf, 4>{{instruction.getType(), 0}}
                          : leavesOf(instruction.getType(), layout_);
  for (const Leaf &leaf : leaves) {
    if (values_.widthOf(leaf.type) == 0)
      return emitter_.unsupported("load of a type without a model");
    Access member = how;
    member.padding =
        paddingIn(instruction.getPointerOperand(), leaf.offset, layout_.getTypeStoreSize(leaf.type), layout_);
    result.push_back(loadScalar(pool_.add(base, emitter_.pointerConstant(leaf.offset)), leaf.type, member));
  }
  values_.bind(&instruction, result);
  if (instruction.getType()->isPointerTy())
    refuseOutsidePointer(instruction, result.front(), emitter_, values_.objects());
}

void MemoryAccess::store(const llvm::StoreInst &instruction) {
  const Lowered values = values_.of(instruction.getValueOperand());
  if (emitter_.isUnreachable())
    return;
  if (locals_.store(instruction, values))
    return;
  llvm::Type *type = instruction.getValueOperand()->getType();
  const Expr base = values_.scalar(instruction.getPointerOperand());
  const Access how = emitter_.access(orderOf(instruction.getOrdering()), instruction.isVolatile());
  if (values_.widthOf(type) != 0)
    return emitter_.store(base, values.front(), how);
  const auto leaves = leavesOf(type, layout_);
  for (unsigned i = 0; i < leaves.size() && i < values.size(); ++i)
    emitter_.store(pool_.add(base, emitter_.pointerConstant(leaves[i].offset)), values[i], how);
}

/// A load and a store with an atomic location between them, at which no other thread runs.
void MemoryAccess::readModifyWrite(const llvm::AtomicRMWInst &instruction) {
  const unsigned width = values_.widthOf(instruction.getType());
  if (width == 0 || width % 8 != 0)
    return emitter_.unsupported("atomic operation on this type");
  const Expr pointer = emitter_.materialise(values_.scalar(instruction.getPointerOperand()), "%pointer");
  const Expr operand = values_.scalar(instruction.getValOperand());
  const Access how = emitter_.access(orderOf(instruction.getOrdering()), instruction.isVolatile());
  emitter_.increaseDepth();
  const Expr old = loadScalar(pointer, instruction.getType(), how);
  emitter_.decreaseDepth();
  const Expr result = updated(instruction.getOperation(), old, operand);
  if (!result)
    return emitter_.unsupported("this atomic operation");
  emitter_.store(pointer, result, how);
  values_.bind(&instruction, Lowered{old});
}

Expr MemoryAccess::updated(llvm::AtomicRMWInst::BinOp operation, Expr old, Expr operand) const {
  const auto smaller = [&](ExprKind less) { return pool_.make(less, old, operand); };
  switch (operation) {
  case llvm::AtomicRMWInst::Xchg:
    return operand;
  case llvm::AtomicRMWInst::Add:
    return pool_.add(old, operand);
  case llvm::AtomicRMWInst::Sub:
    return pool_.sub(old, operand);
  case llvm::AtomicRMWInst::And:
    return pool_.make(ExprKind::And, old, operand);
  case llvm::AtomicRMWInst::Nand:
    return pool_.negate(pool_.make(ExprKind::And, old, operand));
  case llvm::AtomicRMWInst::Or:
    return pool_.make(ExprKind::Or, old, operand);
  case llvm::AtomicRMWInst::Xor:
    return pool_.make(ExprKind::Xor, old, operand);
  case llvm::AtomicRMWInst::Max:
    return pool_.ite(smaller(ExprKind::Slt), operand, old);
  case llvm::AtomicRMWInst::Min:
    return pool_.ite(smaller(ExprKind::Slt), old, operand);
  case llvm::AtomicRMWInst::UMax:
    return pool_.ite(smaller(ExprKind::Ult), operand, old);
  case llvm::AtomicRMWInst::UMin:
    return pool_.ite(smaller(ExprKind::Ult), old, operand);
  case llvm::AtomicRMWInst::FAdd:
    return pool_.make(ExprKind::FAdd, old, operand);
  case llvm::AtomicRMWInst::FSub:
    return pool_.make(ExprKind::FSub, old, operand);
  default:
    return nullptr;
  }
}

/// A weak exchange may also fail although the values are equal, as C11 allows; that choice precedes the load.
void MemoryAccess::compareExchange(const llvm::AtomicCmpXchgInst &instruction) {
  llvm::Type *type = instruction.getNewValOperand()->getType();
  const unsigned width = values_.widthOf(type);
  if (width == 0 || width % 8 != 0)
    return emitter_.unsupported("atomic operation on this type");
  if (comparesPadding(instruction, layout_))
    return emitter_.unsupported("compare-exchange of a struct with padding");
  const Expr pointer = emitter_.materialise(values_.scalar(instruction.getPointerOperand()), "%pointer");
  const Expr expected = emitter_.materialise(values_.scalar(instruction.getCompareOperand()), "%expected");
  const Expr desired = values_.scalar(instruction.getNewValOperand());
  if (emitter_.isUnreachable())
    return;
  const Access success = emitter_.access(orderOf(instruction.getSuccessOrdering()), instruction.isVolatile());
  const Access failure = emitter_.access(orderOf(instruction.getFailureOrdering()), instruction.isVolatile());
  const RegisterId old = emitter_.newRegister("%old", width);
  Expr succeeds = pool_.eq(emitter_.reg(old), expected);
  if (instruction.isWeak())
    succeeds = pool_.conjunction(
        succeeds, pool_.negate(emitter_.havoc(1, InputKind::Scheduling, "a weak compare-exchange fails spuriously")));
  emitter_.compareExchange({old, pointer, succeeds, desired, success, failure});
  if (emitter_.isUnreachable())
    return;
  const Expr succeeded = emitter_.materialise(succeeds, "%succeeded");
  values_.bind(&instruction, Lowered{emitter_.reg(old), succeeded});
}

/// A fence for signal handlers (atomic_signal_fence) orders nothing between threads.
void MemoryAccess::fence(const llvm::FenceInst &instruction) {
  if (instruction.getSyncScopeID() != llvm::SyncScope::SingleThread)
    emitter_.emit(Fence{orderOf(instruction.getOrdering())});
}

} // namespace heddle::frontend
