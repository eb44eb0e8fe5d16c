#include "events/registers.hpp"

#include "smt/solver.hpp"

#include <array>

namespace heddle::events {

using program::Expr;
using program::RegisterId;

void Registers::load(const std::vector<RegisterId> &live, const std::vector<Expr> &values) {
  for (std::size_t i = 0; i < live.size(); ++i)
    values_[live[i]] = values[i];
}

std::vector<Expr> Registers::gather(const std::vector<RegisterId> &live) const {
  std::vector<Expr> gathered;
  gathered.reserve(live.size());
  // A register that no path has written is written before it is read: its value is arbitrary.
  for (const RegisterId reg : live)
    gathered.push_back(values_[reg] ? values_[reg] : pool_.constant(0, widthOf(reg)));
  return gathered;
}

Expr Registers::evaluate(Expr expression) {
  ++evaluation_;
  return rebuild(expression);
}

Expr Registers::rebuild(Expr e) {
  if (e->isConstant())
    return pool_.constant(e->value, e->width);
  if (e->isRegister()) {
    const Expr value = values_[e->index];
    return value ? value : pool_.constant(0, e->width);
  }
  if (e->id >= memo_.size())
    memo_.resize(e->id + 1);
  if (memo_[e->id].first == evaluation_)
    return memo_[e->id].second;
  std::array<Expr, 3> args{};
  for (unsigned i = 0; i < program::arity(e->kind); ++i)
    args[i] = rebuild(e->args[i]);
  const Expr result = pool_.rebuild(e, args);
  unsupported_ = unsupported_ || (!smt::isSupported(e->kind) && !result->isConstant());
  memo_[e->id] = {evaluation_, result};
  return result;
}

} // namespace heddle::events
