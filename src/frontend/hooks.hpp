// Functions that run although the program does not call them: constructors, exit handlers, destructors,
// and the clean-up of a thread.
#pragma once

#include "frontend/inliner.hpp"
#include "frontend/module_context.hpp"

namespace heddle::frontend {

/// Functions with __attribute__((constructor)), before main.
void runConstructors(const ModuleContext &module, Inliner &inliner);
/// The handlers of atexit() and the functions with __attribute__((destructor)), which exit() and the return
/// from main run before the program ends.
void runExitHandlers(const ModuleContext &module, Inliner &inliner);
bool hasExitHandlers(const ModuleContext &module);
/// The handlers of pthread_cleanup_push, which pthread_exit runs.
void runCleanupHandlers(const ModuleContext &module, Inliner &inliner, Expr result);
/// The destructors of thread-specific data, which run before a thread ends.
void runThreadCleanup(const ModuleContext &module, Inliner &inliner);

} // namespace heddle::frontend
