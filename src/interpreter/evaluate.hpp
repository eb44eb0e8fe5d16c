// Expressions as straight-line code over the registers of one control-flow automaton.
//
// Every expression is compiled once, into its operators (shared ones once) with operands first. Registers, constants
// and results of operators are slots of one array, so an operator takes a few loads from that array and one store to
// it. Expressions of up to 64 bits without floating point run on machine words; the others use program::apply, the
// definition of the operators.
#pragma once

#include "program/program.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace heddle::interpreter {

using program::Bits;
using program::RegisterId;

/// A compiled expression: run the instructions, then read the slot of the result.
struct Code {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t result = 0;
  bool general = false; // needs more than machine words
};

class Evaluator {
public:
  explicit Evaluator(const program::Cfa &cfa);

  Code compile(program::Expr expression);

  Bits evaluate(const Code &code) {
    if (code.general)
      return evaluateGeneral(code);
    run(code);
    return low_[code.result];
  }
  /// For expressions of at most 64 bits.
  std::uint64_t evaluateWord(const Code &code) {
    if (code.general)
      return static_cast<std::uint64_t>(evaluateGeneral(code));
    run(code);
    return low_[code.result];
  }

  Bits get(RegisterId id) const { return join(low_[id], high_[id]); }
  void set(RegisterId id, Bits value) {
    low_[id] = static_cast<std::uint64_t>(value);
    high_[id] = static_cast<std::uint64_t>(value >> 64);
  }
  std::uint64_t *words() { return low_.data(); }

private:
  struct Instruction {
    program::ExprKind kind;
    std::uint8_t width;
    std::uint8_t operandWidth; // of operand 0
    std::uint8_t operandWidth1;
    std::uint32_t target;
    std::uint32_t operands[3];
    std::uint32_t index; // Extract
  };

  static Bits join(std::uint64_t low, std::uint64_t high) { return (Bits{high} << 64) | low; }
  std::uint32_t newSlot(Bits value);
  void run(const Code &code);
  Bits evaluateGeneral(const Code &code);

  std::vector<Instruction> instructions_;
  std::vector<std::uint64_t> low_;  // slots: registers first, then constants and results in order of compilation
  std::vector<std::uint64_t> high_; // their upper halves
  std::unordered_map<program::Expr, std::uint32_t> constants_;
};

} // namespace heddle::interpreter
