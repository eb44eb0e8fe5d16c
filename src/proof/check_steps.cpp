// Inductiveness and safety: every action of an expanded thread leads to a child whose label holds after it.
//
// Successors that contradict the label need no child. With monotonic reduction, neither does a thread that is stopped
// in a step without effects that other threads can notice: the other threads can do the same without that step. With
// persistent sets the child is needed, because the stopped thread may be the only one in the set.
#include "proof/checker.hpp"
#include "proof/describe.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::proof {

using program::ActionId;
using program::ObjectId;

void Checker::checkNode(NodeId id) {
  const Premises premises = premisesAt(id);
  if (std::any_of(premises.formulas.begin(), premises.formulas.end(), [](Expr e) { return e->isFalse(); }))
    return;
  const Node &node = proof_.nodes[id];
  const std::vector<Thread> &threads = controlOf(id).threads;
  for (unsigned slot = 0; slot < threads.size() && slot < node.expanded.size(); ++slot)
    if (node.expanded[slot] && threads[slot].isActive())
      checkThread(id, slot, premises);
}

void Checker::checkThread(NodeId node, unsigned slot, const Premises &premises) {
  program::ExprPool &pool = vocabulary_.pool();
  ActionSemantics semantics(vocabulary_, provenance_, proof_, queries_, premises.formulas);
  const SymbolicState state(vocabulary_, controlOf(node));
  const Thread &thread = state.control.threads[slot];
  Expr isEnabled = pool.boolean(false);
  for (const ActionId action : semantics.candidates(thread))
    for (const Successor &successor : semantics.execute(state, slot, action, madeBy(node, slot, action))) {
      Expr condition = pool.boolean(true);
      for (const Expr part : successor.state.conditions)
        condition = pool.conjunction(condition, part);
      isEnabled = pool.disjunction(isEnabled, condition);
      follow(node, slot, action, successor, premises);
    }
  if (thread.resting || isEnabled->isTrue())
    return;
  Successor nothing = semantics.executeNothing(state, slot);
  nothing.state.conditions = semantics.inputRanges();
  nothing.state.conditions.push_back(pool.negate(isEnabled));
  follow(node, slot, noAction, nothing, premises);
}

/// The ids of the objects that the action allocates. On some branches the thread may be stopped before it has allocated
/// all of them.
std::vector<ObjectId> Checker::madeBy(NodeId id, unsigned slot, ActionId action) const {
  std::vector<ObjectId> most;
  for (const NodeId child : proof_.nodes[id].children)
    if (const Node &next = proof_.nodes[child];
        next.slot == slot && next.action == action && next.made.size() > most.size())
      most = next.made;
  return most;
}

void Checker::follow(NodeId id, unsigned slot, ActionId action, const Successor &successor, const Premises &premises) {
  if (successor.kind == Successor::Kind::Discarded || successor.kind == Successor::Kind::ProgramEnd)
    return;
  if ((successor.kind == Successor::Kind::Step || successor.kind == Successor::Kind::Stopped) &&
      leadsToChildren(id, slot, action, successor, premises))
    return;
  if (!queries_.findModel(premises.formulas, successor.state.conditions))
    return;
  const std::string thread = nameOfThread(program_, controlOf(id).threads[slot], slot);
  switch (successor.kind) {
  case Successor::Kind::Violation:
    reject(id, fmt::format("the label allows a violation by {}: {}", thread, successor.message), successor.span);
  case Successor::Kind::Halt:
    reject(id, fmt::format("the label allows an unsupported operation of {}: {}", thread, successor.message),
           successor.span);
  case Successor::Kind::Stopped:
    if (!successor.changesShared && proof_.reduction == Reduction::Monotonic) {
      if (!isAtRest(id))
        stops_.emplace_back(id, successor.message);
      return;
    }
    [[fallthrough]];
  default:
    reject(id, fmt::format("no child represents what {} does", thread), successor.span);
  }
}

/// Whether the label of one child holds in the successor, or the disjunction of the labels of several children does.
bool Checker::leadsToChildren(NodeId id, unsigned slot, ActionId action, const Successor &successor,
                              const Premises &premises) {
  const auto accept = [&](NodeId child) {
    checkForgotten(id, child, successor, premises);
    changes_[child] = changes_[child] || successor.changesShared;
  };
  std::vector<NodeId> candidates;
  Expr any = vocabulary_.pool().boolean(false);
  for (const NodeId child : proof_.nodes[id].children) {
    const Node &next = proof_.nodes[child];
    if (next.slot != slot || next.action != action || !isControlOf(child, successor.state.control))
      continue;
    const Expr goal = labelAfter(child, successor, premises);
    if (follows(goal, successor, premises)) {
      accept(child);
      return true;
    }
    candidates.push_back(child);
    any = vocabulary_.pool().disjunction(any, goal);
  }
  if (candidates.size() < 2 || !follows(any, successor, premises))
    return false;
  for (const NodeId child : candidates)
    accept(child);
  return true;
}

bool Checker::follows(Expr goal, const Successor &successor, const Premises &premises) {
  if (goal->isTrue())
    return true;
  std::vector<Expr> conditions = successor.state.conditions;
  conditions.push_back(vocabulary_.pool().negate(goal));
  return !queries_.findModel(premises.formulas, conditions);
}

/// The child's label after the successor's actions, over the state before them, without conjuncts that are premises.
Expr Checker::labelAfter(NodeId child, const Successor &successor, const Premises &premises) {
  std::unordered_map<VariableId, Expr> history;
  for (const Choice &choice : proof_.nodes[child].choices) {
    const unsigned width = proof_.variables[choice.variable].width;
    Expr value = nullptr;
    if (!choice.isInput)
      value = successor.state.firstContent(choice.object, choice.offset, width / 8);
    else if (choice.number < successor.state.inputs.size())
      value = successor.state.inputs[choice.number];
    if (value != nullptr && value->width == width)
      history[choice.variable] = value;
  }
  program::ExprPool &pool = vocabulary_.pool();
  Expr goal = pool.boolean(true);
  for (const Expr conjunct : proof_.nodes[child].label) {
    const Expr after = successor.state.evaluateLabel(conjunct, proof_, history);
    const auto &conditions = successor.state.conditions;
    if (!premises.index.contains(after) && std::find(conditions.begin(), conditions.end(), after) == conditions.end())
      goal = pool.conjunction(goal, after);
  }
  return goal;
}

} // namespace heddle::proof
