// Static objects: globals, string literals and functions of the LLVM module, numbered on first use, and
// the values of LLVM constants, in which addresses are pointers to these objects.
#pragma once

#include "frontend/debug_types.hpp"
#include "program/program.hpp"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <string>
#include <vector>

namespace heddle::frontend {

/// The width of a scalar (or small vector) in the model; 0 for any other type.
unsigned scalarWidth(const llvm::Type *type, const llvm::DataLayout &layout);

/// A scalar inside a type: its offset and its own type.
struct Leaf {
  llvm::Type *type;
  std::uint64_t offset; // in bytes
};
/// The scalars of a type in memory order; a union has the type that LLVM represents it by.
/// Types with more than `limit` leaves give an incomplete list of `limit + 1`.
llvm::SmallVector<Leaf, 4> leavesOf(llvm::Type *type, const llvm::DataLayout &layout, std::size_t limit = 4096);

/// The value of `&&label`: a small number, unique in its function, which is the address of no object.
program::Bits labelAddress(const llvm::BasicBlock &block);

/// The object whose address the constant is, or an address in which it is, if only code outside of the program knows
/// its size: an `extern` array without a length, or of an incomplete type. nullptr otherwise.
const llvm::GlobalVariable *objectOfUnknownSize(const llvm::Constant &address);

program::Bits toBits(const llvm::APInt &value);

class Objects {
public:
  Objects(program::Program &program, const llvm::Module &module, DebugTypes &types);

  program::ObjectId idOf(const llvm::GlobalValue &global);

  /// A pointer to the object that stands for everything outside of the program (outside_pointers.hpp).
  program::Bits outside();

  /// The function that a pointer constant denotes, or nullptr.
  const llvm::Function *functionAt(program::Bits pointer) const;

  /// Whether a pointer constant points into a variable that a file of the program defines.
  bool isDefined(program::Bits pointer) const;

  /// The string at a pointer constant into memory that never changes and has a terminator; none for any other pointer.
  std::optional<std::string> constantString(program::Bits pointer);

  /// The value of a scalar constant; none for undef and for a constant whose value the model does not fix.
  std::optional<program::Bits> scalar(const llvm::Constant &constant);

  /// Fills in the initial bytes of every object numbered so far (and of those that they point to).
  void finish();

  /// The bytes of an initialiser, undefined parts as zero.
  std::vector<std::uint8_t> bytesOf(const llvm::Constant &constant);

private:
  void choosePointerLayout(const llvm::Module &module);
  void write(const llvm::Constant &constant, std::uint64_t offset, std::vector<std::uint8_t> &bytes);

  program::Program &program_;
  const llvm::DataLayout &layout_;
  DebugTypes &types_;
  llvm::DenseMap<const llvm::GlobalValue *, program::ObjectId> ids_;
  std::vector<const llvm::GlobalValue *> globals_{nullptr}; // by ObjectId
  program::ObjectId outside_ = program::nullObject;         // once it is needed
};

} // namespace heddle::frontend
