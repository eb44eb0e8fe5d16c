// What code outside of the program can reach on its own: the variables whose address it knows, and the functions that
// only it can call. Used for functions without a body (unknown_writes.hpp, unknown_function.hpp), which belong to that
// code.
//
// The address of a variable is known outside if the variable has external linkage, or if the program gives its address
// away: to a function without a body, or to memory, from where it may get to one. A use that is not recognised counts
// as giving the address away. A pointer to const gives nothing away, unless the data has pointers in it.
#pragma once

#include "frontend/debug_types.hpp"

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace heddle::frontend {

/// Whether data of this type may contain addresses. Data of unknown type may.
bool mayHoldPointers(program::TypeId type, const program::TypeTable &types);
/// Whether it is, or contains, an object that only functions of the library should change: a mutex, a stream.
bool holdsSystemObject(program::TypeId type, const program::TypeTable &types);

/// Whether code outside of the program can write the variable.
bool isVisibleOutside(const llvm::GlobalVariable &variable, const program::TypeTable &table, DebugTypes &types);

/// Whether a value that the program did not write has a likely origin outside (StaticObject::setOutside): the program
/// only reads the variable, and it has external linkage or is written by a function that only code outside can call; or
/// its address is in an external table that the program never writes.
bool isSetOutside(const llvm::GlobalVariable &variable);

/// A function with an effect that only code outside can call; nullptr if there is none.
const llvm::Function *functionForOutside(const llvm::Module &module);

/// Whether the program only loads from the address, and from constant offsets.
bool isOnlyRead(const llvm::Value &address);
/// Whether the program only stores to the variable, so that the content is meant for code outside.
bool isOnlyWritten(const llvm::GlobalVariable &variable);

/// Whether some address becomes an integer, except to compare or subtract it.
bool convertsPointers(const llvm::Module &module);

/// The variable that errno stands for, if code of the user names errno; nullptr otherwise.
const llvm::GlobalVariable *errnoOf(const llvm::Module &module);

} // namespace heddle::frontend
