#include "engines/modular/guards.hpp"

namespace heddle::engines::modular {

using program::Expr;

namespace {

bool areExhaustiveFrom(program::ExprPool &pool, const std::vector<Guards> &actions, std::size_t depth) {
  if (actions.empty())
    return false;
  for (const Guards &guards : actions)
    if (guards.size() == depth)
      return true;
  const Expr condition = actions[0][depth];
  std::vector<Guards> holds;
  std::vector<Guards> fails;
  for (const Guards &guards : actions) {
    if (guards[depth] == condition)
      holds.push_back(guards);
    else if (guards[depth] == pool.negate(condition))
      fails.push_back(guards);
    else
      return false;
  }
  return areExhaustiveFrom(pool, holds, depth + 1) && areExhaustiveFrom(pool, fails, depth + 1);
}

} // namespace

bool areExhaustive(program::ExprPool &pool, const std::vector<Guards> &actions) {
  return areExhaustiveFrom(pool, actions, 0);
}

} // namespace heddle::engines::modular
