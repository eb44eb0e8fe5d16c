#include "interpreter/evaluate.hpp"

#include <cassert>

namespace heddle::interpreter {

using program::Expr;
using program::ExprKind;

Evaluator::Evaluator(const program::Cfa &cfa) : low_(cfa.registers.size()), high_(cfa.registers.size()) {}

std::uint32_t Evaluator::newSlot(Bits value) {
  low_.push_back(static_cast<std::uint64_t>(value));
  high_.push_back(static_cast<std::uint64_t>(value >> 64));
  return static_cast<std::uint32_t>(low_.size() - 1);
}

Code Evaluator::compile(Expr expression) {
  Code code;
  code.begin = static_cast<std::uint32_t>(instructions_.size());
  std::unordered_map<Expr, std::uint32_t> slots;

  // Post-order with an explicit stack, because large blocks yield deep expressions.
  std::vector<std::pair<Expr, bool>> stack{{expression, false}};
  while (!stack.empty()) {
    const auto [node, operandsDone] = stack.back();
    stack.pop_back();
    if (slots.contains(node))
      continue;
    code.general = code.general || node->width > 64 || program::isFloatingPoint(node->kind);
    if (node->isRegister()) {
      slots[node] = node->index;
      continue;
    }
    if (node->isConstant()) {
      const auto [entry, isNew] = constants_.try_emplace(node, 0);
      if (isNew)
        entry->second = newSlot(node->value);
      slots[node] = entry->second;
      continue;
    }
    const unsigned count = program::arity(node->kind);
    if (!operandsDone) {
      stack.emplace_back(node, true);
      for (unsigned i = count; i-- > 0;)
        stack.emplace_back(node->args[i], false);
      continue;
    }
    Instruction instruction{node->kind, static_cast<std::uint8_t>(node->width), 0, 0, newSlot(0), {0, 0, 0},
                            node->index};
    for (unsigned i = 0; i < count; ++i)
      instruction.operands[i] = slots.at(node->args[i]);
    instruction.operandWidth = static_cast<std::uint8_t>(node->args[0]->width);
    if (count > 1)
      instruction.operandWidth1 = static_cast<std::uint8_t>(node->args[1]->width);
    instructions_.push_back(instruction);
    slots[node] = instruction.target;
  }
  code.end = static_cast<std::uint32_t>(instructions_.size());
  code.result = slots.at(expression);
  return code;
}

namespace {

std::uint64_t maskOf(unsigned width) { return ~std::uint64_t{0} >> (64 - width); }

std::int64_t signExtend(std::uint64_t value, unsigned width) {
  const unsigned shift = 64 - width;
  return static_cast<std::int64_t>(value << shift) >> shift;
}

} // namespace

void Evaluator::run(const Code &code) {
  std::uint64_t *const slots = low_.data();
  for (std::uint32_t i = code.begin; i != code.end; ++i) {
    const Instruction &instruction = instructions_[i];
    const std::uint64_t a = slots[instruction.operands[0]];
    const std::uint64_t b = slots[instruction.operands[1]];
    const unsigned width = instruction.width;
    std::uint64_t result = 0;
    switch (instruction.kind) {
    case ExprKind::Not:
      result = ~a & maskOf(width);
      break;
    case ExprKind::Neg:
      result = (0 - a) & maskOf(width);
      break;
    case ExprKind::And:
      result = a & b;
      break;
    case ExprKind::Or:
      result = a | b;
      break;
    case ExprKind::Xor:
      result = a ^ b;
      break;
    case ExprKind::Add:
      result = (a + b) & maskOf(width);
      break;
    case ExprKind::Sub:
      result = (a - b) & maskOf(width);
      break;
    case ExprKind::Mul:
      result = (a * b) & maskOf(width);
      break;
    case ExprKind::Shl:
      result = b >= width ? 0 : (a << b) & maskOf(width);
      break;
    case ExprKind::LShr:
      result = b >= width ? 0 : a >> b;
      break;
    case ExprKind::Eq:
      result = a == b ? 1 : 0;
      break;
    case ExprKind::Ult:
      result = a < b ? 1 : 0;
      break;
    case ExprKind::Ule:
      result = a <= b ? 1 : 0;
      break;
    case ExprKind::Slt:
      result = signExtend(a, instruction.operandWidth) < signExtend(b, instruction.operandWidth) ? 1 : 0;
      break;
    case ExprKind::Sle:
      result = signExtend(a, instruction.operandWidth) <= signExtend(b, instruction.operandWidth) ? 1 : 0;
      break;
    case ExprKind::Concat:
      result = (a << instruction.operandWidth1) | b;
      break;
    case ExprKind::Extract:
      result = (a >> instruction.index) & maskOf(width);
      break;
    case ExprKind::ZExt:
      result = a;
      break;
    case ExprKind::SExt:
      result = static_cast<std::uint64_t>(signExtend(a, instruction.operandWidth)) & maskOf(width);
      break;
    case ExprKind::Ite:
      result = a != 0 ? b : slots[instruction.operands[2]];
      break;
    default: // division and the rest are rare
      result = static_cast<std::uint64_t>(program::apply(instruction.kind, width, instruction.index,
                                                         {a, b, slots[instruction.operands[2]]},
                                                         {instruction.operandWidth, instruction.operandWidth1, 0}));
      break;
    }
    slots[instruction.target] = result;
  }
}

Bits Evaluator::evaluateGeneral(const Code &code) {
  for (std::uint32_t i = code.begin; i != code.end; ++i) {
    const Instruction &instruction = instructions_[i];
    const std::array<Bits, 3> values{get(instruction.operands[0]), get(instruction.operands[1]),
                                     get(instruction.operands[2])};
    // Ite is the only operator with three operands; the third is as wide as the second.
    set(instruction.target,
        program::apply(instruction.kind, instruction.width, instruction.index, values,
                       {instruction.operandWidth, instruction.operandWidth1, instruction.operandWidth1}));
  }
  return get(code.result);
}

} // namespace heddle::interpreter
