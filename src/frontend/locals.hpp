// How each local variable of a function is represented.
//
// At -O0 every local is an `alloca`. One whose address is only ever loaded from and stored to is a
// *variable*: it becomes a register of the automaton. One that is in addition written exactly once, in
// the entry block before all reads (mostly a parameter), is an *alias* of the value written and needs no
// register at all; constants such as thread functions are thus propagated through calls. Every other local
// is *memory*: an object with an address, allocated and freed with its scope.
#pragma once

#include "frontend/compound_literals.hpp"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::frontend {

enum class LocalKind : std::uint8_t { Variable, Alias, Memory };

class Locals {
public:
  explicit Locals(const llvm::Function &function);

  LocalKind kind(const llvm::AllocaInst &local) const;
  /// The variable may be read before it is written: it needs an arbitrary value at the start of its lifetime.
  bool readUninitialised(const llvm::AllocaInst &local) const { return uninitialised_.contains(&local); }
  /// The local has lifetime markers, or is a compound literal in a block; otherwise it lives until the call returns.
  bool hasLifetime(const llvm::AllocaInst &local) const {
    return scoped_.contains(&local) || literals_.contains(local);
  }
  const CompoundLiterals &literals() const { return literals_; }
  /// The locals of variable size that are allocated while the stack is as `llvm.stackrestore` leaves it, or later:
  /// those of them that are variable-length arrays end there. (Memory from alloca() lives until the return.)
  llvm::ArrayRef<const llvm::AllocaInst *> endedBy(const llvm::IntrinsicInst &restore) const;

private:
  void classify(const llvm::AllocaInst &local);
  void findUninitialisedReads(const llvm::Function &function);
  void findEnds(const llvm::Function &function);

  CompoundLiterals literals_;
  llvm::DenseMap<const llvm::AllocaInst *, LocalKind> kinds_;
  llvm::DenseSet<const llvm::AllocaInst *> uninitialised_;
  llvm::DenseSet<const llvm::AllocaInst *> scoped_;
  llvm::DenseMap<const llvm::Instruction *, llvm::SmallVector<const llvm::AllocaInst *, 2>> ends_; // by stackrestore
};

} // namespace heddle::frontend
