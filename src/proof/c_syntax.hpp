// Conjuncts of labels in C's syntax.
//
// Registers of threads are written like members, `T1.x`, and so is what an ended thread leaves, `T1.result`. Objects
// that were made while the program ran have names of their own, `o17`, which are pointers to char, unless they are
// variables of threads: these are members too. Where C decides by type what an operator means, casts say which one it
// is.
#pragma once

#include "proof/proof.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace heddle::proof {

class CSyntax {
public:
  CSyntax(const program::Program &program, const ReachabilityProof &proof);

  std::string formula(Expr conjunct) const;
  /// Whether formulas call the object by the name of a variable.
  bool isVariable(program::ObjectId object) const { return variables_.contains(object); }

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
  /// How the object is called, and its type; the name is empty if it has none.
  struct Named {
    std::string name;
    program::TypeId type = program::unknownType;
  };
  Named nameOf(program::ObjectId object) const;
  program::TypeId typeOf(Expr e) const;
  bool isSigned(Expr e) const;
  bool isPointer(Expr e) const;
  bool looksLikePointer(Expr e) const;

  const program::Program &program_;
  const ReachabilityProof &proof_;
  std::vector<std::vector<std::string>> registers_; // by automaton: their names
  std::map<program::ObjectId, Named> variables_;    // objects that are variables of threads
  std::set<program::ObjectId> objects_;             // all that were made while the program ran
};

} // namespace heddle::proof
