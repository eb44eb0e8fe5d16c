// Where a function puts the value that it returns, and whether it may end without one.
//
// C allows a function to end without a return value as long as its caller does not use the value (C11, 6.9.1). Clang
// keeps the value in a local without a name, or where a hidden argument points to (a large struct), from which the
// return loads it. A path from the entry to a return that does not write there has no return statement with a value.
// No variable of the program is there: translation_unit.cpp keeps clang from building structs in place.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace heddle::frontend {

class ReturnSlot {
public:
  explicit ReturnSlot(const llvm::Function &function);

  /// Some path to a return writes no value.
  bool mayBeEmpty() const { return mayBeEmpty_; }
  /// The instruction provides the value, or a part of it.
  bool isWrittenBy(const llvm::Instruction &instruction) const;

private:
  bool reachesReturnEmpty(const llvm::Function &function) const;

  const llvm::Value *slot_ = nullptr; // none: every return has a value of its own
  bool mayBeEmpty_ = false;
};

/// Whether the caller uses what the call returns.
bool isResultUsed(const llvm::CallInst &call);

} // namespace heddle::frontend
