// The operands of an asm statement: registers, whose values are expressions, and objects in memory.
#pragma once

#include "frontend/activation.hpp"
#include "frontend/assembly_text.hpp"

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace heddle::frontend {

class AssemblyOperands {
public:
  AssemblyOperands(const llvm::CallInst &call, Activation &activation)
      : call_(call), emitter_(activation.emitter), values_(activation.values), pool_(activation.emitter.pool()) {}

  struct Operand {
    bool isMemory = false;
    bool isResult = false;
    std::optional<unsigned> tiedTo; // an input in the register of an output
    std::string constraint;
    unsigned width = 0;   // of the register
    Expr value = nullptr; // of the register, if it has one; or the address of the object
  };

  /// What an argument of an instruction denotes.
  struct Place {
    Expr address = nullptr; // in memory; otherwise
    Operand *operand = nullptr;
    Expr immediate = nullptr;
    unsigned width = 0; // that the argument itself says
  };

  /// False if an operand has no model.
  bool collect(const llvm::InlineAsm &assembly);
  /// Binds the outputs to the values that their registers have now. `flag` gives the value of a condition code (`z`,
  /// `nc`), or nullptr. False if an output has no model.
  bool defineResults(const std::function<Expr(llvm::StringRef)> &flag);

  std::vector<Operand> &all() { return operands_; }
  /// The operand that is in the register ("ax"), or nullptr.
  Operand *pinnedTo(llvm::StringRef name);
  std::optional<Place> placeOf(const AsmArgument &argument);

  Expr readRegister(Operand &operand, unsigned width);
  void writeRegister(Operand &operand, Expr value);
  /// Plain accesses.
  Expr read(const Place &place, unsigned width);
  void write(const Place &place, Expr value);

private:
  Operand &resolve(Operand &operand) { return operand.tiedTo ? operands_[*operand.tiedTo] : operand; }
  /// Gives the register of an output the value of an input that is in the same register.
  void tie(Operand &input);

  const llvm::CallInst &call_;
  Emitter &emitter_;
  Values &values_;
  program::ExprPool &pool_;
  std::vector<Operand> operands_;
};

} // namespace heddle::frontend
