// What a function without a body may write: the scalars of the objects that its arguments point to, and of the globals
// that code outside of the program can see.
//
// A pointer to const is not written through. A global is visible outside if it has external linkage, or if its address
// is passed to some function without a body. Objects whose type a header of the system defines (mutexes, streams) are
// not data, and are left alone. Bit-fields, arrays beyond their first elements and memory of unknown type are left out;
// the targets are then not *complete*.
//
// Scalars are those of the C types. A pointer becomes null or points to a new object, as for results of such functions:
// an invented address must not hit an object of the program.
#pragma once

#include "frontend/activation.hpp"

#include <llvm/IR/Instructions.h>

#include <string>
#include <vector>

namespace heddle::frontend {

/// A scalar that can be written.
struct WriteTarget {
  Expr base; // the pointer that leads there, which may be null at run time
  std::uint64_t offset = 0;
  program::TypeId type = program::unknownType;
  std::string place; // for people: "config.size", "*argument 2"
};

struct WriteTargets {
  std::vector<WriteTarget> scalars;
  bool complete = true;
};

WriteTargets writeTargetsOf(const llvm::CallInst &call, const llvm::Function &function, Activation &activation);

/// Whether the function may write through this argument of the call.
bool isWritableArgument(const llvm::CallInst &call, unsigned number, const llvm::Function &function,
                        ModuleContext &module);

} // namespace heddle::frontend
