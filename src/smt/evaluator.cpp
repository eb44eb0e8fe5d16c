// Evaluation by program::apply: values in a model agree with the interpreter, and expressions that the solver has never
// seen have values, too.
#include "smt/evaluator.hpp"

#include <vector>

namespace heddle::smt {

using program::Bits;
using program::Expr;

bool Evaluator::isKnown(Expr expression) const {
  const Entry *entry = entries_.find(expression->id);
  return entry != nullptr && entry->model == model_;
}

Bits Evaluator::evaluate(Expr expression, const RegisterValue &registerValue) {
  std::vector<Expr> stack{expression};
  while (!stack.empty()) {
    const Expr e = stack.back();
    if (isKnown(e)) {
      stack.pop_back();
      continue;
    }
    const std::size_t height = stack.size();
    for (const Expr arg : e->args)
      if (arg != nullptr && !isKnown(arg))
        stack.push_back(arg);
    if (stack.size() > height)
      continue;
    stack.pop_back();
    if (e->isConstant() || e->isRegister()) {
      entries_[e->id] = {model_, e->isConstant() ? e->value : registerValue(e)};
      continue;
    }
    std::array<Bits, 3> values{};
    std::array<unsigned, 3> widths{};
    for (unsigned i = 0; i < program::arity(e->kind); ++i) {
      values[i] = entries_.find(e->args[i]->id)->value;
      widths[i] = e->args[i]->width;
    }
    entries_[e->id] = {model_, program::apply(e->kind, e->width, e->index, values, widths)};
  }
  return entries_.find(expression->id)->value;
}

} // namespace heddle::smt
