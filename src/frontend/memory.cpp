// Locals, loads, stores and atomic operations.
#include "frontend/lowering.hpp"

#include <fmt/format.h>
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

} // namespace

/// Accesses inside atomic blocks do not race with each other: they count as atomic.
Access CfaLowering::access(llvm::AtomicOrdering ordering, bool isVolatile) const {
  Access result;
  result.order = orderOf(ordering);
  if (result.order == MemoryOrder::Plain && depth_ > 0)
    result.order = MemoryOrder::SequentiallyConsistent;
  result.isVolatile = isVolatile;
  return result;
}

Access CfaLowering::plainAccess() const { return access(llvm::AtomicOrdering::NotAtomic, false); }

Expr CfaLowering::allocate(Expr size, Storage storage, bool zeroed, AllocationSite site) {
  const RegisterId target = newRegister("&" + site.name, pointerWidth_, site.type);
  m_.program.sites.push_back(std::move(site));
  emit(Allocate{target, size, storage, zeroed, static_cast<SiteId>(m_.program.sites.size() - 1)});
  return reg(target);
}

Expr CfaLowering::threadLocalAddress(const llvm::GlobalVariable &variable) {
  const auto known = threadLocals_.find(&variable);
  if (known != threadLocals_.end())
    return reg(known->second);
  const RegisterId address = newRegister("&" + variable.getName().str(), pointerWidth_);
  threadLocals_.insert({&variable, address});
  return reg(address);
}

void CfaLowering::lowerAlloca(const llvm::AllocaInst &instruction) {
  const LocalKind kind = current_->locals->kind(instruction);
  if (kind == LocalKind::Alias)
    return;
  const Named named = m_.types.ofLocal(instruction);
  const std::string name = named.name.empty() ? "%" + std::to_string(cfa_.registers.size()) : named.name;
  if (kind == LocalKind::Variable) {
    const unsigned width = scalarWidth(instruction.getAllocatedType(), m_.layout);
    current_->variables[&instruction] = newRegister(name, width, named.type, !named.name.empty());
    if (!current_->locals->hasLifetime(instruction))
      beginLife(instruction);
    return;
  }

  const RegisterId target = newRegister("&" + name, pointerWidth_, named.type);
  current_->variables[&instruction] = target;
  current_->values[&instruction] = {reg(target)};
  if (current_->locals->hasLifetime(instruction))
    return;
  // A variable-length array in a loop is made anew in each round, and the old one is gone. What alloca()
  // makes, which has no name, lives on.
  if (!instruction.isStaticAlloca() && !named.name.empty()) {
    emit(Free{reg(target), Storage::Stack, plainAccess()});
    emit(Assign{target, pointerConstant(0)});
  }
  beginLife(instruction);
  current_->freedAtReturn.push_back(target);
}

void CfaLowering::beginLife(const llvm::AllocaInst &local) {
  const auto found = current_->variables.find(&local);
  if (found == current_->variables.end())
    return;
  const RegisterId target = found->second;
  if (current_->locals->kind(local) == LocalKind::Variable) {
    // What clang keeps in variables of its own (the value to return, say) it always writes first, though
    // seeing that may take more than a path-insensitive look.
    const Register &variable = cfa_.registers[target];
    if (!variable.isVariable || !current_->locals->readUninitialised(local))
      return;
    emit(Havoc{target, 0, support::mask(variable.width), InputKind::Uninitialised, variable.name});
    return;
  }
  const std::uint64_t element = m_.layout.getTypeAllocSize(local.getAllocatedType());
  Expr size = pointerConstant(element);
  if (local.isArrayAllocation())
    size = pool_.mul(size, pool_.resize(scalar(local.getArraySize()), pointerWidth_));
  const Named named = m_.types.ofLocal(local);
  m_.program.sites.push_back({named.name.empty() ? "local" : named.name, Storage::Stack, named.type, span_});
  emit(Allocate{target, size, Storage::Stack, false, static_cast<SiteId>(m_.program.sites.size() - 1)});
}

void CfaLowering::endLife(const llvm::AllocaInst &local) {
  if (current_->locals->kind(local) != LocalKind::Memory)
    return;
  const auto found = current_->variables.find(&local);
  if (found == current_->variables.end())
    return;
  emit(Free{reg(found->second), Storage::Stack, plainAccess()});
  emit(Assign{found->second, pointerConstant(0)});
}

/// The bytes of a load that lie between the members of the variable it reads. Only where the calling
/// convention packs a struct into registers does a load read such bytes.
std::uint16_t CfaLowering::paddingIn(const llvm::Value *pointer, std::uint64_t offset, std::uint64_t size) const {
  llvm::APInt position(m_.layout.getIndexTypeSizeInBits(pointer->getType()), offset);
  const llvm::Value *base = pointer->stripAndAccumulateConstantOffsets(m_.layout, position, true);
  llvm::Type *type = nullptr;
  if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(base))
    type = local->getAllocatedType();
  else if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(base))
    type = global->getValueType();
  constexpr std::size_t manyMembers = 256;
  if (!type || !type->isStructTy() || size > 16 || position.isNegative())
    return 0;
  const auto leaves = leavesOf(type, m_.layout, manyMembers);
  if (leaves.size() > manyMembers)
    return 0;
  const std::uint64_t begin = position.getZExtValue();
  std::uint16_t padding = static_cast<std::uint16_t>((1U << size) - 1);
  for (const Leaf &leaf : leaves) {
    const std::uint64_t end = leaf.offset + m_.layout.getTypeStoreSize(leaf.type);
    for (std::uint64_t byte = std::max(begin, leaf.offset); byte < std::min(begin + size, end); ++byte)
      padding = static_cast<std::uint16_t>(padding & ~(1U << (byte - begin)));
  }
  return padding;
}

Expr CfaLowering::loadFrom(Expr address, llvm::Type *type, Access access) {
  const unsigned width = scalarWidth(type, m_.layout);
  const auto bytes = static_cast<unsigned>(m_.layout.getTypeStoreSize(type));
  const RegisterId target = newRegister("%" + std::to_string(cfa_.registers.size()), bytes * 8);
  emit(Load{target, address, static_cast<std::uint16_t>(bytes * 8), access});
  return pool_.resize(reg(target), width);
}

void CfaLowering::storeTo(Expr address, Expr value, Access access) {
  emit(Store{address, pool_.zext(value, (value->width + 7) / 8 * 8), access});
}

void CfaLowering::lowerLoad(const llvm::LoadInst &instruction) {
  if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(instruction.getPointerOperand())) {
    const LocalKind kind = current_->locals->kind(*local);
    if (kind == LocalKind::Alias) {
      const auto known = current_->values.find(local);
      if (known == current_->values.end())
        return unsupported("variable read before it is written");
      const Lowered alias = known->second;
      current_->values[&instruction] = alias;
      return;
    }
    if (kind == LocalKind::Variable) {
      const RegisterId variable = current_->variables.lookup(local);
      const RegisterId copy =
          newRegister(cfa_.registers[variable].name, cfa_.registers[variable].width, cfa_.registers[variable].type);
      emit(Assign{copy, reg(variable)});
      current_->values[&instruction] = {reg(copy)};
      return;
    }
  }
  const Expr base = scalar(instruction.getPointerOperand());
  const Access how = access(instruction.getOrdering(), instruction.isVolatile());
  Lowered result;
  const auto leaves = scalarWidth(instruction.getType(), m_.layout) != 0
                          ? llvm::SmallVector<Leaf, 4>{{instruction.getType(), 0}}
                          : leavesOf(instruction.getType(), m_.layout);
  for (const Leaf &leaf : leaves) {
    if (scalarWidth(leaf.type, m_.layout) == 0)
      return unsupported("load of a type without a model");
    Access member = how;
    member.padding = paddingIn(instruction.getPointerOperand(), leaf.offset, m_.layout.getTypeStoreSize(leaf.type));
    result.push_back(loadFrom(pool_.add(base, pointerConstant(leaf.offset)), leaf.type, member));
  }
  define(instruction, result);
}

void CfaLowering::lowerStore(const llvm::StoreInst &instruction) {
  const Lowered values = value(instruction.getValueOperand());
  if (dead())
    return;
  if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(instruction.getPointerOperand())) {
    const LocalKind kind = current_->locals->kind(*local);
    if (kind == LocalKind::Alias) {
      const Named named = m_.types.ofLocal(*local);
      current_->values[local] = {materialise(values.front(), named.name.empty() ? "%alias" : named.name)};
      return;
    }
    if (kind == LocalKind::Variable) {
      const RegisterId variable = current_->variables.lookup(local);
      emit(Assign{variable, values.front()});
      return;
    }
  }
  llvm::Type *type = instruction.getValueOperand()->getType();
  const Expr base = scalar(instruction.getPointerOperand());
  const Access how = access(instruction.getOrdering(), instruction.isVolatile());
  if (scalarWidth(type, m_.layout) != 0)
    return storeTo(base, values.front(), how);
  const auto leaves = leavesOf(type, m_.layout);
  for (unsigned i = 0; i < leaves.size() && i < values.size(); ++i)
    storeTo(pool_.add(base, pointerConstant(leaves[i].offset)), values[i], how);
}

/// A load and a store with an atomic location between them: nobody runs in the middle.
void CfaLowering::lowerReadModifyWrite(const llvm::AtomicRMWInst &instruction) {
  const unsigned width = scalarWidth(instruction.getType(), m_.layout);
  if (width == 0 || width % 8 != 0)
    return unsupported("atomic operation on this type");
  const Expr pointer = materialise(scalar(instruction.getPointerOperand()), "%pointer");
  const Expr operand = scalar(instruction.getValOperand());
  const Access how = access(instruction.getOrdering(), instruction.isVolatile());
  ++depth_;
  const Expr old = loadFrom(pointer, instruction.getType(), how);
  --depth_;
  const auto smaller = [&](ExprKind less) { return pool_.make(less, old, operand); };
  Expr result = nullptr;
  switch (instruction.getOperation()) {
  case llvm::AtomicRMWInst::Xchg:
    result = operand;
    break;
  case llvm::AtomicRMWInst::Add:
    result = pool_.add(old, operand);
    break;
  case llvm::AtomicRMWInst::Sub:
    result = pool_.sub(old, operand);
    break;
  case llvm::AtomicRMWInst::And:
    result = pool_.make(ExprKind::And, old, operand);
    break;
  case llvm::AtomicRMWInst::Nand:
    result = pool_.negate(pool_.make(ExprKind::And, old, operand));
    break;
  case llvm::AtomicRMWInst::Or:
    result = pool_.make(ExprKind::Or, old, operand);
    break;
  case llvm::AtomicRMWInst::Xor:
    result = pool_.make(ExprKind::Xor, old, operand);
    break;
  case llvm::AtomicRMWInst::Max:
    result = pool_.ite(smaller(ExprKind::Slt), operand, old);
    break;
  case llvm::AtomicRMWInst::Min:
    result = pool_.ite(smaller(ExprKind::Slt), old, operand);
    break;
  case llvm::AtomicRMWInst::UMax:
    result = pool_.ite(smaller(ExprKind::Ult), operand, old);
    break;
  case llvm::AtomicRMWInst::UMin:
    result = pool_.ite(smaller(ExprKind::Ult), old, operand);
    break;
  case llvm::AtomicRMWInst::FAdd:
    result = pool_.make(ExprKind::FAdd, old, operand);
    break;
  case llvm::AtomicRMWInst::FSub:
    result = pool_.make(ExprKind::FSub, old, operand);
    break;
  default:
    return unsupported("this atomic operation");
  }
  storeTo(pointer, result, how);
  current_->values[&instruction] = {old};
}

/// Success and failure are two actions out of one location, each with its own memory order. A weak exchange
/// may also fail although the values are equal, as C11 says; whether it does is chosen before.
void CfaLowering::lowerCompareExchange(const llvm::AtomicCmpXchgInst &instruction) {
  llvm::Type *type = instruction.getNewValOperand()->getType();
  const unsigned width = scalarWidth(type, m_.layout);
  if (width == 0 || width % 8 != 0)
    return unsupported("atomic operation on this type");
  const Expr pointer = materialise(scalar(instruction.getPointerOperand()), "%pointer");
  const Expr expected = materialise(scalar(instruction.getCompareOperand()), "%expected");
  const Expr desired = scalar(instruction.getNewValOperand());
  if (dead())
    return;
  const Access success = access(instruction.getSuccessOrdering(), instruction.isVolatile());
  const Access failure = access(instruction.getFailureOrdering(), instruction.isVolatile());
  const RegisterId old = newRegister("%old", width);
  Expr succeeds = pool_.eq(reg(old), expected);
  if (instruction.isWeak())
    succeeds = pool_.conjunction(succeeds, havoc(1, InputKind::Scheduling, "weak exchange"));
  if (dead())
    return;
  const LocationId origin = here_;
  const LocationId after = newLocation();
  ++depth_;
  const LocationId between = newLocation();
  --depth_;
  const auto bits = static_cast<std::uint16_t>(width);
  emitTo(between, {Load{old, pointer, bits, success}, Guard{succeeds}});
  if (dead())
    return;
  here_ = between;
  emitTo(after, {Store{pointer, desired, success}});
  here_ = origin;
  emitTo(after, {Load{old, pointer, bits, failure}, Guard{pool_.negate(succeeds)}});
  here_ = after;
  const Expr succeeded = materialise(succeeds, "%succeeded");
  define(instruction, Lowered{reg(old), succeeded});
}

} // namespace heddle::frontend
