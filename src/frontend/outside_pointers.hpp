// Pointers that an `extern` object without a definition holds when the program starts.
//
// What they point to is outside of the program. An arbitrary address would be wrong: it could hit an object of the
// program, or none at all. So main stores, before anything else happens, either null or the address of one object that
// stands for all that is outside and cannot be accessed. A load from such an object that yields this address ends the
// execution in a Halt, since what lies there is not known.
//
// Objects with more pointers than a few are left as they are, and every load of a pointer from them ends in a Halt.
#pragma once

#include "frontend/module_context.hpp"
#include "frontend/values.hpp"

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

namespace heddle::frontend {

/// Whether the object is defined outside of the program, and contains pointers.
bool holdsOutsidePointers(const llvm::GlobalVariable &variable);

/// Emits the stores at the start of main.
void chooseOutsidePointers(ModuleContext &module, Emitter &emitter);

/// Ends executions in which the load, of a pointer, has yielded a pointer to outside of the program.
void refuseOutsidePointer(const llvm::LoadInst &load, Expr loaded, Emitter &emitter, Objects &objects);

} // namespace heddle::frontend
