#include "frontend/local_storage.hpp"

#include <llvm/IR/InstIterator.h>

#include <cstdint>
#include <utility>

namespace heddle::frontend {

using namespace program;

void LocalStorage::declare(const llvm::AllocaInst &local) {
  const LocalKind kind = locals_.kind(local);
  if (kind == LocalKind::Alias && !isKept(local))
    return;
  const Named named = types_.ofLocal(local);
  const std::string name = named.name.empty() ? emitter_.temporaryName() : named.name;
  if (kind != LocalKind::Memory) {
    const unsigned width = values_.widthOf(local.getAllocatedType());
    registers_[&local] =
        emitter_.newRegister(name, width, named.type, kind == LocalKind::Variable && !named.name.empty());
    clearKept(local);
    if (!locals_.hasLifetime(local))
      beginLifetime(local);
    return;
  }

  const RegisterId address = addressOf(local, named);
  if (locals_.hasLifetime(local))
    return;
  // A variable-length array in a loop is a new object in each iteration, which ends the life of the previous
  // one. Memory from alloca(), which has no name, lives until the return.
  if (!local.isStaticAlloca() && !named.name.empty()) {
    emitter_.freeLocal(address);
    checkLength(values_.scalar(local.getArraySize()));
  }
  beginLifetime(local);
  freedAtReturn_.push_back(address);
}

/// The length of an array is positive. clang has converted it without regard to its sign, so that one that was negative
/// is very large.
void LocalStorage::checkLength(Expr length) {
  program::ExprPool &pool = emitter_.pool();
  const Expr previous = pool.sub(length, pool.constant(1, length->width));
  const Expr most = pool.constant(INT32_MAX, length->width);
  emitter_.emit(Check{pool.make(ExprKind::Ult, previous, most), Property::DefinedBehaviour,
                      "a variable-length array with a length that is not positive"});
}

RegisterId LocalStorage::addressOf(const llvm::AllocaInst &local, const Named &named) {
  if (const auto known = registers_.find(&local); known != registers_.end())
    return known->second;
  const std::string name = named.name.empty() ? emitter_.temporaryName() : named.name;
  const RegisterId address = emitter_.newRegister("&" + name, emitter_.pointerWidth(), named.type);
  registers_[&local] = address;
  values_.bind(&local, Lowered{emitter_.reg(address)});
  objects_.push_back(address);
  return address;
}

/// A block can be left before one of its arrays is declared, and that path may be lowered first.
void LocalStorage::restoreStack(const llvm::IntrinsicInst &restore) {
  for (const llvm::AllocaInst *local : locals_.endedBy(restore))
    if (const Named named = types_.ofLocal(*local); !named.name.empty() && locals_.kind(*local) == LocalKind::Memory)
      emitter_.freeLocal(addressOf(*local, named));
}

void LocalStorage::beginLifetime(const llvm::AllocaInst &local) {
  const auto found = registers_.find(&local);
  if (found == registers_.end())
    return;
  const RegisterId target = found->second;
  if (locals_.kind(local) == LocalKind::Alias)
    return; // it is written before it is read
  if (locals_.kind(local) == LocalKind::Variable) {
    // Clang writes the variables that it adds itself (such as the value to return) before it reads them,
    // even where a path-insensitive analysis cannot show it.
    const Register &variable = emitter_.registerOf(target);
    if (!variable.isVariable || !locals_.readUninitialised(local))
      return;
    emitter_.emit(Havoc{target, 0, support::mask(variable.width), InputKind::Uninitialised, variable.name});
    return;
  }
  Expr size = emitter_.pointerConstant(values_.layout().getTypeAllocSize(local.getAllocatedType()));
  if (local.isArrayAllocation())
    size = emitter_.pool().mul(size,
                               emitter_.pool().resize(values_.scalar(local.getArraySize()), emitter_.pointerWidth()));
  const Named named = types_.ofLocal(local);
  emitter_.allocateInto(target, size, false,
                        {named.name.empty() ? "local" : named.name, Storage::Stack, named.type, emitter_.span()});
}

void LocalStorage::endLifetime(const llvm::AllocaInst &local) {
  if (locals_.kind(local) != LocalKind::Memory)
    return clearKept(local);
  if (const auto found = registers_.find(&local); found != registers_.end())
    emitter_.freeLocal(found->second);
}

void LocalStorage::passBetween(const llvm::Instruction &before, const llvm::Instruction &after) {
  for (const auto &[literal, begins] : locals_.literals().between(before, after))
    if (begins)
      beginLifetime(*literal);
    else
      endLifetime(*literal);
}

RegisterId LocalStorage::allocateArgument(Expr size, AllocationSite site) {
  const RegisterId address = emitter_.newRegister("&" + site.name, emitter_.pointerWidth(), site.type);
  emitter_.allocateInto(address, size, false, std::move(site));
  objects_.push_back(address);
  return address;
}

RegisterId LocalStorage::allocateFrame(const std::string &function) {
  const RegisterId address = allocateArgument(emitter_.pointerConstant(1),
                                              {"frame of " + function, Storage::Stack, unknownType, emitter_.span()});
  freedAtReturn_.push_back(address);
  return address;
}

void LocalStorage::freeAtReturn() {
  for (const RegisterId address : freedAtReturn_)
    emitter_.freeLocal(address);
}

bool LocalStorage::isKept(const llvm::AllocaInst &local) const {
  return keepsPointers_ && locals_.kind(local) != LocalKind::Memory && local.getAllocatedType()->isPointerTy();
}

void LocalStorage::clearKept(const llvm::AllocaInst &local) {
  if (const auto found = registers_.find(&local); found != registers_.end() && isKept(local))
    emitter_.emit(Assign{found->second, emitter_.pointerConstant(0)});
}

void LocalStorage::addPointers(std::vector<Expr> &pointers) const {
  for (const llvm::Instruction &instruction : llvm::instructions(function_))
    if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(&instruction); local && isKept(*local))
      if (const auto found = registers_.find(local); found != registers_.end())
        pointers.push_back(emitter_.reg(found->second));
}

void LocalStorage::freeAll() {
  for (const RegisterId address : objects_)
    emitter_.freeLocal(address);
}

bool LocalStorage::load(const llvm::LoadInst &instruction) {
  const auto *local = llvm::dyn_cast<llvm::AllocaInst>(instruction.getPointerOperand());
  if (!local || locals_.kind(*local) == LocalKind::Memory)
    return false;
  if (locals_.kind(*local) == LocalKind::Alias) {
    if (values_.contains(local))
      values_.bind(&instruction, values_.of(local));
    else
      emitter_.unsupported("variable read before it is written");
    return true;
  }
  const RegisterId id = registers_.lookup(local);
  const Register variable = emitter_.registerOf(id);
  const RegisterId copy = emitter_.newRegister(variable.name, variable.width, variable.type);
  emitter_.emit(Assign{copy, emitter_.reg(id)});
  values_.bind(&instruction, Lowered{emitter_.reg(copy)});
  return true;
}

bool LocalStorage::store(const llvm::StoreInst &instruction, const Lowered &value) {
  const auto *local = llvm::dyn_cast<llvm::AllocaInst>(instruction.getPointerOperand());
  if (!local || locals_.kind(*local) == LocalKind::Memory)
    return false;
  if (locals_.kind(*local) == LocalKind::Alias) {
    // The register of an object's address is cleared when the object's lifetime ends; a pointer to it is not.
    const Named named = types_.ofLocal(*local);
    const std::string name = named.name.empty() ? "%alias" : named.name;
    const bool isAddress = value.front()->isRegister() && llvm::is_contained(objects_, value.front()->index);
    values_.bind(local,
                 Lowered{isAddress ? emitter_.copy(value.front(), name) : emitter_.materialise(value.front(), name)});
    if (isKept(*local))
      emitter_.emit(Assign{registers_.lookup(local), values_.of(local).front()});
  } else {
    emitter_.emit(Assign{registers_.lookup(local), value.front()});
  }
  return true;
}

} // namespace heddle::frontend
