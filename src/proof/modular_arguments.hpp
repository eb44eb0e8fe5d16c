// Arguments that tell the threads of a function apart, in a check of a thread-modular proof.
//
// A proof may claim that any two threads of a function that may run at the same time have arguments that differ by a
// spacing s at least. Only main starts threads. Let l and g be the least and the greatest argument, as signed numbers,
// of the function's threads that main has started since none of them could run. The claim holds if every start of a
// thread with the argument a, while others of the function may run, has g < a and s <= a - g, or a < l and s <= l - a.
// Cases of main say what bounds l and g. A claim that a start does not confirm is dropped, and not used.
//
// Two accesses that race are made by threads of which neither has been joined before the other has started; so the
// arguments of two threads of one function differ by the spacing, and that of a thread which races with main is not
// below l, nor above g, at the time of main's access. A thread that main starts later starts after the access. Whether
// the accesses can go to the same address under these conditions is a question for the solver.
#pragma once

#include "proof/modular_claims.hpp"

#include <vector>

namespace heddle::proof {

/// Whether a proof may speak of the arguments of the function's threads.
bool hasArgument(const program::Program &program, program::CfaId cfa);

class ModularArguments {
public:
  ModularArguments(const program::Program &program, const ModularProof &proof, Vocabulary &vocabulary);

  /// Whether a start of a thread is to be confirmed by `mayStart`.
  bool isSpaced(program::CfaId cfa) const { return spacing_[cfa] != 0; }
  /// The thread with the argument may be started beside those whose arguments are between the two.
  Expr mayStart(program::CfaId cfa, Expr argument, Expr least, Expr greatest) const;
  void drop(program::CfaId cfa) { spacing_[cfa] = 0; }

  /// What holds of the arguments of two threads of the function.
  Expr areApart(program::CfaId cfa, Expr argument, Expr other) const;
  /// What holds of the argument of a thread that main has started.
  Expr isIssued(program::CfaId cfa, Expr argument, Expr least, Expr greatest) const;

private:
  Expr isAbove(program::CfaId cfa, Expr upper, Expr lower) const;
  program::ExprPool &pool() const { return vocabulary_.pool(); }

  Vocabulary &vocabulary_;
  std::vector<std::uint64_t> spacing_; // by function; zero: nothing is claimed
};

} // namespace heddle::proof
