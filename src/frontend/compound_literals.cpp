#include "frontend/compound_literals.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstIterator.h>

namespace heddle::frontend {

namespace {

bool isCompoundLiteral(const llvm::Instruction &instruction) {
  const auto *local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
  return local != nullptr && local->isStaticAlloca() && local->getName().starts_with(".compoundliteral");
}

/// Instructions without a line do not belong to a statement.
const llvm::DILocalScope *statedScope(const llvm::Instruction &instruction) {
  const llvm::DebugLoc &location = instruction.getDebugLoc();
  if (!location || location.getLine() == 0)
    return nullptr;
  return llvm::cast<llvm::DILocalScope>(location.getScope())->getNonLexicalBlockFileScope();
}

const llvm::DILocalScope *parentOf(const llvm::DILocalScope *scope) {
  const auto *block = llvm::dyn_cast<llvm::DILexicalBlockBase>(scope);
  return block == nullptr ? nullptr : block->getScope()->getNonLexicalBlockFileScope();
}

bool isWithin(const llvm::DILocalScope *scope, const llvm::DILocalScope *block) {
  while (scope != nullptr && scope != block)
    scope = parentOf(scope);
  return scope == block;
}

/// Instructions that use the local or an address computed from it.
llvm::SmallVector<const llvm::Instruction *, 16> usesOf(const llvm::AllocaInst &local) {
  llvm::SmallVector<const llvm::Instruction *, 16> result;
  llvm::SmallPtrSet<const llvm::Instruction *, 16> seen;
  llvm::SmallVector<const llvm::Value *, 16> pending{&local};
  while (!pending.empty())
    for (const llvm::User *user : pending.pop_back_val()->users()) {
      const auto *instruction = llvm::dyn_cast<llvm::Instruction>(user);
      if (instruction == nullptr || !seen.insert(instruction).second)
        continue;
      result.push_back(instruction);
      if (llvm::isa<llvm::GetElementPtrInst, llvm::CastInst, llvm::PHINode, llvm::SelectInst>(instruction))
        pending.push_back(instruction);
    }
  return result;
}

} // namespace

CompoundLiterals::CompoundLiterals(const llvm::Function &function) {
  std::vector<const llvm::AllocaInst *> literals;
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (isCompoundLiteral(instruction))
      literals.push_back(llvm::cast<llvm::AllocaInst>(&instruction));
  if (literals.empty() || function.getSubprogram() == nullptr)
    return;
  findScopes(function);
  for (const llvm::AllocaInst *literal : literals)
    findBlock(*literal);
}

/// An instruction without a scope of its own belongs to that of the instruction before it. At the start of a block, it
/// belongs to that of the next instruction that has one, also if this is in another block.
void CompoundLiterals::findScopes(const llvm::Function &function) {
  const llvm::DILocalScope *whole = function.getSubprogram();
  const auto scopeFrom = [&](const llvm::BasicBlock &start) {
    llvm::SmallPtrSet<const llvm::BasicBlock *, 8> seen;
    for (const llvm::BasicBlock *block = &start; block != nullptr && seen.insert(block).second;) {
      for (const llvm::Instruction &instruction : *block)
        if (const llvm::DILocalScope *scope = statedScope(instruction))
          return scope;
      const llvm::Instruction *end = block->getTerminator();
      block = end->getNumSuccessors() == 0 ? nullptr : end->getSuccessor(0);
    }
    return whole;
  };
  for (const llvm::BasicBlock &block : function) {
    const llvm::DILocalScope *scope = block.isEntryBlock() ? whole : scopeFrom(block);
    for (const llvm::Instruction &instruction : block) {
      if (const llvm::DILocalScope *stated = statedScope(instruction))
        scope = stated;
      // Nothing is alive at a return, whatever its line is.
      scopes_[&instruction] = llvm::isa<llvm::ReturnInst>(instruction) ? whole : scope;
    }
  }
}

void CompoundLiterals::findBlock(const llvm::AllocaInst &literal) {
  const llvm::DILocalScope *block = nullptr;
  for (const llvm::Instruction *use : usesOf(literal)) {
    const llvm::DILocalScope *scope = scopeOf(*use);
    if (block == nullptr)
      block = scope;
    while (!isWithin(scope, block))
      block = parentOf(block);
  }
  if (block != nullptr && !llvm::isa<llvm::DISubprogram>(block))
    blocks_[&literal] = block;
}

std::vector<CompoundLiterals::Change> CompoundLiterals::between(const llvm::Instruction &before,
                                                                const llvm::Instruction &after) const {
  std::vector<Change> changes;
  if (blocks_.empty() || scopeOf(before) == scopeOf(after))
    return changes;
  for (const auto &[literal, block] : blocks_)
    if (const bool begins = isWithin(scopeOf(after), block); begins != isWithin(scopeOf(before), block))
      changes.push_back({literal, begins});
  return changes;
}

} // namespace heddle::frontend
