#include "frontend/return_slot.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::frontend {

namespace {

const llvm::Value *slotOf(const llvm::Function &function) {
  for (const llvm::Argument &argument : function.args())
    if (argument.hasStructRetAttr())
      return &argument;
  for (const llvm::BasicBlock &block : function) {
    const auto *back = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
    if (back == nullptr || back->getReturnValue() == nullptr)
      continue;
    const auto *load = llvm::dyn_cast<llvm::LoadInst>(back->getReturnValue());
    // Clang makes one return for each function.
    return load ? llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(load->getPointerOperand())) : nullptr;
  }
  return nullptr;
}

} // namespace

ReturnSlot::ReturnSlot(const llvm::Function &function) : slot_(slotOf(function)) {
  mayBeEmpty_ = slot_ != nullptr && reachesReturnEmpty(function);
}

bool ReturnSlot::isWrittenBy(const llvm::Instruction &instruction) const {
  const auto isSlot = [&](const llvm::Value *pointer) {
    return pointer->getType()->isPointerTy() && llvm::getUnderlyingObject(pointer) == slot_;
  };
  if (slot_ == nullptr)
    return false;
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return isSlot(store->getPointerOperand());
  if (const auto *copy = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction))
    return isSlot(copy->getDest());
  const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call) && llvm::any_of(call->args(), isSlot);
}

bool ReturnSlot::reachesReturnEmpty(const llvm::Function &function) const {
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> visited;
  llvm::SmallVector<const llvm::BasicBlock *, 16> work{&function.getEntryBlock()};
  while (!work.empty()) {
    const llvm::BasicBlock *block = work.pop_back_val();
    if (!visited.insert(block).second ||
        llvm::any_of(*block, [&](const llvm::Instruction &instruction) { return isWrittenBy(instruction); }))
      continue;
    if (llvm::isa<llvm::ReturnInst>(block->getTerminator()))
      return true;
    llvm::append_range(work, llvm::successors(block));
  }
  return false;
}

bool isResultUsed(const llvm::CallInst &call) {
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (call.paramHasAttr(i, llvm::Attribute::StructRet))
      // Other memory than a local of its own is the result of the caller (`return f();`) or a part of an object.
      return !llvm::isa<llvm::AllocaInst>(call.getArgOperand(i)) ||
             !llvm::all_of(call.getArgOperand(i)->users(), [&](const llvm::User *user) {
               const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user);
               return user == &call || (intrinsic != nullptr && intrinsic->isLifetimeStartOrEnd());
             });
  return !call.use_empty();
}

} // namespace heddle::frontend
