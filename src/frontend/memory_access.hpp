// Loads, stores, atomic operations and fences.
#pragma once

#include "frontend/emitter.hpp"
#include "frontend/local_storage.hpp"
#include "frontend/values.hpp"

#include <llvm/IR/Instructions.h>

namespace heddle::frontend {

/// Whether the instruction is an atomic access or a fence that is weaker than sequentially consistent.
bool isWeakAtomic(const llvm::Instruction &instruction);

class MemoryAccess {
public:
  MemoryAccess(Emitter &emitter, Values &values, LocalStorage &locals)
      : emitter_(emitter), values_(values), locals_(locals), pool_(emitter.pool()), layout_(values.layout()) {}

  /// False if the instruction does not access memory.
  bool lower(const llvm::Instruction &instruction);

private:
  void load(const llvm::LoadInst &instruction);
  void store(const llvm::StoreInst &instruction);
  void readModifyWrite(const llvm::AtomicRMWInst &instruction);
  /// What a read-modify-write stores; nullptr if the operation has no model.
  Expr updated(llvm::AtomicRMWInst::BinOp operation, Expr old, Expr operand) const;
  void compareExchange(const llvm::AtomicCmpXchgInst &instruction);
  void fence(const llvm::FenceInst &instruction);
  Expr loadScalar(Expr address, llvm::Type *type, program::Access access);

  Emitter &emitter_;
  Values &values_;
  LocalStorage &locals_;
  program::ExprPool &pool_;
  const llvm::DataLayout &layout_;
};

} // namespace heddle::frontend
