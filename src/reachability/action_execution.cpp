// What an action does, operation by operation.
//
// The meaning is the interpreter's, with formulas instead of values. Where an operation decides control (which thread
// is joined, which object is freed, whether a check fails) the execution splits into ways with complementary
// conditions; otherwise cases are distinguished inside of values.
#include "reachability/action_execution.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::reachability {

using program::ActionId;
using program::Property;
using program::SourceSpan;

ActionExecution::ActionExecution(Semantics &semantics, const Control &control, unsigned slot)
    : semantics_(semantics), program_(semantics.program_), control_(control), slot_(slot),
      cfaId_(control.threads[slot].cfa), cfa_(program_.cfas[cfaId_]) {}

Expr ActionExecution::run(ActionId id) {
  const program::Action &action = cfa_.actions[id];
  Way way;
  way.control = control_;
  way.transition.slot = slot_;
  way.transition.action = id;
  way.transition.isScheduled = semantics_.factsOf(cfaId_).isVisible[id];
  way.transition.goesBack = semantics_.factsOf(cfaId_).flow.isRetreating(action);
  way.enabled = pool().boolean(true);
  way.inBlock = program::isInsideAtomicBlock(cfa_, action);
  enabled_ = pool().boolean(false);
  run(std::move(way), action, 0);
  return enabled_;
}

void ActionExecution::runStuck(Expr condition, bool atomic, bool rests) {
  Way way;
  way.control = control_;
  way.transition.slot = slot_;
  way.enabled = pool().boolean(true);
  enabled_ = pool().boolean(false);
  if (!assume(way, condition))
    return;
  // The thread has asked for the inputs that decide it.
  const std::vector<Expr> &deciding = semantics_.variables_.vocabularyOf(condition).variables;
  const auto decides = [&deciding](Expr input) {
    return std::find(deciding.begin(), deciding.end(), input) != deciding.end();
  };
  std::copy_if(inputs_.begin(), inputs_.end(), std::back_inserter(way.transition.inputs), decides);
  for (const auto &[input, range] : ranges_)
    if (decides(input))
      way.transition.conditions.push_back(range);
  const SourceSpan span = cfa_.locations[control_.threads[slot_].location].span;
  if (atomic) {
    halt(std::move(way), "an atomic block that waits in its middle", span);
  } else if (rests) {
    way.control.threads[slot_].resting = true;
    finish(std::move(way), Transition::Kind::Step);
  } else {
    stop(std::move(way), {}, span);
  }
}

Expr ActionExecution::areInRange() {
  Expr result = pool().boolean(true);
  for (const auto &[input, range] : ranges_)
    result = pool().conjunction(result, range);
  return result;
}

void ActionExecution::run(Way way, const program::Action &action, std::size_t from) {
  for (std::size_t i = from; i < action.instructions.size(); ++i) {
    const bool goesOn = execute(way, action, i);
    if (std::exchange(isUnsupported_, false))
      return halt(std::move(way), "an operator on inputs that the solvers do not have (fmod)",
                  action.instructions[i].span);
    if (!goesOn)
      return;
  }
  const bool detached = way.control.threads[slot_].detached;
  way.control.threads[slot_] = semantics_.threadAt(cfaId_, action.to);
  way.control.threads[slot_].detached = detached;
  finish(std::move(way), Transition::Kind::Step);
}

bool ActionExecution::execute(Way &way, const program::Action &action, std::size_t index) {
  const program::Instruction &instruction = action.instructions[index];
  const SourceSpan span = instruction.span;
  return std::visit(
      [&](const auto &op) -> bool {
        using Op = std::decay_t<decltype(op)>;
        if constexpr (std::is_same_v<Op, program::Assign>) {
          setRegister(way, op.target, evaluate(way, op.value));
        } else if constexpr (std::is_same_v<Op, program::Havoc>) {
          executeHavoc(way, op);
        } else if constexpr (std::is_same_v<Op, program::Guard>) {
          return assume(way, evaluate(way, op.condition));
        } else if constexpr (std::is_same_v<Op, program::Assume>) {
          const Expr condition = evaluate(way, op.condition);
          Way failing = way;
          if (assume(failing, pool().negate(condition)))
            stop(std::move(failing), {}, span);
          return assume(way, condition);
        } else if constexpr (std::is_same_v<Op, program::Check>) {
          if (!checks(op.property) && op.after == program::AfterFailure::Continue)
            return true;
          return require(way, evaluate(way, op.condition), op.property, op.message, span);
        } else if constexpr (std::is_same_v<Op, program::Load>) {
          return executeLoad(way, op, span);
        } else if constexpr (std::is_same_v<Op, program::Store>) {
          return executeStore(way, op, span);
        } else if constexpr (std::is_same_v<Op, program::Allocate>) {
          return executeAllocate(way, op, span);
        } else if constexpr (std::is_same_v<Op, program::Free>) {
          return executeFree(way, action, index);
        } else if constexpr (std::is_same_v<Op, program::ObjectSize>) {
          return executeObjectSize(way, op, span);
        } else if constexpr (std::is_same_v<Op, program::Spawn>) {
          return executeSpawn(way, op, span);
        } else if constexpr (std::is_same_v<Op, program::Join>) {
          return executeJoin(way, action, index);
        } else if constexpr (std::is_same_v<Op, program::Detach>) {
          return executeDetach(way, action, index);
        } else if constexpr (std::is_same_v<Op, program::EndThread>) {
          executeEndThread(way, op);
          return false;
        } else if constexpr (std::is_same_v<Op, program::EndProgram>) {
          way.transition.changesShared = true;
          finish(std::move(way), Transition::Kind::End);
          return false;
        } else if constexpr (std::is_same_v<Op, program::Halt>) {
          halt(std::move(way), op.message, span);
          return false;
        } else {
          static_assert(std::is_same_v<Op, program::Fence> || std::is_same_v<Op, program::AtomicBegin> ||
                        std::is_same_v<Op, program::Sync>);
        }
        return true;
      },
      instruction.operation);
}

void ActionExecution::executeHavoc(Way &way, const program::Havoc &havoc) {
  const unsigned width = cfa_.registers[havoc.target].width;
  const Expr input = semantics_.variables_.ofInput(slot_, way.inputs++, width);
  way.transition.inputs.push_back(input);
  setRegister(way, havoc.target, input);
  // Whatever is chosen is in range, so the range takes no part in whether the action is enabled.
  const bool isNew = std::find(inputs_.begin(), inputs_.end(), input) == inputs_.end();
  if (isNew)
    inputs_.push_back(input);
  const auto restrict = [&](Expr low, Expr high) {
    way.transition.conditions.push_back(pool().make(program::ExprKind::Ule, low, high));
    if (isNew)
      ranges_.emplace_back(input, way.transition.conditions.back());
  };
  if (havoc.low != 0)
    restrict(pool().constant(havoc.low, width), input);
  if (havoc.high != support::mask(width))
    restrict(input, pool().constant(havoc.high, width));
}

bool ActionExecution::executeSpawn(Way &way, const program::Spawn &spawn, SourceSpan span) {
  std::vector<ThreadControl> &threads = way.control.threads;
  unsigned child = 0;
  while (child < threads.size() && threads[child].status != ThreadStatus::Unused)
    ++child;
  if (child >= semantics_.maxThreads_) {
    halt(std::move(way), fmt::format("more than {} threads (--max-threads)", semantics_.maxThreads_), span);
    return false;
  }
  if (child == threads.size())
    threads.emplace_back();
  const program::Cfa &callee = program_.cfas[spawn.cfa];
  threads[child] = semantics_.threadAt(spawn.cfa, callee.entry);
  const Expr argument = evaluate(way, spawn.argument);
  for (const program::RegisterId reg : semantics_.factsOf(spawn.cfa).liveness.at(callee.entry)) {
    const unsigned width = callee.registers[reg].width;
    const Expr value = reg == callee.argument ? argument : pool().constant(reg == callee.self ? child + 1 : 0, width);
    set(way, semantics_.variables_.ofRegister(child, spawn.cfa, reg, width), value);
  }
  const unsigned width = cfa_.registers[spawn.target].width;
  setRegister(way, spawn.target, pool().constant(child + 1, width));
  way.transition.changesShared = true;
  return true;
}

/// The condition under which the handle names a thread that can be joined, and the slots of those threads.
Expr ActionExecution::joinable(const Way &way, Expr handle, std::vector<unsigned> &slots) {
  Expr any = pool().boolean(false);
  for (unsigned slot = 0; slot < way.control.threads.size(); ++slot) {
    const ThreadControl &thread = way.control.threads[slot];
    if (thread.status == ThreadStatus::Unused || thread.detached)
      continue;
    slots.push_back(slot);
    any = pool().disjunction(any, pool().eq(handle, pool().constant(slot + 1, handle->width)));
  }
  return any;
}

bool ActionExecution::executeJoin(Way &way, const program::Action &action, std::size_t index) {
  const auto &join = std::get<program::Join>(action.instructions[index].operation);
  const SourceSpan span = action.instructions[index].span;
  const Expr handle = evaluate(way, join.thread);
  std::vector<unsigned> slots;
  const Expr valid = joinable(way, handle, slots);
  if (!require(way, valid, Property::LockDiscipline, "join of a handle that names no joinable thread", span))
    return false;
  for (const unsigned slot : slots) {
    if (way.control.threads[slot].status != ThreadStatus::Ended)
      continue; // not enabled
    Way joined = way;
    if (!assume(joined, pool().eq(handle, pool().constant(slot + 1, handle->width))))
      continue;
    if (join.target != program::noRegister) {
      const Expr result = valueOf(joined, semantics_.variables_.ofResult(slot, program_.pointers.width));
      setRegister(joined, join.target, pool().resize(result, cfa_.registers[join.target].width));
    }
    releaseSlot(joined, slot);
    joined.transition.changesShared = true;
    run(std::move(joined), action, index + 1);
  }
  return false;
}

bool ActionExecution::executeDetach(Way &way, const program::Action &action, std::size_t index) {
  const auto &detach = std::get<program::Detach>(action.instructions[index].operation);
  const Expr handle = evaluate(way, detach.thread);
  std::vector<unsigned> slots;
  const Expr valid = joinable(way, handle, slots);
  if (!require(way, valid, Property::LockDiscipline, "detach of a handle that names no joinable thread",
               action.instructions[index].span))
    return false;
  for (const unsigned slot : slots) {
    Way detached = way;
    if (!assume(detached, pool().eq(handle, pool().constant(slot + 1, handle->width))))
      continue;
    detached.control.threads[slot].detached = true;
    if (detached.control.threads[slot].status == ThreadStatus::Ended)
      releaseSlot(detached, slot);
    detached.transition.changesShared = true;
    run(std::move(detached), action, index + 1);
  }
  return false;
}

void ActionExecution::executeEndThread(Way &way, const program::EndThread &end) {
  ThreadControl &self = way.control.threads[slot_];
  way.transition.changesShared = true;
  if (self.detached) {
    releaseSlot(way, slot_);
  } else {
    set(way, semantics_.variables_.ofResult(slot_, program_.pointers.width), evaluate(way, end.result));
    self.status = ThreadStatus::Ended;
    self.resting = true;
    self.location = cfa_.exit;
  }
  finish(std::move(way), Transition::Kind::Step);
}

/// Nobody can refer to the thread any more. What is left of its stack goes too.
void ActionExecution::releaseSlot(Way &way, unsigned slot) {
  std::vector<ThreadControl> &threads = way.control.threads;
  threads[slot] = {};
  for (ObjectControl &object : way.control.objects)
    if (object.alive && object.storage != program::Storage::Heap && object.owner == slot)
      object.alive = false;
  while (!threads.empty() && threads.back().status == ThreadStatus::Unused)
    threads.pop_back();
}

bool ActionExecution::assume(Way &way, Expr condition) {
  if (condition->isFalse())
    return false;
  if (condition->isTrue())
    return true;
  way.enabled = pool().conjunction(way.enabled, condition);
  if (way.enabled->isFalse())
    return false;
  way.transition.conditions.push_back(condition);
  return true;
}

bool ActionExecution::require(Way &way, Expr condition, Property property, const std::string &message,
                              SourceSpan span) {
  Way failing = way;
  if (assume(failing, pool().negate(condition)))
    fail(std::move(failing), property, message, span);
  return assume(way, condition);
}

void ActionExecution::fail(Way way, Property property, const std::string &message, SourceSpan span) {
  way.transition.property = property;
  way.transition.message = message;
  way.transition.span = span;
  if (checks(property))
    finish(std::move(way), Transition::Kind::Violation);
  else
    stop(std::move(way), message, span);
}

/// Nobody may see half of an atomic block, so if it cannot be finished it never began.
void ActionExecution::stop(Way way, const std::string &message, SourceSpan span) {
  if (way.inBlock) {
    enabled_ = pool().disjunction(enabled_, way.enabled);
    return;
  }
  way.transition.message = message;
  way.transition.span = span;
  ThreadControl &self = way.control.threads[slot_];
  self.status = ThreadStatus::Stopped;
  self.resting = true;
  self.location = cfa_.exit;
  finish(std::move(way), Transition::Kind::Stop);
}

void ActionExecution::halt(Way way, const std::string &message, SourceSpan span) {
  way.transition.message = message;
  way.transition.span = span;
  finish(std::move(way), Transition::Kind::Halt);
}

void ActionExecution::finish(Way way, Transition::Kind kind) {
  enabled_ = pool().disjunction(enabled_, way.enabled);
  way.transition.kind = kind;
  for (const auto &[id, update] : way.values)
    if (update.variable != update.value && isRead(way, update.variable))
      way.transition.updates.push_back(update);
  if (kind == Transition::Kind::Step || kind == Transition::Kind::Stop)
    way.transition.target = semantics_.controls_.intern(way.control);
  transitions_.push_back(std::move(way.transition));
}

/// Whether anybody may read the variable after the transition. Registers of this thread die at their last use.
bool ActionExecution::isRead(const Way &way, Expr variable) {
  const StateVariable &what = semantics_.variables_[variable->index];
  if (what.kind != StateVariable::Kind::Register || what.slot != slot_)
    return true;
  if (slot_ >= way.control.threads.size() || !way.control.threads[slot_].isActive())
    return false;
  return semantics_.factsOf(cfaId_).liveness.isLive(way.control.threads[slot_].location, what.reg);
}

Expr ActionExecution::evaluate(const Way &way, Expr expression) {
  std::unordered_map<Expr, Expr> done;
  const auto go = [&](const auto &self, Expr e) -> Expr {
    if (e->isConstant())
      return pool().constant(e->value, e->width);
    if (e->isRegister())
      return valueOf(way, semantics_.variables_.ofRegister(slot_, cfaId_, e->index, e->width));
    if (const auto known = done.find(e); known != done.end())
      return known->second;
    std::array<Expr, 3> args{};
    for (unsigned i = 0; i < program::arity(e->kind); ++i)
      args[i] = self(self, e->args[i]);
    const Expr result = pool().rebuild(e, args);
    isUnsupported_ = isUnsupported_ || (!smt::isSupported(e->kind) && !result->isConstant());
    done.emplace(e, result);
    return result;
  };
  return go(go, expression);
}

Expr ActionExecution::valueOf(const Way &way, Expr variable) const {
  const auto assigned = way.values.find(variable->index);
  return assigned != way.values.end() ? assigned->second.value : variable;
}

void ActionExecution::set(Way &way, Expr variable, Expr value) {
  way.values[variable->index] = {.variable = variable, .value = value};
}

void ActionExecution::setRegister(Way &way, program::RegisterId reg, Expr value) {
  set(way, semantics_.variables_.ofRegister(slot_, cfaId_, reg, cfa_.registers[reg].width), value);
}

} // namespace heddle::reachability
