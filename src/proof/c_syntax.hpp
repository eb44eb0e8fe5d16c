// Conjuncts of labels in C's syntax.
//
// Registers of threads are written like members, `T1.x`, and so is what an ended thread leaves, `T1.result`. Objects
// that were made while the program ran have names of their own, `o17`, which are pointers to char. Where C decides by
// type what an operator means, casts say which one it is.
#pragma once

#include "proof/proof.hpp"

#include <string>
#include <vector>

namespace heddle::proof {

class CSyntax {
public:
  CSyntax(const program::Program &program, const ReachabilityProof &proof);

  std::string formula(Expr conjunct) const { return text(conjunct, loosest); }

private:
  // Precedence, loosest first.
  enum : int { loosest, choice, oneOf, allOf, bitOr, bitXor, bitAnd, equal, ordered, shifted, sum, product, prefix };

  std::string text(Expr e, int atLeast) const;
  std::string infix(Expr a, const char *symbol, Expr b, int precedence, int atLeast) const;
  std::string typed(Expr e, bool isSigned, int atLeast) const;
  std::string compared(Expr a, const char *symbol, Expr b, bool isSigned, int atLeast) const;
  std::string number(program::Bits value, unsigned width, bool isSigned) const;
  std::string pointer(program::Bits value) const;
  std::string variable(const Variable &variable, VariableId id) const;
  std::string memory(const Variable &variable) const;
  program::TypeId typeOf(Expr e) const;
  bool isSigned(Expr e) const;
  bool isPointer(Expr e) const;

  const program::Program &program_;
  const ReachabilityProof &proof_;
  std::vector<std::vector<std::string>> registers_; // by automaton: their names
};

} // namespace heddle::proof
