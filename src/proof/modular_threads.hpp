// Which threads may run at the same time, in a check of a thread-modular proof.
//
// Only main starts and joins threads. A thread may run from its Spawn until main has joined it. Main joins a certain
// thread if it joins the handle that the thread's Spawn has returned; such a handle names this thread until it has been
// joined or detached. Without knowing the handles, main can count: each Join that returns has ended one more of the
// threads that main has started. A thread that is detached is never joined, so counting is of no use then.
#pragma once

#include "proof/action_semantics.hpp"
#include "proof/modular_proof.hpp"
#include "proof/parametric_facts.hpp"

#include <optional>
#include <set>
#include <vector>

namespace heddle::proof {

/// What main knows of the other threads after an action.
struct ThreadsAfter {
  bool alone = false;
  std::vector<StartId> open;
  std::vector<StartId> joinable;
  std::vector<StartId> started; // by this action
};

class ModularThreads {
public:
  /// Throws a CheckFailure if threads are started or joined by others than main.
  ModularThreads(const program::Program &program, const ModularProof &proof);

  bool countsThreads() const { return !detaches_; }
  /// The starts in the action of main, in order.
  std::vector<StartId> startsOf(program::ActionId action) const;
  program::CfaId functionOf(StartId start) const { return functions_[start]; }

  /// Threads of this function are started while those that are open may run.
  void noteStart(const std::vector<StartId> &open, StartId start);
  /// Whether threads in the two cases may exist at the same time; they are not the same thread.
  bool mayBeTogether(const ModularCase &a, const ModularCase &b) const {
    return mayBeTogether(a.cfa, a.alone, a.open, b.cfa, b.alone, b.open);
  }
  bool mayBeTogether(program::CfaId a, bool aIsAlone, const std::vector<StartId> &aOpen, program::CfaId b,
                     bool bIsAlone, const std::vector<StartId> &bOpen) const;

private:
  const program::Program &program_;
  const ModularProof &proof_;
  std::vector<program::CfaId> functions_; // by start
  std::set<std::pair<program::CfaId, program::CfaId>> together_;
  bool detaches_ = false;
};

} // namespace heddle::proof
