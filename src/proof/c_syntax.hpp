// Conjuncts of labels in C syntax.
//
// Registers of threads are written as members, `T1.x`, and so are results of terminated threads, `T1.result`. Dynamic
// objects are named `o17`, a pointer to char, unless they are local variables of threads, which are members too. Where
// the meaning of an operator depends on types in C, casts make it explicit.
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
  /// Whether formulas refer to the object by the name of a variable.
  bool isVariable(program::ObjectId object) const { return variables_.contains(object); }

private:
  // Precedence, loosest first.
  enum : int { Loosest, Choice, OneOf, AllOf, BitOr, BitXor, BitAnd, Equal, Ordered, Shifted, Sum, Product, Prefix };

  std::string text(Expr e, int atLeast) const;
  std::string infix(Expr a, const char *symbol, Expr b, int precedence, int atLeast) const;
  std::string typed(Expr e, bool isSigned, int atLeast) const;
  std::string compared(Expr a, const char *symbol, Expr b, bool isSigned, int atLeast) const;
  std::string number(program::Bits value, unsigned width, bool isSigned) const;
  std::string pointer(program::Bits value) const;
  std::string variable(const Variable &variable, VariableId id) const;
  std::string memory(const Variable &variable) const;
  /// The name and type of an object; the name is empty if the object is written as a pointer.
  struct Named {
    std::string name;
    program::TypeId type = program::unknownType;
  };
  Named nameOf(program::ObjectId object) const;
  std::string threadName(unsigned slot, program::CfaId cfa) const;
  program::TypeId typeOf(Expr e) const;
  bool isSigned(Expr e) const;
  bool isPointer(Expr e) const;
  bool looksLikePointer(Expr e) const;

  const program::Program &program_;
  const ReachabilityProof &proof_;
  std::vector<std::vector<std::string>> registers_; // by automaton: their names
  std::map<program::ObjectId, Named> variables_;    // dynamic objects that are local variables of threads
  std::set<program::ObjectId> objects_;             // all dynamic objects
};

} // namespace heddle::proof
