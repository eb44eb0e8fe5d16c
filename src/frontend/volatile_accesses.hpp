// --volatile=atomic: accesses to volatile objects as relaxed atomics, which is what kernel-style code means by them.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::frontend {

/// Makes every volatile load and store of a scalar a relaxed atomic one. To be called before the library models are
/// linked, whose accesses mean what they say. A volatile struct that is copied as a whole stays as it is: no machine
/// copies it in one step.
void makeVolatileAtomic(llvm::Module &program);

} // namespace heddle::frontend
