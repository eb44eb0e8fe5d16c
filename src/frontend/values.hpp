// The values of one activation: what each LLVM value is as expressions of the model.
//
// SSA values become expressions over registers. A register that such an expression mentions is assigned
// only where the SSA value is defined; since definitions dominate uses, the expression is valid wherever
// the value may be used. Pure instructions with one use therefore cost no action at all.
#pragma once

#include "frontend/emitter.hpp"
#include "frontend/objects.hpp"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instruction.h>

#include <string>

namespace heddle::frontend {

/// The scalars that an LLVM value consists of: one, or several for a first-class aggregate.
using Lowered = llvm::SmallVector<Expr, 2>;
using Registers = llvm::SmallVector<RegisterId, 2>;

class Values {
public:
  Values(Emitter &emitter, Objects &objects, const llvm::DataLayout &layout)
      : emitter_(emitter), objects_(objects), layout_(layout) {}

  /// The value of an instruction, argument or constant. A value without a model ends the path in a Halt.
  Lowered of(const llvm::Value *value);
  /// The same for a value that is not an aggregate.
  Expr scalar(const llvm::Value *value);
  bool contains(const llvm::Value *value) const { return values_.contains(value); }

  void bind(const llvm::Value *value, Lowered scalars) { values_[value] = std::move(scalars); }
  /// Binds the value to registers; nothing if there are none (void).
  void bind(const llvm::Value *value, llvm::ArrayRef<RegisterId> registers);
  /// Defines an instruction's value. A value with several uses gets a register, so that expressions stay
  /// trees of bounded size.
  void define(const llvm::Instruction &instruction, Expr value);

  /// New registers for a value of the type: one for each scalar.
  Registers registersFor(llvm::Type *type, const std::string &name);

  /// The width of a scalar type, 0 for any other type.
  unsigned widthOf(const llvm::Type *type) const { return scalarWidth(type, layout_); }
  const llvm::DataLayout &layout() const { return layout_; }
  Objects &objects() const { return objects_; }

private:
  Lowered aggregate(const llvm::Constant &constant);

  Emitter &emitter_;
  Objects &objects_;
  const llvm::DataLayout &layout_;
  llvm::DenseMap<const llvm::Value *, Lowered> values_;
};

/// The text of a string literal that a pointer argument denotes, or "".
std::string literal(const llvm::Value *value);

} // namespace heddle::frontend
