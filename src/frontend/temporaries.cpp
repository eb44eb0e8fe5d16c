#include "frontend/temporaries.hpp"

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace heddle::frontend {

namespace {

/// Variables have debug information; compound literals have lifetimes of their own (compound_literals.hpp).
bool isTemporary(const llvm::AllocaInst &local) {
  auto *pointer = const_cast<llvm::AllocaInst *>(&local);
  return local.isStaticAlloca() && local.getAllocatedType()->isStructTy() &&
         !local.getName().starts_with(".compoundliteral") && llvm::findDVRDeclares(pointer).empty() &&
         llvm::findDbgDeclares(pointer).empty();
}

/// Follows an address through computations and calls to an instruction that may keep it.
class Follower {
public:
  const llvm::Instruction *keeper(const llvm::Value &address) {
    for (const llvm::Use &use : address.uses())
      if (const llvm::Instruction *found = keeper(use))
        return found;
    return nullptr;
  }

private:
  const llvm::Instruction *keeper(const llvm::Use &use) {
    const auto *user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
    if (user == nullptr || !visited_.insert(&use).second)
      return nullptr;
    if (llvm::isa<llvm::GetElementPtrInst, llvm::PHINode, llvm::SelectInst, llvm::BitCastInst>(user))
      return keeper(*user);
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user))
      return use.getOperandNo() == 0 ? keeperOfStored(*store) : nullptr;
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user))
      return keeperOfArgument(*call, use);
    return llvm::isa<llvm::ReturnInst, llvm::PtrToIntInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(user)
               ? user
               : nullptr;
  }

  /// A parameter's local ends with the call, which ends before the expression does.
  const llvm::Instruction *keeperOfStored(const llvm::StoreInst &store) {
    const auto *local = llvm::dyn_cast<llvm::AllocaInst>(store.getPointerOperand());
    if (local == nullptr || !llvm::isa<llvm::Argument>(store.getValueOperand()))
      return &store;
    for (const llvm::Use &use : local->uses()) {
      const auto *user = llvm::cast<llvm::Instruction>(use.getUser());
      if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        if (const llvm::Instruction *found = keeper(*load))
          return found;
        continue;
      }
      const bool isStoreTo = llvm::isa<llvm::StoreInst>(user) && use.getOperandNo() == 1;
      if (!isStoreTo && !llvm::isa<llvm::DbgInfoIntrinsic>(user) && !user->isLifetimeStartOrEnd())
        return &store;
    }
    return nullptr;
  }

  const llvm::Instruction *keeperOfArgument(const llvm::CallBase &call, const llvm::Use &use) {
    if (llvm::isa<llvm::IntrinsicInst>(call) || !call.isArgOperand(&use))
      return nullptr;
    const unsigned number = call.getArgOperandNo(&use);
    if (call.isByValArgument(number) || call.paramHasAttr(number, llvm::Attribute::StructRet))
      return nullptr;
    const llvm::Function *callee = call.getCalledFunction();
    if (callee == nullptr)
      return &call;
    // Functions for output and for atomic accesses to structs read or write the object, and are done with it.
    if ((callee->isVarArg() && callee->isDeclaration()) || callee->getName().starts_with("__atomic_"))
      return nullptr;
    if (callee->isDeclaration() || number >= callee->arg_size())
      return &call;
    return keeper(*callee->getArg(number)) != nullptr ? &call : nullptr;
  }

  llvm::DenseSet<const llvm::Use *> visited_;
};

} // namespace

std::vector<const llvm::Instruction *> keptTemporaries(const llvm::Function &function) {
  std::vector<const llvm::Instruction *> keepers;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const auto *local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (local == nullptr || !isTemporary(*local))
      continue;
    if (const llvm::Instruction *keeper = Follower().keeper(*local))
      keepers.push_back(keeper);
  }
  return keepers;
}

} // namespace heddle::frontend
