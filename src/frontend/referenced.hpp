// The functions that an execution can get to, as far as names tell.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/StringRef.h>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace heddle::frontend {

/// The functions to which code refers that starts in the function with the name `entry`, in a constructor, a destructor
/// or a library model. All functions, if the entry is not defined.
llvm::DenseSet<const llvm::Function *> referencedFunctions(const llvm::Module &module, llvm::StringRef entry);

} // namespace heddle::frontend
