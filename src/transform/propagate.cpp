// Copy and expression propagation along a straight line.
//
// While walking along the line, `known` holds for some registers an expression that is equal to them, over
// registers that have not been written since. Assignments stay where they are; those that nobody reads
// any more fall to dead-code removal. Expressions that have grown beyond a limit are not carried on:
// sharing keeps them small in memory, but everything that prints or encodes them would suffer.
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

struct Known {
  RegisterId reg;
  Expr value;
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

  void written(RegisterId reg) {
    std::erase_if(known_, [reg](const Known &entry) {
      return entry.reg == reg || std::find(entry.reads.begin(), entry.reads.end(), reg) != entry.reads.end();
    });
  }

  /// After `written`: from here on the register equals the value, unless that mentions the register itself.
  void assigned(RegisterId reg, Expr value) {
    if (!isSmall(value, maxCarried))
      return;
    Known entry{reg, value, {}};
    forEachRegister(value, [&entry](RegisterId read) { entry.reads.push_back(read); });
    if (std::find(entry.reads.begin(), entry.reads.end(), reg) == entry.reads.end())
      known_.push_back(std::move(entry));
  }

private:
  std::vector<Known>::iterator find(RegisterId reg) {
    return std::find_if(known_.begin(), known_.end(), [reg](const Known &entry) { return entry.reg == reg; });
  }

  ExprPool &pool_;
  std::vector<Known> known_;
};

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

bool propagateWithin(std::vector<Step> &steps, ExprPool &pool) {
  Propagator propagator(pool);
  for (Step &step : steps) {
    mapExpressions(step.operation, [&propagator](Expr e) { return propagator.rewrite(e); });
    if (const auto *guard = std::get_if<Guard>(&step.operation); guard != nullptr && guard->condition->isFalse())
      return false;
    const RegisterId target = writtenRegister(step.operation);
    if (target == noRegister)
      continue;
    propagator.written(target);
    if (const auto *assign = std::get_if<Assign>(&step.operation))
      propagator.assigned(target, assign->value);
  }
  std::erase_if(steps, [](const Step &step) { return alwaysHolds(step.operation); });
  return true;
}

} // namespace heddle::transform
