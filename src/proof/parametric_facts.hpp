// What holds of the threads of a program in every execution, from the automata alone: which thread functions run once,
// what is known about handles, and that threads do not reach each other's objects.
//
// A claim that cannot be confirmed makes the check inconclusive: it may still be true.
#pragma once

#include "proof/handles.hpp"
#include "proof/main_course.hpp"
#include "proof/parametric_proof.hpp"
#include "proof/provenance.hpp"
#include "proof/queries.hpp"
#include "proof/symbolic_state.hpp"

#include <optional>
#include <vector>

namespace heddle::proof {

class ParametricFacts {
public:
  /// Throws a CheckFailure if the program has objects that several threads may reach, or if a claim is not confirmed.
  ParametricFacts(const ParametricProof &proof, Vocabulary &vocabulary, Provenance &provenance, Queries &queries);

  bool isSingle(program::CfaId cfa) const { return single_[cfa]; }
  bool joinsAreValid() const { return claims_.validJoins; }

  /// What is known about the handles of a thread in slot 0, of the threads that it starts, and of another thread, in
  /// slot `other`, of function `otherCfa`. A thread that is not there has the slot 0.
  std::vector<Expr> axioms(program::CfaId cfa, const std::vector<Expr> &started, unsigned other = 0,
                           program::CfaId otherCfa = 0) const;

private:
  void checkSingle(program::CfaId cfa) const;
  void checkFreshHandles() const;
  Expr handleOf(unsigned slot, program::CfaId cfa) const;
  void describeHandle(Expr handle, bool isMain, std::vector<Expr> &axioms) const;

  const program::Program &program_;
  const ParametricClaims &claims_;
  Vocabulary &vocabulary_;
  Handles handles_;
  std::vector<bool> single_;
  bool onlyMainIsFirst_ = false; // no other thread has the handle of main
};

/// If main takes the same actions in all executions, at most so many, apart from detours, and every Join and Detach of
/// the program is valid, whatever other threads do; otherwise none. `base` says where threads pause.
/// See parametric_joins.cpp.
std::optional<MainCourse> courseOfMain(const ReachabilityProof &base, Vocabulary &vocabulary, Provenance &provenance,
                                       Queries &queries, std::size_t mostActions);
bool joinsAreValid(const ReachabilityProof &base, Vocabulary &vocabulary, Provenance &provenance, Queries &queries);

} // namespace heddle::proof
