// Mark and sweep over the module: a function or variable is marked if a marked function mentions it, or the initialiser
// of a marked variable does. Code can call a function, or take its address, only if it names it, so what is not marked
// is never executed, and no pointer leads to it. (A function without a body might get at functions by their names;
// the lowering does not follow such calls, and a proof cannot rest on a function of which nothing is known.)
//
// A component is often verified as a part of a large file or of many files. The analysis of function pointers would
// otherwise take most of the time of loading, and find callees that only code which is never executed provides.
//
// Models are linked only if the program needs them, and some are called by no instruction (hooks.cpp): all of them are
// marked.
#include "frontend/referenced.hpp"

#include "frontend/debug_types.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace heddle::frontend {

namespace {

class Marking {
public:
  void mark(const llvm::Value *value) {
    const auto *constant = llvm::dyn_cast<llvm::Constant>(value);
    if (constant == nullptr || llvm::isa<llvm::ConstantData>(constant) || !marked_.insert(constant).second)
      return;
    work_.push_back(constant);
  }

  void propagate() {
    while (!work_.empty()) {
      const llvm::Constant *constant = work_.back();
      work_.pop_back();
      for (const llvm::Use &operand : constant->operands()) // of a variable: its initialiser
        mark(operand.get());
      const auto *function = llvm::dyn_cast<llvm::Function>(constant);
      if (function == nullptr)
        continue;
      functions_.insert(function);
      for (const llvm::Instruction &instruction : llvm::instructions(function))
        for (const llvm::Use &operand : instruction.operands())
          mark(operand.get());
    }
  }

  llvm::DenseSet<const llvm::Function *> functions() && { return std::move(functions_); }

private:
  llvm::DenseSet<const llvm::Constant *> marked_;
  llvm::DenseSet<const llvm::Function *> functions_;
  std::vector<const llvm::Constant *> work_;
};

} // namespace

llvm::DenseSet<const llvm::Function *> referencedFunctions(const llvm::Module &module, llvm::StringRef entry) {
  const llvm::Function *start = module.getFunction(entry);
  const bool isWhole = start == nullptr || start->isDeclaration();
  Marking marking;
  if (!isWhole)
    marking.mark(start);
  for (const llvm::Function &function : module)
    if (isWhole || isRuntime(function))
      marking.mark(&function);
  // Also what is kept for the linker: tables in sections are reached by __start_NAME, not by their names.
  for (const char *list : {"llvm.global_ctors", "llvm.global_dtors", "llvm.used", "llvm.compiler.used"})
    if (const llvm::GlobalVariable *functions = module.getNamedGlobal(list))
      marking.mark(functions);
  marking.propagate();
  return std::move(marking).functions();
}

} // namespace heddle::frontend
