// Locals are classified by one pass over the uses of each alloca. Reads before writes are found by a forward
// may-be-uninitialised dataflow analysis over the basic blocks: a bit is set by the start of a lifetime and
// cleared by a store, and a load under a set bit marks the variable.
#include "frontend/locals.hpp"

#include "frontend/objects.hpp"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <vector>

namespace heddle::frontend {

namespace {

/// An integer may be wider than a register (`_BitInt(200)`).
bool isScalar(const llvm::Type *type, const llvm::DataLayout &layout) {
  return !type->isVectorTy() && scalarWidth(type, layout) != 0;
}

const llvm::AllocaInst *markedAlloca(const llvm::Instruction &instruction, llvm::Intrinsic::ID id) {
  const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!call || call->getIntrinsicID() != id)
    return nullptr;
  return llvm::dyn_cast<llvm::AllocaInst>(call->getArgOperand(1)->stripPointerCasts());
}

bool sameSize(const llvm::Type *a, const llvm::Type *b, const llvm::DataLayout &layout) {
  return isScalar(a, layout) &&
         layout.getTypeSizeInBits(const_cast<llvm::Type *>(a)) == layout.getTypeSizeInBits(const_cast<llvm::Type *>(b));
}

} // namespace

Locals::Locals(const llvm::Function &function) : literals_(function) {
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      classify(*local);
  findUninitialisedReads(function);
  findEnds(function);
}

llvm::ArrayRef<const llvm::AllocaInst *> Locals::endedBy(const llvm::IntrinsicInst &restore) const {
  const auto found = ends_.find(&restore);
  return found == ends_.end() ? llvm::ArrayRef<const llvm::AllocaInst *>() : found->second;
}

/// Clang saves the stack before the first variable-length array of a block, in a local, and restores it at the end of
/// the block. The arrays of the block, and of blocks inside, are allocated where the save dominates. So are those of
/// blocks that follow, but they are not alive at the restore; those of blocks around it are allocated before the save.
void Locals::findEnds(const llvm::Function &function) {
  llvm::SmallVector<const llvm::AllocaInst *, 4> dynamic;
  llvm::SmallVector<const llvm::IntrinsicInst *, 4> restores;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(&instruction); local && !local->isStaticAlloca())
      dynamic.push_back(local);
    if (const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
        call && call->getIntrinsicID() == llvm::Intrinsic::stackrestore)
      restores.push_back(call);
  }
  if (dynamic.empty() || restores.empty())
    return;
  const llvm::DominatorTree dominators(const_cast<llvm::Function &>(function));
  for (const llvm::IntrinsicInst *restore : restores) {
    const auto *saved = llvm::dyn_cast<llvm::LoadInst>(restore->getArgOperand(0));
    if (saved == nullptr)
      continue;
    for (const llvm::User *user : saved->getPointerOperand()->users()) {
      const auto *save = llvm::dyn_cast<llvm::StoreInst>(user);
      for (const llvm::AllocaInst *local : dynamic)
        if (save && dominators.dominates(save, local) && !llvm::is_contained(ends_[restore], local))
          ends_[restore].push_back(local);
    }
  }
}

LocalKind Locals::kind(const llvm::AllocaInst &local) const { return kinds_.lookup(&local); }

void Locals::classify(const llvm::AllocaInst &local) {
  const llvm::DataLayout &layout = local.getDataLayout();
  const llvm::Type *type = local.getAllocatedType();
  const llvm::BasicBlock *entry = &local.getFunction()->getEntryBlock();
  bool promotable = isScalar(type, layout) && !local.isArrayAllocation() && local.getParent() == entry;
  const llvm::StoreInst *onlyStore = nullptr;
  unsigned stores = 0;
  llvm::SmallVector<const llvm::LoadInst *, 8> loads;
  for (const llvm::User *user : local.users()) {
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(user)) {
      promotable &= sameSize(load->getType(), type, layout) && !load->isAtomic();
      loads.push_back(load);
      continue;
    }
    const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store && store->getValueOperand() != &local) {
      promotable &= sameSize(store->getValueOperand()->getType(), type, layout) && !store->isAtomic();
      onlyStore = store;
      ++stores;
      continue;
    }
    const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    if (call && call->isLifetimeStartOrEnd()) {
      scoped_.insert(&local);
      continue;
    }
    promotable = false;
  }
  if (!promotable) {
    kinds_[&local] = LocalKind::Memory;
    return;
  }
  bool alias = stores == 1 && onlyStore->getParent() == entry;
  for (const llvm::LoadInst *load : loads)
    alias = alias && (load->getParent() != entry || onlyStore->comesBefore(load));
  kinds_[&local] = alias ? LocalKind::Alias : LocalKind::Variable;
}

void Locals::findUninitialisedReads(const llvm::Function &function) {
  llvm::DenseMap<const llvm::AllocaInst *, unsigned> numbers;
  std::vector<const llvm::AllocaInst *> variables;
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        local && kind(*local) == LocalKind::Variable) {
      numbers[local] = static_cast<unsigned>(variables.size());
      variables.push_back(local);
    }
  if (variables.empty())
    return;

  const auto number = [&](const llvm::Value *pointer) -> int {
    const auto found = numbers.find(llvm::dyn_cast<llvm::AllocaInst>(pointer));
    return found == numbers.end() ? -1 : static_cast<int>(found->second);
  };
  const auto transfer = [&](const llvm::BasicBlock &block, llvm::BitVector &state, bool mark) {
    for (const llvm::Instruction &instruction : block) {
      if (const auto *started = markedAlloca(instruction, llvm::Intrinsic::lifetime_start)) {
        if (const int n = number(started); n >= 0)
          state.set(static_cast<unsigned>(n));
      } else if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        if (const int n = number(store->getPointerOperand()); n >= 0)
          state.reset(static_cast<unsigned>(n));
      } else if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load && mark) {
        if (const int n = number(load->getPointerOperand()); n >= 0 && state.test(static_cast<unsigned>(n)))
          uninitialised_.insert(variables[static_cast<unsigned>(n)]);
      }
    }
  };

  llvm::DenseMap<const llvm::BasicBlock *, llvm::BitVector> atEntry;
  for (const llvm::BasicBlock &block : function)
    atEntry[&block].resize(static_cast<unsigned>(variables.size()));
  atEntry[&function.getEntryBlock()].set();
  std::vector<const llvm::BasicBlock *> work;
  llvm::DenseSet<const llvm::BasicBlock *> visited;
  work.push_back(&function.getEntryBlock());
  visited.insert(&function.getEntryBlock());
  while (!work.empty()) {
    const llvm::BasicBlock *block = work.back();
    work.pop_back();
    llvm::BitVector state = atEntry[block];
    transfer(*block, state, false);
    for (const llvm::BasicBlock *successor : llvm::successors(block)) {
      llvm::BitVector merged = atEntry[successor];
      merged |= state;
      const bool grown = merged != atEntry[successor];
      atEntry[successor] = merged;
      if (visited.insert(successor).second || grown)
        work.push_back(successor);
    }
  }
  for (const llvm::BasicBlock &block : function)
    if (visited.contains(&block)) {
      llvm::BitVector state = atEntry[&block];
      transfer(block, state, true);
    }
}

} // namespace heddle::frontend
