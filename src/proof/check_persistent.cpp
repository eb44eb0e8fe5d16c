// Completeness with persistent sets: threads that a node at rest does not expand.
//
// A node at rest may expand only a subset U of the active threads if
//   (P1) in every state of the node, some thread of U can certainly take its next step, to the end of its atomic block,
//        without ending the program;
//   (P2) that step closes no loop, and starts no thread whose function (transitively) starts its own function again;
//   (P3) everything that the other threads, and the threads that they start, may do while no thread of U steps is
//        independent of the next steps of U. Accesses to the same memory are independent if no label of the proof
//        mentions this memory and it holds no pointers to dynamic objects;
//   (P4) in (P3), actions of main that require threads of U to have been joined do not count.
//
// Soundness. Labels cannot distinguish states that differ only in parts that no label mentions. The tree therefore also
// follows executions in which these parts change arbitrarily between two actions; call them blurred. Let w be the rest
// of an execution, from a state of the node to a violation. If a thread of U steps in w, its first step can be
// moved to the front by (P3): the other threads neither change what it reads of the mentioned state nor read what it
// writes, and the objects and thread slots stay the same. The remainder of w is then shorter. Otherwise the thread of
// (P1) can step first, and by (P3) w is still possible after that step. This happens only finitely often in a row: by
// (P2) the thread gets closer to the exit of its automaton, and the threads that it starts have automata further down.
// The local work that follows the atomic block neither waits nor ends the program.
//
// A thread that has stepped in this way may be at a location that no real execution reaches, but it takes no part in w.
// Every thread that steps in w is where it was, so facts about all executions of the program hold for it; this is why
// (P4) may follow thread handles. For the facts that (P3) and (P4) rely on to hold for the other threads too, (P1) must
// not choose all of the state that labels do not mention. Counters keep their values, so that no more threads are
// started than join_bounds.hpp says. So do pointers to dynamic objects, so that no other thread accesses an object
// whose accesses are classified as local because only one thread has pointers to it.
//
// All of these conditions err on the side of dependence. A proof that fails them is not necessarily wrong, so the
// result is Inconclusive, not Invalid.
#include "proof/checker.hpp"
#include "proof/describe.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::proof {

using program::RegisterId;

namespace {

constexpr unsigned maxGuesses = 8;

} // namespace

void Checker::checkPersistent(NodeId id) {
  const std::vector<bool> &expanded = proof_.nodes[id].expanded;
  const std::vector<Thread> &threads = controlOf(id).threads;
  std::vector<unsigned> expandedSlots;
  std::vector<unsigned> unexpanded;
  for (unsigned slot = 0; slot < threads.size(); ++slot)
    if (threads[slot].isActive())
      (slot < expanded.size() && expanded[slot] ? expandedSlots : unexpanded).push_back(slot);
  const Premises premises = premisesAt(id);
  if (unexpanded.empty() ||
      std::any_of(premises.formulas.begin(), premises.formulas.end(), [](Expr e) { return e->isFalse(); }))
    return;
  const auto name = [&](unsigned slot) { return nameOfThread(program_, threads[slot], slot); };
  if (expandedSlots.empty())
    reject(id, fmt::format("{} is not expanded, nor is any other thread", name(unexpanded.front())));
  std::vector<NextStep> steps;
  for (const unsigned slot : expandedSlots) {
    steps.push_back(nextStepOf(id, slot));
  }
  // Main was not started by another thread.
  const auto standing = static_cast<unsigned>(
      std::count_if(expandedSlots.begin(), expandedSlots.end(), [&](unsigned slot) { return threads[slot].cfa != 0; }));
  bool mayAllCloseLoops = true;
  bool canAnyStep = false;
  for (std::size_t i = 0; i < expandedSlots.size(); ++i) {
    for (const unsigned other : unexpanded)
      if (interference_->mayDepend(steps[i], threads[other], standing))
        giveUp(id, fmt::format("{} is not expanded, which cannot be checked: it may depend on the next step of {}",
                               name(other), name(expandedSlots[i])));
    if (interference_->mayCloseLoop(steps[i]))
      continue;
    mayAllCloseLoops = false;
    canAnyStep = canAnyStep || canCertainlyStep(id, expandedSlots[i], premises);
  }
  if (mayAllCloseLoops)
    giveUp(id, fmt::format("{} is not expanded, which cannot be checked: every expanded thread may close a loop",
                           name(unexpanded.front())));
  if (!canAnyStep)
    giveUp(id, fmt::format("{} is not expanded, which cannot be checked: no expanded thread is certain to step",
                           name(unexpanded.front())));
}

/// The actions with which the thread may begin its next step, as far as its own registers decide it: no other thread
/// can change them.
NextStep Checker::nextStepOf(NodeId node, unsigned slot) {
  const Thread &thread = controlOf(node).threads[slot];
  const program::Cfa &cfa = program_.cfas[thread.cfa];
  std::vector<Expr> known;
  for (const Expr conjunct : proof_.nodes[node].label) {
    bool isOwn = true;
    program::forEachRegister(conjunct, [&](VariableId id) {
      isOwn = isOwn && proof_.variables[id].kind == Variable::Kind::Register && proof_.variables[id].slot == slot;
    });
    if (isOwn)
      known.push_back(named(conjunct));
  }
  NextStep result{.cfa = thread.cfa, .first = {}};
  ActionSemantics semantics(vocabulary_, provenance_, proof_, queries_, known);
  for (const program::ActionId action : semantics.candidates(thread)) {
    SymbolicState state(vocabulary_, {});
    for (const program::Instruction &instruction : cfa.actions[action].instructions) {
      if (const auto *guard = std::get_if<program::Guard>(&instruction.operation))
        state.conditions.push_back(state.evaluate(guard->condition, slot, thread.cfa));
      const RegisterId target = program::writtenRegister(instruction.operation);
      if (target == program::noRegister)
        continue;
      const auto *assign = std::get_if<program::Assign>(&instruction.operation);
      if (assign == nullptr)
        state.inputs.push_back(
            vocabulary_.ofInput(static_cast<unsigned>(state.inputs.size()), cfa.registers[target].width));
      state.setRegister(slot, thread.cfa, target,
                        assign != nullptr ? state.evaluate(assign->value, slot, thread.cfa) : state.inputs.back());
    }
    if (state.conditions.empty() || queries_.findModel(known, state.conditions))
      result.first.push_back(action);
  }
  return result;
}

/// Whether the unconstrained names have values with which the thread can step for all values of the others. The values
/// are guessed; each failed guess constrains the next one.
bool Checker::canCertainlyStep(NodeId node, unsigned slot, const Premises &premises) {
  program::ExprPool &pool = vocabulary_.pool();
  Expr canStep = pool.boolean(false);
  for (const Successor &path : pathsOfThread(node, slot, premises, Blocked::Ignore)) {
    if (path.kind == Successor::Kind::Discarded || path.kind == Successor::Kind::ProgramEnd)
      continue;
    Expr condition = pool.boolean(true);
    for (const Expr part : path.state.conditions)
      condition = pool.conjunction(condition, part);
    canStep = pool.disjunction(canStep, condition);
  }
  const Control &control = controlOf(node);
  const auto valueOf = [&](Expr name) { return pool.constant(queries_.valueOf(name), name->width); };
  std::vector<Expr> lessons; // of failed guesses, over the unconstrained names
  Expr guess = canStep;
  for (unsigned round = 0; round < maxGuesses; ++round) {
    const Expr fails = pool.negate(guess);
    if (!queries_.findModel(premises.formulas, std::span(&fails, 1)))
      return true;
    lessons.push_back(pool.substitute(
        canStep, [&](Expr name) -> Expr { return isUnconstrained(control, name->index) ? nullptr : valueOf(name); }));
    if (!queries_.findModel({}, lessons))
      return false;
    guess = pool.substitute(
        canStep, [&](Expr name) -> Expr { return isUnconstrained(control, name->index) ? valueOf(name) : nullptr; });
  }
  return false;
}

/// Whether a blurred execution may choose the value of the name just before the next step.
bool Checker::isUnconstrained(const Control &control, RegisterId name) {
  const std::optional<Variable> variable = vocabulary_.variableOf(name);
  if (!variable)
    return true;
  const TrackedState &tracked = interference_->tracked();
  const auto mayBeDynamic = [this](const Targets &targets) {
    return std::any_of(targets.begin(), targets.end(),
                       [this](const Target &t) { return interference_->dynamicOrigins().contains(t.origin); });
  };
  switch (variable->kind) {
  case Variable::Kind::Register:
    return !tracked.hasRegister(variable->slot, variable->cfa, variable->reg) &&
           !interference_->bounds().isCounter(variable->cfa, variable->reg) &&
           !mayBeDynamic(provenance_.registerTargets(variable->cfa, variable->reg));
  case Variable::Kind::Result:
    return !tracked.hasResult(variable->slot) && !mayBeDynamic(provenance_.results());
  case Variable::Kind::Memory: {
    Origin origin{.object = variable->object};
    if (variable->object >= program_.objects.size()) {
      const Object *object = control.object(variable->object);
      if (object == nullptr)
        return false;
      origin = originOf(*object);
    }
    const std::uint64_t end = variable->offset + variable->width / 8;
    return !tracked.hasMemory(origin, variable->offset, end) && !mayHoldDynamicPointer(origin, variable->offset, end);
  }
  case Variable::Kind::History:
    break;
  }
  return false;
}

/// Whether these bytes may be part of a pointer to a dynamic object.
bool Checker::mayHoldDynamicPointer(const Origin &container, std::uint64_t begin, std::uint64_t end) const {
  const std::uint64_t word = program_.pointers.width / 8;
  for (std::uint64_t index = begin / word; index * word < end; ++index)
    for (const Origin &origin : interference_->dynamicOrigins())
      if (provenance_.mayHold(container, static_cast<std::int64_t>(index), origin))
        return true;
  return false;
}

} // namespace heddle::proof
