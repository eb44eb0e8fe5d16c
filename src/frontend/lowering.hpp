// From LLVM IR to the model.
//
// The classes, from the outside in: `lowerModule` builds one automaton for main and one for each function
// that a thread may start in (thread_lowering). An automaton contains the bodies of all functions called, in
// place of the calls (Inliner); each body is walked block by block (Body), and its instructions are
// lowered by kind (MemoryAccess, Computation, Calls, the tables of intrinsics). All of them build the
// automaton through one Emitter, and find the state of the call that they are part of in an Activation: the
// values of SSA names (Values) and the local variables (LocalStorage). What all automata share is in the
// ModuleContext.
#pragma once

#include "frontend/frontend.hpp"
#include "program/program.hpp"

namespace llvm {
class Module;
} // namespace llvm

namespace heddle::frontend {

/// Lowers main and, transitively, every function that a thread may start in.
support::Expected<bool> lowerModule(const Options &options, const llvm::Module &module, program::Program &program);

} // namespace heddle::frontend
