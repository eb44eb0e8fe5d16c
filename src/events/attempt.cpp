#include "events/attempt.hpp"

namespace heddle::events {

void Attempt::wait(program::ExprPool &pool, ThreadState &state, Expr condition) {
  disabled = pool.disjunction(disabled, pool.conjunction(state.guard, pool.negate(condition)));
  passes = pool.conjunction(passes, condition);
  state.guard = pool.conjunction(state.guard, condition);
}

Expr disjunctionIfAny(program::ExprPool &pool, Expr a, Expr b) {
  if (a == nullptr || b == nullptr)
    return a == nullptr ? b : a;
  return pool.disjunction(a, b);
}

} // namespace heddle::events
