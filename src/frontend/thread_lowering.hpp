// The automaton of one thread function: what happens before and after its body.
#pragma once

#include "frontend/emitter.hpp"
#include "frontend/inliner.hpp"
#include "frontend/module_context.hpp"
#include "frontend/thread_locals.hpp"

#include <vector>

namespace heddle::frontend {

class ThreadLowering {
public:
  ThreadLowering(ModuleContext &module, const llvm::Function &function);

  /// main as the program's first thread: constructors, main itself, exit handlers.
  program::Cfa lowerMain();
  /// A function in which threads are started.
  program::Cfa lowerThread();

private:
  void refuseInitialisers();
  void chooseWeakSymbols();
  std::vector<Lowered> mainArguments();
  Expr commandLine(Expr count);
  Expr environment();
  Expr threadResult(llvm::ArrayRef<program::RegisterId> results);
  program::Cfa finish();

  ModuleContext &module_;
  const llvm::Function &function_;
  Emitter emitter_;
  ThreadLocals threadLocals_;
  Inliner inliner_;
};

} // namespace heddle::frontend
