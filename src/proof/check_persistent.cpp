// Completeness with persistent sets: the threads that wait for others.
//
// A node at rest may expand only some of the active threads, U, if
//   (P1) one of U can certainly take its next step, to the end of its atomic block, in every state of the node, and
//        without ending the program;
//   (P2) that step does not close a loop, nor does it start threads that start such threads again;
//   (P3) whatever the other threads, and those that they start, may do while U stands still is independent of the next
//        steps of U. Accesses to the same memory are, if no label of the proof speaks of it and it holds no pointers to
//        objects that are made;
//   (P4) main does not do so long what it can only do when the threads of U have been joined.
//
// Why nothing is lost. Labels cannot tell states apart that differ only in what no label names. So the tree follows
// also executions in which these parts change to anything between two actions; call them blurred. Let w be the rest of
// an execution, from a state of the node to a violation. If a thread of U steps in w, its first step can come first, by
// (P3): others neither change what it reads of the named state, nor read what it writes, and objects and slots of
// threads are those that they were. Then what is left of w is shorter. Otherwise the thread of (P1) steps first, and w
// is still possible behind that, by (P3). That happens only finitely often in a row: by (P2) the thread comes closer to
// the exit of its automaton, and the threads that it starts have automata that are further down. When its atomic block
// is over, local work follows, which neither waits nor ends the program.
//
// A thread that has stepped so may be where it can never be, but it has no part in w any more: whoever steps in w is
// where it was, and what is known about executions of the program is true for it. That is why (P4) can follow handles.
// So that what (P3) and (P4) take for granted holds for the other threads too, (P1) does not choose all that no label
// names. Counters stay what they are, so that not more threads are started than join_bounds.hpp says. Pointers to
// objects that are made do, so that nobody else touches an object whose accesses are called local because only one
// thread has pointers to it.
//
// All of this errs on the side of dependence, so what does not pass need not be wrong: it cannot be checked.
#include "proof/check.hpp"
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
  std::vector<unsigned> chosen;
  std::vector<unsigned> waiting;
  for (unsigned slot = 0; slot < threads.size(); ++slot)
    if (threads[slot].isActive())
      (slot < expanded.size() && expanded[slot] ? chosen : waiting).push_back(slot);
  const Premises premises = premisesAt(id);
  if (waiting.empty() ||
      std::any_of(premises.formulas.begin(), premises.formulas.end(), [](Expr e) { return e->isFalse(); }))
    return;
  const auto name = [&](unsigned slot) { return nameOfThread(program_, threads[slot], slot); };
  if (chosen.empty())
    complain(id, fmt::format("{} is not expanded, nor is any other thread", name(waiting.front())));
  std::vector<Thread> standing;
  std::vector<NextStep> steps;
  for (const unsigned slot : chosen) {
    standing.push_back(threads[slot]);
    steps.push_back(nextStepOf(id, slot));
  }
  const unsigned joins = interference_->maxJoinsWithout(standing);
  bool mayAllCloseLoops = true;
  bool canAnyStep = false;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    for (const unsigned other : waiting)
      if (interference_->mayDepend(steps[i], threads[other], joins))
        complain(id, fmt::format("{} is not expanded, and that {}: it may do what depends on the next step of {}",
                                 name(other), cannotBeChecked, name(chosen[i])));
    if (interference_->mayCloseLoop(steps[i]))
      continue;
    mayAllCloseLoops = false;
    canAnyStep = canAnyStep || canCertainlyStep(id, chosen[i], premises);
  }
  if (mayAllCloseLoops)
    complain(id, fmt::format("{} is not expanded, and that {}: all that is may go round a loop", name(waiting.front()),
                             cannotBeChecked));
  if (!canAnyStep)
    complain(id, fmt::format("{} is not expanded, and that {}: no thread that is can certainly step",
                             name(waiting.front()), cannotBeChecked));
}

/// So far as the thread's own registers decide it: nobody else can change them.
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
  ActionSemantics semantics(vocabulary_, provenance_, proof_, questions_, known);
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
    if (state.conditions.empty() || questions_.findModel(known, state.conditions))
      result.first.push_back(action);
  }
  return result;
}

/// Whether there are values for what may be chosen with which the thread can step, whatever the rest is. They are
/// guessed; where a guess fails, the next one has to do better.
bool Checker::canCertainlyStep(NodeId node, unsigned slot, const Premises &premises) {
  program::ExprPool &pool = vocabulary_.pool();
  Expr canStep = pool.boolean(false);
  for (const Successor &path : pathsOfThread(node, slot, premises)) {
    if (path.kind == Successor::Kind::Discarded || path.kind == Successor::Kind::ProgramEnd)
      continue;
    Expr condition = pool.boolean(true);
    for (const Expr part : path.state.conditions)
      condition = pool.conjunction(condition, part);
    canStep = pool.disjunction(canStep, condition);
  }
  const Control &control = controlOf(node);
  const auto valueOf = [&](Expr name) { return pool.constant(questions_.valueOf(name), name->width); };
  std::vector<Expr> lessons; // about what may be chosen
  Expr guess = canStep;
  for (unsigned round = 0; round < maxGuesses; ++round) {
    const Expr fails = pool.negate(guess);
    if (!questions_.findModel(premises.formulas, std::span(&fails, 1)))
      return true;
    lessons.push_back(pool.substitute(
        canStep, [&](Expr name) -> Expr { return isUnconstrained(control, name->index) ? nullptr : valueOf(name); }));
    if (!questions_.findModel({}, lessons))
      return false;
    guess = pool.substitute(
        canStep, [&](Expr name) -> Expr { return isUnconstrained(control, name->index) ? valueOf(name) : nullptr; });
  }
  return false;
}

/// Whether a blurred execution may have any value there just before the next step.
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

/// Whether these bytes may be part of a pointer to an object that was made while the program ran.
bool Checker::mayHoldDynamicPointer(const Origin &container, std::uint64_t begin, std::uint64_t end) const {
  const std::uint64_t word = program_.pointers.width / 8;
  for (std::uint64_t index = begin / word; index * word < end; ++index)
    for (const Origin &origin : interference_->dynamicOrigins())
      if (provenance_.mayHold(container, static_cast<std::int64_t>(index), origin))
        return true;
  return false;
}

} // namespace heddle::proof
