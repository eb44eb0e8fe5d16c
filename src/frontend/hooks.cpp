#include "frontend/hooks.hpp"

#include <algorithm>
#include <map>
#include <ranges>

namespace heddle::frontend {

namespace {

constexpr llvm::StringRef exitHandlers = "__heddle_run_atexit";
constexpr llvm::StringRef cleanupHandlers = "__heddle_run_cleanup_handlers";
constexpr llvm::StringRef threadCleanup = "__heddle_thread_cleanup";
constexpr llvm::StringRef constructors = "llvm.global_ctors";
constexpr llvm::StringRef destructors = "llvm.global_dtors";

/// The functions of a list such as `llvm.global_ctors`, in the order of their priorities.
/// `llvm.global_dtors`, from __attribute__((constructor)) and ((destructor)).
std::vector<const llvm::Function *> listed(const llvm::Module &module, llvm::StringRef name) {
  std::vector<const llvm::Function *> functions;
  const llvm::GlobalVariable *list = module.getNamedGlobal(name);
  if (!list || !list->hasInitializer())
    return functions;
  std::multimap<std::uint64_t, const llvm::Function *> ordered;
  for (const llvm::Use &entry : list->getInitializer()->operands()) {
    const auto *fields = llvm::dyn_cast<llvm::ConstantStruct>(entry.get());
    if (!fields)
      continue;
    if (const auto *function = llvm::dyn_cast<llvm::Function>(fields->getOperand(1)->stripPointerCasts()))
      ordered.emplace(llvm::cast<llvm::ConstantInt>(fields->getOperand(0))->getZExtValue(), function);
  }
  for (const auto &[priority, function] : ordered)
    functions.push_back(function);
  return functions;
}
/// Calls a library model that is linked only into programs that need it.
void callIfLinked(llvm::StringRef name, const ModuleContext &module, Inliner &inliner) {
  if (const llvm::Function *hook = module.definition(name))
    inliner.callAndContinue(*hook);
}

} // namespace

void runConstructors(const ModuleContext &module, Inliner &inliner) {
  for (const llvm::Function *function : listed(module.module, constructors))
    inliner.callAndContinue(*function);
}

void runExitHandlers(const ModuleContext &module, Inliner &inliner) {
  callIfLinked(exitHandlers, module, inliner);
  const std::vector<const llvm::Function *> functions = listed(module.module, destructors);
  for (const llvm::Function *function : std::views::reverse(functions))
    inliner.callAndContinue(*function);
}

bool hasExitHandlers(const ModuleContext &module) {
  return module.definition(exitHandlers) || module.module.getNamedGlobal(destructors);
}

void runCleanupHandlers(const ModuleContext &module, Inliner &inliner, Expr result) {
  if (const llvm::Function *hook = module.definition(cleanupHandlers))
    inliner.callAndContinue(*hook, {Lowered{result}});
}

void runThreadCleanup(const ModuleContext &module, Inliner &inliner) { callIfLinked(threadCleanup, module, inliner); }

} // namespace heddle::frontend
