// Instructions that only compute: arithmetic, comparisons, casts, addresses, aggregates, vectors.
#pragma once

#include "frontend/emitter.hpp"
#include "frontend/values.hpp"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

namespace heddle::frontend {

/// Whether all scalars that the instruction uses and makes have a type with a model; _Float16 and __float128 have none.
bool hasModel(const llvm::Instruction &instruction, const llvm::DataLayout &layout);

class Computation {
public:
  Computation(Emitter &emitter, Values &values)
      : emitter_(emitter), values_(values), pool_(emitter.pool()), layout_(values.layout()) {}

  /// Defines the instruction's value; an instruction without a model ends the path in a Halt.
  void lower(const llvm::Instruction &instruction);

private:
  void lowerBinary(const llvm::BinaryOperator &instruction);
  void lowerCast(const llvm::CastInst &instruction);
  void lowerSelect(const llvm::SelectInst &instruction);
  Expr address(const llvm::GEPOperator &gep);
  // aggregates.cpp
  void extractValue(const llvm::ExtractValueInst &instruction);
  void insertValue(const llvm::InsertValueInst &instruction);
  void lowerVector(const llvm::Instruction &instruction);

  Emitter &emitter_;
  Values &values_;
  program::ExprPool &pool_;
  const llvm::DataLayout &layout_;
};

} // namespace heddle::frontend
