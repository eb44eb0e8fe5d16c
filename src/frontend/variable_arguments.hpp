// The arguments of functions with `...` that the program defines.
//
// Clang expands va_arg for the x86 calling conventions. On x86-64, a va_list says how many registers of the save area
// are used up, and where the arguments in memory continue; on x86, it is a pointer to them. Both conventions allow all
// arguments to be in memory, as they are for a call with many arguments. Calls are inlined, so the arguments are known
// where the call is lowered: they are placed in an object of exactly their size, as in memory, and va_start makes a
// list whose registers are used up. Reading more arguments than were passed is then an access beyond that object.
#pragma once

#include "frontend/activation.hpp"

#include <llvm/IR/InstrTypes.h>

namespace heddle::frontend {

/// Whether the function contains va_start.
bool readsVariableArguments(const llvm::Function &function);

/// Places the variable arguments of a call in an object of the caller and returns the register with its address.
RegisterId placeVariableArguments(const llvm::CallInst &call, const llvm::Function &callee, Activation &caller);

/// The expansions of va_start and va_copy.
void startArgumentList(Emitter &emitter, Expr list, Expr arguments);
void copyArgumentList(Emitter &emitter, const llvm::DataLayout &layout, Expr target, Expr source);

/// The alignment, in bytes, of an argument in memory.
enum class ArgumentAlignment : std::uint8_t { Word, Large };
/// What va_arg yields for an argument of `bits` bits.
Expr takeArgument(Emitter &emitter, Expr list, unsigned bits, ArgumentAlignment alignment = ArgumentAlignment::Word);

/// Whether clang's expansion of va_arg branches here, to the save area of registers or to the arguments in memory.
bool choosesRegisters(const llvm::BranchInst &branch);

/// Whether the block is where that expansion continues with memory. An argument that could have been in registers (an
/// __int128, which is passed as two words) is not distinguished from two arguments, and so is not aligned in memory.
bool ignoresAlignment(const llvm::BasicBlock &block);

} // namespace heddle::frontend
