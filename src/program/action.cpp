// The structure of operations: which expressions they evaluate, which register they write, whether they are visible.
#include "program/action.hpp"

#include "program/program.hpp"
#include "support/overloaded.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <type_traits>

namespace heddle::program {

using support::Overloaded;

namespace {

/// Applies `visit` to each expression field, const or not. The only list of these fields.
template <typename SomeOperation, typename Visit> void visitExpressions(SomeOperation &operation, Visit visit) {
  std::visit(
      [&visit](auto &op) {
        using Op = std::remove_cvref_t<decltype(op)>;
        if constexpr (std::is_same_v<Op, Assign>)
          visit(op.value);
        else if constexpr (std::is_same_v<Op, Load> || std::is_same_v<Op, Free> || std::is_same_v<Op, ObjectSize>)
          visit(op.address);
        else if constexpr (std::is_same_v<Op, Store>)
          visit(op.address), visit(op.value);
        else if constexpr (std::is_same_v<Op, Guard> || std::is_same_v<Op, Assume> || std::is_same_v<Op, Check>)
          visit(op.condition);
        else if constexpr (std::is_same_v<Op, Allocate>)
          visit(op.size);
        else if constexpr (std::is_same_v<Op, Spawn>)
          visit(op.argument);
        else if constexpr (std::is_same_v<Op, Join> || std::is_same_v<Op, Detach>)
          visit(op.thread);
        else if constexpr (std::is_same_v<Op, EndThread>)
          visit(op.result);
        else if constexpr (std::is_same_v<Op, Sync>)
          visit(op.object);
        else
          static_assert(std::is_same_v<Op, Havoc> || std::is_same_v<Op, Fence> || std::is_same_v<Op, AtomicBegin> ||
                            std::is_same_v<Op, EndProgram> || std::is_same_v<Op, Halt>,
                        "an operation whose expressions are not listed");
      },
      operation);
}

} // namespace

std::string_view name(MemoryOrder order) {
  static constexpr std::array<std::string_view, 6> names{"plain",   "relaxed", "acquire",
                                                         "release", "acq_rel", "seq_cst"};
  const auto index = static_cast<std::size_t>(order);
  assert(index < names.size() && "a memory order without a name");
  return names[index];
}

std::string_view name(SyncKind kind) {
  static constexpr std::array<std::string_view, 21> names{
      "lock",    "try lock",     "unlock",    "read lock",    "write lock",    "unlock",   "wait",
      "wake up", "signal",       "broadcast", "barrier wait", "barrier leave", "sem wait", "sem post",
      "once",    "receive from", "send to",   "close",        "init",          "destroy",  "pass out"};
  const auto index = static_cast<std::size_t>(kind);
  assert(index < names.size() && "a synchronisation without a name");
  return names[index];
}

bool isVisible(const Operation &operation) {
  return std::visit(Overloaded{
                        [](const Load &op) { return op.access.shared; },
                        [](const Store &op) { return op.access.shared; },
                        [](const Free &op) { return op.access.shared; },
                        [](const Havoc &op) { return op.visible; },
                        [](const Spawn &) { return true; },
                        [](const Join &) { return true; },
                        [](const EndProgram &) { return true; },
                        [](const AtomicBegin &) { return true; },
                        [](const Assign &) { return false; },
                        [](const Fence &) { return false; },
                        [](const Guard &) { return false; },
                        [](const Assume &) { return false; },
                        [](const Check &) { return false; },
                        [](const Allocate &) { return false; },
                        [](const ObjectSize &) { return false; },
                        [](const Detach &) { return false; },
                        [](const EndThread &) { return false; },
                        [](const Halt &) { return false; },
                        [](const Sync &) { return false; },
                    },
                    operation);
}

bool isVisible(const Action &action) {
  return std::any_of(action.instructions.begin(), action.instructions.end(),
                     [](const Instruction &instruction) { return isVisible(instruction.operation); });
}

bool isInsideAtomicBlock(const Cfa &cfa, const Action &action) {
  return cfa.locations[action.from].atomic || cfa.locations[action.to].atomic ||
         std::any_of(action.instructions.begin(), action.instructions.end(), [](const Instruction &instruction) {
           return std::holds_alternative<AtomicBegin>(instruction.operation);
         });
}

RegisterId writtenRegister(const Operation &operation) {
  return std::visit(
      [](const auto &op) {
        if constexpr (requires { op.target; })
          return op.target;
        else
          return noRegister;
      },
      operation);
}

void forEachExpression(const Operation &operation, const std::function<void(Expr)> &visit) {
  visitExpressions(operation, [&visit](Expr expression) { visit(expression); });
}

void mapExpressions(Operation &operation, const std::function<Expr(Expr)> &map) {
  visitExpressions(operation, [&map](Expr &expression) { expression = map(expression); });
}

} // namespace heddle::program
