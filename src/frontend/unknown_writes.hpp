// What a function without a body may write: the scalars of the objects that its arguments point to, and of the
// variables that code outside of the program can see (outside.hpp), errno among them.
//
// A pointer to const is not written through. Objects whose type a header of the system defines (mutexes, streams) are
// not data, and are left alone.
//
// A proof may rest on the targets only if they are all that the function can reach. Whatever is not followed is a
// *gap*: pointers in what it reaches, bit-fields, arrays beyond their first elements, memory of unknown type, pointers
// that an earlier call may have kept, addresses that have become integers, functions of the program and objects of the
// system that it is given.
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
  std::string gap; // for people: the first that was found; empty if the scalars are all that the function can write
};

WriteTargets writeTargetsOf(const llvm::CallInst &call, const llvm::Function &function, Activation &activation);

/// Whether the function may write through this argument of the call.
bool isWritableArgument(const llvm::CallInst &call, unsigned number, const llvm::Function &function,
                        ModuleContext &module);

} // namespace heddle::frontend
