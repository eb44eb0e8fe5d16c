// Copy and expression propagation along a line, and decision of conditions by earlier ones.
//
// Invariant at each instruction: `known_` maps some registers to an expression that is equal to them, and `facts_`
// holds conditions that are true because execution has come this far; both mention only registers that have not been
// written since. Assignments stay in place; dead-code removal deletes those that are no longer read. Expressions beyond
// a size limit are not propagated: sharing keeps them small in memory, but printing and encoding them would suffer.
#include "transform/propagate.hpp"

#include <algorithm>

namespace heddle::transform {

using namespace program;

namespace {

constexpr std::size_t maxCarried = 32; // nodes of an expression that replaces a register
constexpr std::size_t maxResult = 256; // nodes of an expression after replacement

/// Whether the expression, written out as a tree, has at most `limit` nodes.
bool isSmall(Expr root, std::size_t limit) {
  std::vector<Expr> stack{root};
  std::size_t count = 0;
  while (!stack.empty()) {
    const Expr e = stack.back();
    stack.pop_back();
    if (++count > limit)
      return false;
    for (const Expr arg : e->args)
      if (arg != nullptr)
        stack.push_back(arg);
  }
  return true;
}

std::vector<RegisterId> registersOf(Expr e) {
  std::vector<RegisterId> registers;
  forEachRegister(e, [&registers](RegisterId reg) { registers.push_back(reg); });
  return registers;
}

bool contains(const std::vector<RegisterId> &registers, RegisterId reg) {
  return std::find(registers.begin(), registers.end(), reg) != registers.end();
}

struct Known {
  RegisterId reg;
  Expr value;
  std::vector<RegisterId> reads;
};

struct Fact {
  Expr condition;
  std::vector<RegisterId> reads;
};

class Propagator {
public:
  explicit Propagator(ExprPool &pool) : pool_(pool) {}

  Expr rewrite(Expr e) {
    if (known_.empty() || e->isConstant())
      return e;
    const Expr result = pool_.substitute(e, [this](Expr reg) -> Expr {
      const auto entry = find(reg->index);
      return entry == known_.end() ? nullptr : entry->value;
    });
    return isSmall(result, maxResult) ? result : e;
  }

  /// The register is written: forgets everything that mentions it.
  void forget(RegisterId reg) {
    std::erase_if(known_, [reg](const Known &entry) { return entry.reg == reg || contains(entry.reads, reg); });
    std::erase_if(facts_, [reg](const Fact &fact) { return contains(fact.reads, reg); });
  }

  /// After `forget`: from here on the register equals the value, unless the value mentions the register itself.
  void learn(RegisterId reg, Expr value) {
    if (!isSmall(value, maxCarried))
      return;
    std::vector<RegisterId> reads = registersOf(value);
    if (!contains(reads, reg))
      known_.push_back({reg, value, std::move(reads)});
  }

  /// From here on the condition holds.
  void assume(Expr condition) {
    if (condition->kind == ExprKind::And) {
      assume(condition->args[0]);
      return assume(condition->args[1]);
    }
    if (condition->kind == ExprKind::Eq && condition->args[0]->isRegister() && condition->args[1]->isConstant())
      return learn(condition->args[0]->index, condition->args[1]);
    if (!condition->isConstant() && isSmall(condition, maxCarried))
      facts_.push_back({condition, registersOf(condition)});
  }

  /// The condition, simplified by the facts.
  Expr decide(Expr condition) {
    if (facts_.empty() || condition->isConstant())
      return condition;
    if (isFact(condition))
      return pool_.boolean(true);
    if (isFact(pool_.negate(condition)))
      return pool_.boolean(false);
    if (condition->kind == ExprKind::And || condition->kind == ExprKind::Or)
      return pool_.make(condition->kind, decide(condition->args[0]), decide(condition->args[1]));
    return condition;
  }

private:
  std::vector<Known>::iterator find(RegisterId reg) {
    return std::find_if(known_.begin(), known_.end(), [reg](const Known &entry) { return entry.reg == reg; });
  }

  bool isFact(Expr condition) const {
    return std::any_of(facts_.begin(), facts_.end(),
                       [condition](const Fact &fact) { return fact.condition == condition; });
  }

  ExprPool &pool_;
  std::vector<Known> known_;
  std::vector<Fact> facts_;
};

/// The condition under which execution continues after the operation, or nullptr.
Expr *conditionOf(Operation &operation) {
  if (auto *guard = std::get_if<Guard>(&operation))
    return &guard->condition;
  if (auto *assume = std::get_if<Assume>(&operation))
    return &assume->condition;
  if (auto *check = std::get_if<Check>(&operation); check != nullptr && check->after == AfterFailure::Stop)
    return &check->condition;
  return nullptr;
}

} // namespace

bool alwaysHolds(const Operation &operation) {
  if (const auto *guard = std::get_if<Guard>(&operation))
    return guard->condition->isTrue();
  if (const auto *assume = std::get_if<Assume>(&operation))
    return assume->condition->isTrue();
  if (const auto *check = std::get_if<Check>(&operation))
    return check->condition->isTrue();
  return false;
}

bool propagateWithin(std::vector<Instruction> &instructions, ExprPool &pool) {
  Propagator propagator(pool);
  for (Instruction &instruction : instructions) {
    mapExpressions(instruction.operation, [&propagator](Expr e) { return propagator.rewrite(e); });
    if (Expr *condition = conditionOf(instruction.operation)) {
      *condition = propagator.decide(*condition);
      propagator.assume(*condition);
    }
    if (const auto *guard = std::get_if<Guard>(&instruction.operation); guard != nullptr && guard->condition->isFalse())
      return false;
    const RegisterId target = writtenRegister(instruction.operation);
    if (target == noRegister)
      continue;
    propagator.forget(target);
    if (const auto *assign = std::get_if<Assign>(&instruction.operation))
      propagator.learn(target, assign->value);
  }
  std::erase_if(instructions, [](const Instruction &instruction) { return alwaysHolds(instruction.operation); });
  return true;
}

} // namespace heddle::transform
