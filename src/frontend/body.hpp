// The control flow of one inlined function body: basic blocks, branches, phi nodes, returns.
//
// A basic block that is reached at two depths of atomic blocks is lowered once for each (see emitter.hpp).
#pragma once

#include "frontend/activation.hpp"
#include "frontend/calls.hpp"
#include "frontend/computation.hpp"
#include "frontend/inliner.hpp"
#include "frontend/memory_access.hpp"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Instructions.h>

#include <map>
#include <unordered_map>
#include <vector>

namespace heddle::frontend {

class Body {
public:
  Body(Activation &activation, program::FrameId frame, const Results &results);

  /// Lowers the body from the current position on; returns the points where the function returns.
  std::vector<Point> lower();

private:
  /// The rest of a block, from an instruction on, still to be lowered.
  struct Work {
    const llvm::BasicBlock *block;
    llvm::BasicBlock::const_iterator from;
    Point point;
  };

  void lowerFrom(const Work &work);
  void noteOrder(const llvm::Instruction &instruction);
  void lowerCall(const llvm::CallInst &call);
  void lowerTerminator(const llvm::Instruction &instruction);
  void lowerBranch(const llvm::BranchInst &branch);
  bool isAssertion(const llvm::BranchInst &branch) const;
  void lowerSwitch(const llvm::SwitchInst &instruction);
  void lowerComputedGoto(const llvm::IndirectBrInst &instruction);
  /// Leaves the block by one of several guarded ways.
  using Ways = llvm::MapVector<const llvm::BasicBlock *, Expr>;
  void takeOneOf(const llvm::BasicBlock *from, const Ways &ways);
  void lowerReturn(const llvm::ReturnInst &instruction);
  void checkResult();
  void jump(const llvm::BasicBlock *from, const llvm::BasicBlock *to);
  void assignPhis(const llvm::BasicBlock *from, const llvm::BasicBlock *to);
  // A survey (ModuleContext::Purpose) continues after constructs without a model.
  bool isSurvey() const;
  void defineOperands(const llvm::Instruction &instruction);
  void define(const llvm::Value *operand);
  void passBy(const llvm::Instruction &instruction, Point before);
  program::SourceSpan spanOf(const llvm::Instruction &instruction) const;

  Activation &activation_;
  Emitter &emitter_;
  Values &values_;
  program::ExprPool &pool_;
  MemoryAccess memory_;
  Computation computation_;
  Calls calls_;
  program::FrameId frame_;
  const Results &results_;
  const ReturnSlot &returnSlot_;
  RegisterId hasResult_ = program::noRegister; // if it matters: whether the value to return has been written
  std::vector<Work> work_;
  std::map<std::pair<const llvm::BasicBlock *, unsigned>, LocationId> blocks_; // by block and depth
  std::unordered_map<const llvm::Instruction *, std::vector<RegisterId>> registers_;
  MeetingPoints returns_;
  std::vector<llvm::DebugLoc> errorCalls_; // where the function calls error functions
};

} // namespace heddle::frontend
