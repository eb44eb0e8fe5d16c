#include "frontend/volatile_accesses.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/MathExtras.h>

namespace heddle::frontend {

namespace {

/// LLVM has atomic accesses to these only.
bool canBeAtomic(const llvm::Type &type, const llvm::DataLayout &layout) {
  constexpr std::uint64_t mostBits = 64;
  if (!type.isIntegerTy() && !type.isPointerTy() && !type.isFloatingPointTy())
    return false;
  const std::uint64_t bits = layout.getTypeSizeInBits(const_cast<llvm::Type *>(&type));
  return bits >= 8 && bits <= mostBits && llvm::isPowerOf2_64(bits);
}

template <typename Access> void makeAtomic(Access &access, const llvm::Type &type, const llvm::DataLayout &layout) {
  if (access.isVolatile() && !access.isAtomic() && canBeAtomic(type, layout))
    access.setAtomic(llvm::AtomicOrdering::Monotonic);
}

} // namespace

void makeVolatileAtomic(llvm::Module &program) {
  const llvm::DataLayout &layout = program.getDataLayout();
  for (llvm::Function &function : program)
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
        makeAtomic(*load, *load->getType(), layout);
      else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
        makeAtomic(*store, *store->getValueOperand()->getType(), layout);
    }
}

} // namespace heddle::frontend
