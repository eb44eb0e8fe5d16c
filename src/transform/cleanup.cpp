// Small simplifications that enable each other, repeated until nothing changes.
//
//  - A register that is only ever assigned one constant, and that is not needed at the entry (so that it is never
//    read before it is assigned), is replaced by that constant.
//  - A Guard, Assume or Check whose condition is true is removed; so is an action with a Guard that is false. Two
//    branches to the same location that consist of complementary Guards are replaced by one action.
//  - An Assign or a Havoc of a register that is not needed is removed. This matters most for inputs, because
//    explorers branch on them.
//
// A round that has only removed what is not needed is the last one: the needed registers of the rest are the same, by
// their definition as a least fixed point, so that another round would find nothing. Locations are numbered again only
// if actions have been removed; what instructions an action has does not matter for that.
#include "transform/cleanup.hpp"

#include "transform/compact.hpp"
#include "transform/needed_registers.hpp"
#include "transform/propagate.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <ranges>
#include <span>
#include <utility>

namespace heddle::transform {

using namespace program;

namespace {

constexpr int maxRounds = 8;

/// By register: its value, if it always is the same constant.
class ConstantRegisters {
public:
  explicit ConstantRegisters(const Cfa &cfa) : value_(cfa.registers.size()), varies_(cfa.registers.size()) {
    for (const RegisterId given : {cfa.self, cfa.argument})
      if (given != noRegister)
        varies_[given] = true;
  }

  /// Must be called for each operation of the automaton.
  void note(const Operation &operation) {
    const RegisterId target = writtenRegister(operation);
    if (target == noRegister)
      return;
    const auto *assign = std::get_if<Assign>(&operation);
    const bool same = assign != nullptr && assign->value->isConstant() &&
                      (value_[target] == nullptr || value_[target] == assign->value);
    varies_[target] = varies_[target] || !same;
    if (same)
      value_[target] = assign->value;
  }

  /// The values; null for other registers.
  std::vector<Expr> values(const RegisterSet &neededAtEntry) {
    for (RegisterId reg = 0; reg < value_.size(); ++reg)
      if (varies_[reg] || neededAtEntry.contains(reg))
        value_[reg] = nullptr;
    return std::move(value_);
  }

private:
  std::vector<Expr> value_;
  std::vector<bool> varies_;
};

class Cleaner {
public:
  Cleaner(Cfa &cfa, ExprPool &pool) : cfa_(cfa), pool_(pool) {}

  void run() {
    replaceActions(cfa_, std::exchange(cfa_.actions, {}));
    for (int round = 0; round < maxRounds && simplify(); ++round)
      ;
  }

private:
  /// One round of all simplifications; returns whether another one may find more. Automata are large, so that a round
  /// goes through them as few times as possible.
  bool simplify() {
    changed_ = false;
    const std::size_t actions = cfa_.actions.size();
    const NeededRegisters needed(cfa_);
    ConstantRegisters constants(cfa_);
    for (const NeededRegisters::Chain &chain : needed.chains())
      removeUnneeded(needed.actionsOf(chain), needed.atEnd(chain), constants);
    insertConstants(constants.values(needed.atEntry()));
    removeIdleBranches();
    if (cfa_.actions.size() != actions)
      replaceActions(cfa_, std::exchange(cfa_.actions, {}));
    return changed_;
  }

  void removeUnneeded(std::span<const ActionId> chain, RegisterSet needed, ConstantRegisters &constants) {
    for (const ActionId id : std::views::reverse(chain)) {
      std::vector<Instruction> &instructions = cfa_.actions[id].instructions;
      for (std::size_t i = instructions.size(); i-- > 0;) {
        const Operation &operation = instructions[i].operation;
        const bool isUnneeded = onlyComputes(operation) && !needed.contains(writtenRegister(operation));
        if (isUnneeded) {
          instructions.erase(instructions.begin() + static_cast<std::ptrdiff_t>(i));
          continue;
        }
        NeededRegisters::stepBack(needed, operation);
        constants.note(operation);
      }
    }
  }

  /// Removes conditions that are then known to hold, and actions that are never enabled.
  void insertConstants(const std::vector<Expr> &constants) {
    const bool hasConstants = std::ranges::any_of(constants, [](Expr value) { return value != nullptr; });
    const auto lookUp = [&constants](Expr reg) { return constants[reg->index]; };
    const std::function<Expr(Expr)> withConstants = [&](Expr e) {
      if (e->isConstant())
        return e;
      bool mentions = false;
      forEachRegister(e, [&](RegisterId reg) { mentions |= constants[reg] != nullptr; });
      if (!mentions)
        return e;
      changed_ = true;
      return pool_.substitute(e, lookUp);
    };
    const auto isNeverEnabled = [&](Action &action) {
      bool isEnabled = true;
      for (Instruction &instruction : action.instructions) {
        if (hasConstants)
          mapExpressions(instruction.operation, withConstants);
        const auto *guard = std::get_if<Guard>(&instruction.operation);
        isEnabled = isEnabled && (guard == nullptr || !guard->condition->isFalse());
      }
      changed_ |= std::erase_if(action.instructions,
                                [](const Instruction &instruction) { return alwaysHolds(instruction.operation); }) != 0;
      return !isEnabled;
    };
    changed_ |= std::erase_if(cfa_.actions, isNeverEnabled) != 0;
  }

  /// The condition of an action that consists of a Guard only.
  static Expr bareGuard(const Action &action) {
    if (action.instructions.size() != 1)
      return nullptr;
    const auto *guard = std::get_if<Guard>(&action.instructions.front().operation);
    return guard == nullptr ? nullptr : guard->condition;
  }

  void removeIdleBranches() {
    struct Choice {
      std::size_t count = 0;
      std::array<std::size_t, 2> actions{};
    };
    std::vector<Choice> outgoing(cfa_.locations.size());
    for (std::size_t i = 0; i < cfa_.actions.size(); ++i)
      if (Choice &choice = outgoing[cfa_.actions[i].from]; choice.count++ < 2)
        choice.actions[choice.count - 1] = i;
    std::vector<bool> isIdle(cfa_.actions.size(), false);
    for (const Choice &choice : outgoing) {
      if (choice.count != 2)
        continue;
      Action &first = cfa_.actions[choice.actions[0]];
      const Action &second = cfa_.actions[choice.actions[1]];
      const Expr one = bareGuard(first);
      const Expr other = bareGuard(second);
      if (first.to != second.to || one == nullptr || other == nullptr || pool_.negate(one) != other)
        continue;
      first.instructions.clear();
      isIdle[choice.actions[1]] = true;
      changed_ = true;
    }
    std::size_t index = 0;
    std::erase_if(cfa_.actions, [&](const Action &) { return isIdle[index++]; });
  }

  Cfa &cfa_;
  ExprPool &pool_;
  bool changed_ = false;
};

} // namespace

void cleanUp(Program &program) {
  for (Cfa &cfa : program.cfas)
    Cleaner(cfa, *program.expressions).run();
}

} // namespace heddle::transform
