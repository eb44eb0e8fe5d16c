// The lifetimes of compound literals, which Clang does not mark: a literal lives as long as control is in the block
// that contains it (C11, 6.5.2.5).
//
// The block is known from debug information: it is the innermost lexical block to which all uses of the literal belong.
// A lifetime begins and ends where consecutive instructions are on different sides of the block's border. The block of
// a whole function needs nothing of this, because such a literal lives until the return.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace heddle::frontend {

class CompoundLiterals {
public:
  explicit CompoundLiterals(const llvm::Function &function);

  /// Whether the literal's lifetime ends before the function returns.
  bool contains(const llvm::AllocaInst &literal) const { return blocks_.contains(&literal); }

  struct Change {
    const llvm::AllocaInst *literal;
    bool begins; // or ends
  };
  /// The lifetimes that begin or end between two instructions, one of which is executed after the other.
  std::vector<Change> between(const llvm::Instruction &before, const llvm::Instruction &after) const;

private:
  void findBlock(const llvm::AllocaInst &literal);
  void findScopes(const llvm::Function &function);
  const llvm::DILocalScope *scopeOf(const llvm::Instruction &instruction) const { return scopes_.lookup(&instruction); }

  llvm::DenseMap<const llvm::Instruction *, const llvm::DILocalScope *> scopes_;
  llvm::MapVector<const llvm::AllocaInst *, const llvm::DILocalScope *> blocks_; // by literal
};

} // namespace heddle::frontend
