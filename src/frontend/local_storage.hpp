// Where the local variables of one activation are kept: in registers, or in objects on the stack.
// locals.hpp decides which; here they are made, read, written and freed.
#pragma once

#include "frontend/debug_types.hpp"
#include "frontend/emitter.hpp"
#include "frontend/locals.hpp"
#include "frontend/values.hpp"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace heddle::frontend {

class LocalStorage {
public:
  /// Pointers in registers are kept for `addPointers` if `keepsPointers`.
  LocalStorage(const llvm::Function &function, const Locals &locals, DebugTypes &types, Emitter &emitter,
               Values &values, bool keepsPointers)
      : function_(function), locals_(locals), types_(types), emitter_(emitter), values_(values),
        keepsPointers_(keepsPointers) {}

  /// An `alloca`. A local without lifetime markers lives from here to the return.
  void declare(const llvm::AllocaInst &local);
  /// The lifetime markers.
  void beginLifetime(const llvm::AllocaInst &local);
  void endLifetime(const llvm::AllocaInst &local);
  /// `llvm.stackrestore`: the end of the variable-length arrays of a block.
  void restoreStack(const llvm::IntrinsicInst &restore);
  /// The lifetimes of compound literals that begin or end between two instructions.
  void passBetween(const llvm::Instruction &before, const llvm::Instruction &after);
  /// The copy of an argument that is passed by value in memory. It lives until the caller frees it after the call.
  RegisterId allocateArgument(Expr size, program::AllocationSite site);
  /// An object without content that exists as long as the call: its address identifies the call.
  RegisterId allocateFrame(const std::string &function);
  /// Frees, at a return, the objects that have no lifetime markers.
  void freeAtReturn();

  /// Frees all objects that are alive at the current position.
  void freeAll();

  /// The registers of variables that are pointers. They are null where the variable is not in scope.
  void addPointers(std::vector<program::Expr> &pointers) const;

  /// Lowers the access if it is to a local in a register; otherwise false, and it accesses memory.
  bool load(const llvm::LoadInst &instruction);
  bool store(const llvm::StoreInst &instruction, const Lowered &value);

private:
  void checkLength(Expr length);
  /// The register for the address of a local in memory.
  RegisterId addressOf(const llvm::AllocaInst &local, const Named &named);
  /// Whether the pointer, which has no memory, has a register that is null while it is not in scope.
  bool isKept(const llvm::AllocaInst &local) const;
  void clearKept(const llvm::AllocaInst &local);

  const llvm::Function &function_;
  const Locals &locals_;
  DebugTypes &types_;
  Emitter &emitter_;
  Values &values_;
  const bool keepsPointers_;
  llvm::DenseMap<const llvm::AllocaInst *, RegisterId> registers_; // the variable, or the object's address
  std::vector<RegisterId> objects_;       // addresses of objects, null while they are not alive
  std::vector<RegisterId> freedAtReturn_; // those of objects without lifetime markers
};

} // namespace heddle::frontend
