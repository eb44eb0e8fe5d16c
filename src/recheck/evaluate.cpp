#include "recheck/evaluate.hpp"

#include <array>

namespace heddle::recheck {

Bits Evaluator::value(program::Expr expression, const Registers &registers) {
  ++round_;
  return visit(expression, registers);
}

Bits Evaluator::visit(program::Expr expression, const Registers &registers) {
  if (expression->isConstant())
    return expression->value;
  if (expression->isRegister()) {
    const auto found = registers.find(expression->index);
    return found == registers.end() ? 0 : found->second;
  }
  if (expression->id < known_.size() && known_[expression->id].round == round_)
    return known_[expression->id].value;
  std::array<Bits, 3> values{};
  std::array<unsigned, 3> widths{};
  for (std::size_t i = 0; i < program::arity(expression->kind); ++i) {
    values[i] = visit(expression->args[i], registers);
    widths[i] = expression->args[i]->width;
  }
  const Bits value = program::apply(expression->kind, expression->width, expression->index, values, widths);
  if (expression->id >= known_.size())
    known_.resize(expression->id + 1);
  known_[expression->id] = {round_, value};
  return value;
}

} // namespace heddle::recheck
