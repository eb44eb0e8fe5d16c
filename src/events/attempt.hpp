// Attempts: actions that may wait, executed once. Internal to unwinding.
//
// An action that may wait is attempted once: its reads happen, and if its guards hold it is executed, otherwise the
// thread stays there for ever. No execution is lost by that, because the moment of the attempt is not fixed. For an
// action that is executed it is the moment of the action; an action that is never executed can be attempted at the end.
#pragma once

#include "events/thread_state.hpp"

namespace heddle::events {

/// The result of an attempt.
struct Attempt {
  Expr disabled;           // the thread was there, and the action was not enabled
  Expr passes;             // the guards of the action hold, wherever the thread is
  Expr released = nullptr; // see Wait

  static Attempt begin(program::ExprPool &pool) { return {pool.boolean(false), pool.boolean(true)}; }
  /// The state continues only if the condition holds.
  void wait(program::ExprPool &pool, ThreadState &state, Expr condition);
};

/// The disjunction of two conditions, each of which may be absent.
Expr disjunctionIfAny(program::ExprPool &pool, Expr a, Expr b);

} // namespace heddle::events
