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
#include <utility>

namespace heddle::transform {

using namespace program;

namespace {

constexpr int maxRounds = 8;

/// By register: its value, if it always is the same constant.
std::vector<Expr> constantRegisters(const Cfa &cfa, const NeededRegisters &needed) {
  std::vector<Expr> value(cfa.registers.size(), nullptr);
  std::vector<bool> varies(cfa.registers.size(), false);
  for (const RegisterId given : {cfa.self, cfa.argument})
    if (given != noRegister)
      varies[given] = true;
  for (const Action &action : cfa.actions)
    for (const Instruction &instruction : action.instructions) {
      const RegisterId target = writtenRegister(instruction.operation);
      if (target == noRegister)
        continue;
      const auto *assign = std::get_if<Assign>(&instruction.operation);
      const bool same = assign != nullptr && assign->value->isConstant() &&
                        (value[target] == nullptr || value[target] == assign->value);
      varies[target] = varies[target] || !same;
      if (same)
        value[target] = assign->value;
    }
  for (RegisterId reg = 0; reg < value.size(); ++reg)
    if (varies[reg] || needed.atEntry().contains(reg))
      value[reg] = nullptr;
  return value;
}

class Cleaner {
public:
  Cleaner(Cfa &cfa, ExprPool &pool) : cfa_(cfa), pool_(pool) {}

  void run() {
    replaceActions(cfa_, std::exchange(cfa_.actions, {}));
    for (int round = 0; round < maxRounds && simplify(); ++round)
      ;
  }

private:
  /// One round of all simplifications; returns whether another one may find more.
  bool simplify() {
    changed_ = false;
    const std::size_t actions = cfa_.actions.size();
    const NeededRegisters needed(cfa_);
    for (const NeededRegisters::Chain &chain : needed.chains())
      removeUnneeded(chain, needed.atEnd(chain));
    insertConstants(constantRegisters(cfa_, needed));
    for (Action &action : cfa_.actions)
      changed_ |= std::erase_if(action.instructions,
                                [](const Instruction &instruction) { return alwaysHolds(instruction.operation); }) != 0;
    const auto isNeverEnabled = [](const Action &action) {
      return std::any_of(action.instructions.begin(), action.instructions.end(), [](const Instruction &instruction) {
        const auto *guard = std::get_if<Guard>(&instruction.operation);
        return guard != nullptr && guard->condition->isFalse();
      });
    };
    changed_ |= std::erase_if(cfa_.actions, isNeverEnabled) != 0;
    removeIdleBranches();
    if (cfa_.actions.size() != actions)
      replaceActions(cfa_, std::exchange(cfa_.actions, {}));
    return changed_;
  }

  void removeUnneeded(const NeededRegisters::Chain &chain, RegisterSet needed) {
    for (auto id = chain.actions.rbegin(); id != chain.actions.rend(); ++id) {
      std::vector<Instruction> &instructions = cfa_.actions[*id].instructions;
      for (std::size_t i = instructions.size(); i-- > 0;) {
        const Operation &operation = instructions[i].operation;
        const bool isUnneeded = onlyComputes(operation) && !needed.contains(writtenRegister(operation));
        NeededRegisters::stepBack(needed, operation);
        if (isUnneeded)
          instructions.erase(instructions.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
  }

  void insertConstants(const std::vector<Expr> &constants) {
    if (std::all_of(constants.begin(), constants.end(), [](Expr value) { return value == nullptr; }))
      return;
    const auto lookUp = [&constants](Expr reg) { return constants[reg->index]; };
    for (Action &action : cfa_.actions)
      for (Instruction &instruction : action.instructions)
        mapExpressions(instruction.operation, [&](Expr e) {
          if (e->isConstant())
            return e;
          bool mentions = false;
          forEachRegister(e, [&](RegisterId reg) { mentions |= constants[reg] != nullptr; });
          if (!mentions)
            return e;
          changed_ = true;
          return pool_.substitute(e, lookUp);
        });
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
