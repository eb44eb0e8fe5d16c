// Symbolic execution of an action, operation by operation.
//
// The semantics is that of the interpreter, with formulas instead of values. Where an operation decides control (which
// thread is joined, which object is freed, whether a check fails), the execution splits into branches with mutually
// exclusive conditions; other case distinctions are part of the values.
#include "reachability/action_execution.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::reachability {

using program::ActionId;
using program::Property;
using program::SourceSpan;

namespace {

/// Of a thread's own handle (program::Cfa::self). Variables of the program that hold handles may be wider.
constexpr unsigned handleWidth = 32;

} // namespace

ActionExecution::ActionExecution(Semantics &semantics, const Control &control, unsigned slot)
    : semantics_(semantics), program_(semantics.program_), control_(control), slot_(slot),
      cfaId_(control.threads[slot].cfa), cfa_(program_.cfas[cfaId_]) {}

Expr ActionExecution::run(ActionId id) {
  const program::Action &action = cfa_.actions[id];
  Branch branch;
  branch.control = control_;
  branch.transition.slot = slot_;
  branch.transition.action = id;
  branch.transition.isScheduled = semantics_.factsOf(cfaId_).isVisible[id];
  branch.transition.closesLoop = semantics_.factsOf(cfaId_).flow.isRetreating(action);
  branch.enabled = pool().boolean(true);
  branch.inBlock = program::isInsideAtomicBlock(cfa_, action);
  enabled_ = pool().boolean(false);
  run(std::move(branch), action, 0);
  return enabled_;
}

void ActionExecution::runStuck(Expr condition, bool atomic, bool rests) {
  Branch branch;
  branch.control = control_;
  branch.transition.slot = slot_;
  branch.enabled = pool().boolean(true);
  enabled_ = pool().boolean(false);
  if (!assume(branch, condition))
    return;
  // The transition has the inputs on which the condition depends.
  const std::vector<Expr> &deciding = semantics_.variables_.vocabularyOf(condition).variables;
  const auto decides = [&deciding](Expr input) {
    return std::find(deciding.begin(), deciding.end(), input) != deciding.end();
  };
  std::copy_if(inputs_.begin(), inputs_.end(), std::back_inserter(branch.transition.inputs), decides);
  for (const auto &[input, range] : ranges_)
    if (decides(input))
      branch.transition.conditions.push_back(range);
  const SourceSpan span = cfa_.locations[control_.threads[slot_].location].span;
  if (atomic) {
    halt(std::move(branch), "an atomic block that waits in its middle", span);
  } else if (rests) {
    branch.control.threads[slot_].resting = true;
    finish(std::move(branch), Transition::Kind::Step);
  } else {
    stop(std::move(branch), span);
  }
}

Expr ActionExecution::inputRanges() {
  Expr result = pool().boolean(true);
  for (const auto &[input, range] : ranges_)
    result = pool().conjunction(result, range);
  return result;
}

void ActionExecution::run(Branch branch, const program::Action &action, std::size_t from) {
  for (std::size_t i = from; i < action.instructions.size(); ++i) {
    const bool continues = execute(branch, action, i);
    if (std::exchange(isUnsupported_, false))
      return halt(std::move(branch), "an operator on inputs that the solvers do not have (fmod)",
                  action.instructions[i].span);
    if (!continues)
      return;
  }
  const bool detached = branch.control.threads[slot_].detached;
  branch.control.threads[slot_] = semantics_.threadAt(cfaId_, action.to);
  branch.control.threads[slot_].detached = detached;
  finish(std::move(branch), Transition::Kind::Step);
}

bool ActionExecution::execute(Branch &branch, const program::Action &action, std::size_t index) {
  const program::Instruction &instruction = action.instructions[index];
  const SourceSpan span = instruction.span;
  return std::visit(
      [&](const auto &op) -> bool {
        using Op = std::decay_t<decltype(op)>;
        if constexpr (std::is_same_v<Op, program::Assign>) {
          setRegister(branch, op.target, evaluate(branch, op.value));
        } else if constexpr (std::is_same_v<Op, program::Havoc>) {
          executeHavoc(branch, op);
        } else if constexpr (std::is_same_v<Op, program::Guard>) {
          return assume(branch, evaluate(branch, op.condition));
        } else if constexpr (std::is_same_v<Op, program::Assume>) {
          const Expr condition = evaluate(branch, op.condition);
          Branch failing = branch;
          if (assume(failing, pool().negate(condition)))
            stop(std::move(failing), span);
          return assume(branch, condition);
        } else if constexpr (std::is_same_v<Op, program::Check>) {
          if (!checks(op.property) && op.after == program::AfterFailure::Continue)
            return true;
          return require(branch, evaluate(branch, op.condition), op.property, op.message, span);
        } else if constexpr (std::is_same_v<Op, program::Load>) {
          return executeLoad(branch, op, span);
        } else if constexpr (std::is_same_v<Op, program::Store>) {
          return executeStore(branch, op, span);
        } else if constexpr (std::is_same_v<Op, program::Allocate>) {
          return executeAllocate(branch, op, span);
        } else if constexpr (std::is_same_v<Op, program::Free>) {
          return executeFree(branch, action, index);
        } else if constexpr (std::is_same_v<Op, program::ObjectSize>) {
          return executeObjectSize(branch, op, span);
        } else if constexpr (std::is_same_v<Op, program::Spawn>) {
          return executeSpawn(branch, op, span);
        } else if constexpr (std::is_same_v<Op, program::Join>) {
          return executeJoin(branch, action, index);
        } else if constexpr (std::is_same_v<Op, program::Detach>) {
          return executeDetach(branch, action, index);
        } else if constexpr (std::is_same_v<Op, program::EndThread>) {
          executeEndThread(branch, op);
          return false;
        } else if constexpr (std::is_same_v<Op, program::EndProgram>) {
          branch.transition.changesShared = true;
          finish(std::move(branch), Transition::Kind::End);
          return false;
        } else if constexpr (std::is_same_v<Op, program::Halt>) {
          halt(std::move(branch), op.message, span);
          return false;
        } else {
          static_assert(std::is_same_v<Op, program::Fence> || std::is_same_v<Op, program::AtomicBegin> ||
                        std::is_same_v<Op, program::Sync>);
        }
        return true;
      },
      instruction.operation);
}

void ActionExecution::executeHavoc(Branch &branch, const program::Havoc &havoc) {
  const unsigned width = cfa_.registers[havoc.target].width;
  const Expr input = semantics_.variables_.ofInput(slot_, branch.inputs++, width);
  branch.transition.inputs.push_back(input);
  setRegister(branch, havoc.target, input);
  // Every chosen value is in range, so the range is not part of the condition under which the action is enabled.
  const bool isNew = std::find(inputs_.begin(), inputs_.end(), input) == inputs_.end();
  if (isNew)
    inputs_.push_back(input);
  const auto restrict = [&](Expr low, Expr high) {
    branch.transition.conditions.push_back(pool().make(program::ExprKind::Ule, low, high));
    if (isNew)
      ranges_.emplace_back(input, branch.transition.conditions.back());
  };
  if (havoc.low != 0)
    restrict(pool().constant(havoc.low, width), input);
  if (havoc.high != support::mask(width))
    restrict(input, pool().constant(havoc.high, width));
}

Expr ActionExecution::newInput(Branch &branch, unsigned width) {
  const Expr input = semantics_.variables_.ofInput(slot_, branch.inputs++, width);
  branch.transition.inputs.push_back(input);
  return input;
}

/// Whether a handle names a thread that can be joined, if the threads are not known.
Expr ActionExecution::chosenValidity(Branch &branch) {
  return semantics_.joinsAreValid_ ? pool().boolean(true) : newInput(branch, 1);
}

bool ActionExecution::executeSpawn(Branch &branch, const program::Spawn &spawn, SourceSpan span) {
  std::vector<ThreadControl> &threads = branch.control.threads;
  unsigned child = 0;
  while (child < threads.size() && threads[child].status != ThreadStatus::Unused)
    ++child;
  if (child >= semantics_.maxThreads_) {
    halt(std::move(branch), fmt::format("more than {} threads (--max-threads)", semantics_.maxThreads_), span);
    return false;
  }
  if (child == threads.size())
    threads.emplace_back();
  const program::Cfa &callee = program_.cfas[spawn.cfa];
  threads[child] = semantics_.threadAt(spawn.cfa, callee.entry);
  const Expr argument = evaluate(branch, spawn.argument);
  const unsigned width = cfa_.registers[spawn.target].width;
  Expr handle = pool().constant(child + 1, width);
  if (choosesHandles()) {
    const Expr chosen = newInput(branch, std::min(width, handleWidth));
    branch.transition.handles.push_back(chosen);
    handle = pool().resize(chosen, width);
  }
  for (const program::RegisterId reg : semantics_.factsOf(spawn.cfa).liveness.at(callee.entry)) {
    const unsigned ownWidth = callee.registers[reg].width;
    const Expr value = reg == callee.argument ? argument
                       : reg == callee.self   ? pool().resize(handle, ownWidth)
                                              : pool().constant(0, ownWidth);
    set(branch, semantics_.variables_.ofRegister(child, spawn.cfa, reg, ownWidth), value);
  }
  setRegister(branch, spawn.target, handle);
  branch.transition.changesShared = true;
  return true;
}

/// The condition under which the handle names a thread that can be joined, and the slots of those threads.
Expr ActionExecution::joinable(const Branch &branch, Expr handle, std::vector<unsigned> &slots) {
  Expr any = pool().boolean(false);
  for (unsigned slot = 0; slot < branch.control.threads.size(); ++slot) {
    const ThreadControl &thread = branch.control.threads[slot];
    if (thread.status == ThreadStatus::Unused || thread.detached)
      continue;
    slots.push_back(slot);
    any = pool().disjunction(any, pool().eq(handle, pool().constant(slot + 1, handle->width)));
  }
  return any;
}

bool ActionExecution::executeJoin(Branch &branch, const program::Action &action, std::size_t index) {
  const auto &join = std::get<program::Join>(action.instructions[index].operation);
  const SourceSpan span = action.instructions[index].span;
  const Expr handle = evaluate(branch, join.thread);
  std::vector<unsigned> slots;
  const Expr valid = choosesHandles() ? chosenValidity(branch) : joinable(branch, handle, slots);
  const Expr chosenResult = choosesHandles() && join.target != program::noRegister
                                ? newInput(branch, cfa_.registers[join.target].width)
                                : nullptr;
  if (!require(branch, valid, Property::LockDiscipline, "join of a handle that names no joinable thread", span))
    return false;
  if (choosesHandles()) {
    if (chosenResult != nullptr)
      setRegister(branch, join.target, chosenResult);
    branch.transition.changesShared = true;
    return true;
  }
  for (const unsigned slot : slots) {
    if (branch.control.threads[slot].status != ThreadStatus::Ended)
      continue; // not enabled
    Branch joined = branch;
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

bool ActionExecution::executeDetach(Branch &branch, const program::Action &action, std::size_t index) {
  const auto &detach = std::get<program::Detach>(action.instructions[index].operation);
  const Expr handle = evaluate(branch, detach.thread);
  std::vector<unsigned> slots;
  const Expr valid = choosesHandles() ? chosenValidity(branch) : joinable(branch, handle, slots);
  if (!require(branch, valid, Property::LockDiscipline, "detach of a handle that names no joinable thread",
               action.instructions[index].span))
    return false;
  if (choosesHandles())
    return true;
  for (const unsigned slot : slots) {
    Branch detached = branch;
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

void ActionExecution::executeEndThread(Branch &branch, const program::EndThread &end) {
  ThreadControl &self = branch.control.threads[slot_];
  branch.transition.changesShared = true;
  if (self.detached) {
    releaseSlot(branch, slot_);
  } else {
    set(branch, semantics_.variables_.ofResult(slot_, program_.pointers.width), evaluate(branch, end.result));
    self.status = ThreadStatus::Ended;
    self.resting = true;
    self.location = cfa_.exit;
  }
  finish(std::move(branch), Transition::Kind::Step);
}

/// Frees the slot of a thread that can no longer be referred to, and ends the lifetime of what is left of its stack. If
/// locks may still name the thread, the slot is not used again.
void ActionExecution::releaseSlot(Branch &branch, unsigned slot) {
  std::vector<ThreadControl> &threads = branch.control.threads;
  const bool isKept = semantics_.keepsSlot_[threads[slot].cfa];
  threads[slot] = {};
  if (isKept) {
    threads[slot].status = ThreadStatus::Ended;
    threads[slot].detached = threads[slot].resting = true;
  }
  for (ObjectControl &object : branch.control.objects)
    if (object.alive && object.storage != program::Storage::Heap && object.owner == slot)
      object.alive = false;
  while (!threads.empty() && threads.back().status == ThreadStatus::Unused)
    threads.pop_back();
}

bool ActionExecution::assume(Branch &branch, Expr condition) {
  if (condition->isFalse())
    return false;
  if (condition->isTrue())
    return true;
  branch.enabled = pool().conjunction(branch.enabled, condition);
  if (branch.enabled->isFalse())
    return false;
  branch.transition.conditions.push_back(condition);
  return true;
}

bool ActionExecution::require(Branch &branch, Expr condition, Property property, const std::string &message,
                              SourceSpan span) {
  Branch failing = branch;
  if (assume(failing, pool().negate(condition)))
    fail(std::move(failing), property, message, span);
  return assume(branch, condition);
}

void ActionExecution::fail(Branch branch, Property property, const std::string &message, SourceSpan span) {
  branch.transition.property = property;
  branch.transition.message = message;
  branch.transition.span = span;
  if (checks(property)) {
    finish(std::move(branch), Transition::Kind::Violation);
    return;
  }
  branch.transition.isUndefined = true;
  stop(std::move(branch), span);
}

/// Atomic blocks are indivisible: an execution that cannot finish one is discarded, without a transition.
void ActionExecution::stop(Branch branch, SourceSpan span) {
  if (branch.inBlock) {
    enabled_ = pool().disjunction(enabled_, branch.enabled);
    return;
  }
  branch.transition.span = span;
  ThreadControl &self = branch.control.threads[slot_];
  self.status = ThreadStatus::Stopped;
  self.resting = true;
  self.location = cfa_.exit;
  finish(std::move(branch), Transition::Kind::Stop);
}

void ActionExecution::halt(Branch branch, const std::string &message, SourceSpan span) {
  branch.transition.message = message;
  branch.transition.span = span;
  finish(std::move(branch), Transition::Kind::Halt);
}

void ActionExecution::finish(Branch branch, Transition::Kind kind) {
  enabled_ = pool().disjunction(enabled_, branch.enabled);
  branch.transition.kind = kind;
  for (const auto &[id, update] : branch.values)
    if (update.variable != update.value && isRead(branch, update.variable))
      branch.transition.updates.push_back(update);
  if (kind == Transition::Kind::Step || kind == Transition::Kind::Stop)
    branch.transition.target = semantics_.controls_.intern(branch.control);
  transitions_.push_back(std::move(branch.transition));
}

/// Whether the variable may be read after the transition. Registers of this thread are dead after their last use.
bool ActionExecution::isRead(const Branch &branch, Expr variable) {
  const StateVariable &what = semantics_.variables_[variable->index];
  if (what.kind != StateVariable::Kind::Register || what.slot != slot_)
    return true;
  if (slot_ >= branch.control.threads.size() || !branch.control.threads[slot_].isActive())
    return false;
  return semantics_.factsOf(cfaId_).liveness.isLive(branch.control.threads[slot_].location, what.reg);
}

Expr ActionExecution::evaluate(const Branch &branch, Expr expression) {
  std::unordered_map<Expr, Expr> done;
  const auto go = [&](const auto &self, Expr e) -> Expr {
    if (e->isConstant())
      return pool().constant(e->value, e->width);
    if (e->isRegister())
      return valueOf(branch, semantics_.variables_.ofRegister(slot_, cfaId_, e->index, e->width));
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

Expr ActionExecution::valueOf(const Branch &branch, Expr variable) const {
  const auto assigned = branch.values.find(variable->index);
  return assigned != branch.values.end() ? assigned->second.value : variable;
}

void ActionExecution::set(Branch &branch, Expr variable, Expr value) {
  branch.values[variable->index] = {.variable = variable, .value = value};
}

void ActionExecution::setRegister(Branch &branch, program::RegisterId reg, Expr value) {
  set(branch, semantics_.variables_.ofRegister(slot_, cfaId_, reg, cfa_.registers[reg].width), value);
}

} // namespace heddle::reachability
