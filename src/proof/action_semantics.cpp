// Operations on control: assumptions and checks, threads, the end of the program. Operations on memory are in
// memory_semantics.cpp.
#include "proof/action_semantics.hpp"

#include <algorithm>
#include <array>

namespace heddle::proof {

using program::ActionId;
using program::Property;

namespace {

/// More than any number of threads takes.
constexpr unsigned handleWidth = 32;

} // namespace

std::vector<ActionId> ActionSemantics::candidates(const Thread &thread) const {
  const program::Cfa &cfa = program_.cfas[thread.cfa];
  if (cfa.locations[thread.location].atomic || proof_.pauses[thread.cfa][thread.location])
    return cfa.outgoing[thread.location];
  std::vector<ActionId> result;
  for (const ActionId id : cfa.outgoing[thread.location])
    if (program::isVisible(cfa.actions[id]) == thread.resting)
      result.push_back(id);
  return result;
}

Thread ActionSemantics::arriveAt(program::CfaId cfaId, program::LocationId location, bool detached) const {
  const program::Cfa &cfa = program_.cfas[cfaId];
  const bool hasLocalWork = std::any_of(cfa.outgoing[location].begin(), cfa.outgoing[location].end(),
                                        [&](ActionId id) { return !program::isVisible(cfa.actions[id]); });
  return {.status = ThreadStatus::Active,
          .detached = detached,
          .resting = !cfa.locations[location].atomic && (proof_.pauses[cfaId][location] || !hasLocalWork),
          .cfa = cfaId,
          .location = location};
}

std::vector<Successor> ActionSemantics::execute(const SymbolicState &state, unsigned slot, ActionId action,
                                                std::span<const program::ObjectId> allocations) {
  slot_ = slot;
  cfaId_ = state.control.threads[slot].cfa;
  const program::Cfa &cfa = program_.cfas[cfaId_];
  action_ = &cfa.actions[action];
  inBlock_ = program::isInsideAtomicBlock(cfa, *action_);
  allocations_ = allocations;
  successors_.clear();
  span_ = action_->instructions.empty() ? cfa.locations[action_->from].span : action_->instructions.front().span;
  Successor branch{.kind = Successor::Kind::Step, .state = state, .accesses = {}, .message = {}, .span = span_};
  run(std::move(branch), 0);
  return std::move(successors_);
}

Successor ActionSemantics::executeNothing(const SymbolicState &state, unsigned slot) {
  const Thread &thread = state.control.threads[slot];
  const program::Cfa &cfa = program_.cfas[thread.cfa];
  const program::Location &location = cfa.locations[thread.location];
  Successor branch{.kind = Successor::Kind::Step, .state = state, .accesses = {}, .message = {}, .span = location.span};
  Thread &self = branch.state.control.threads[slot];
  const bool waits = std::any_of(cfa.outgoing[thread.location].begin(), cfa.outgoing[thread.location].end(),
                                 [&](ActionId id) { return program::isVisible(cfa.actions[id]); });
  if (location.atomic) {
    branch.kind = Successor::Kind::Halt;
    branch.message = "an atomic block that waits in its middle";
  } else if (waits) {
    self.resting = true;
  } else {
    branch.kind = Successor::Kind::Stopped;
    self = {.status = ThreadStatus::Stopped,
            .detached = thread.detached,
            .resting = true,
            .cfa = thread.cfa,
            .location = cfa.exit};
  }
  return branch;
}

void ActionSemantics::run(Successor branch, std::size_t from) {
  for (std::size_t i = from; i < action_->instructions.size(); ++i) {
    span_ = action_->instructions[i].span;
    if (!execute(branch, i))
      return;
  }
  Thread &self = branch.state.control.threads[slot_];
  self = arriveAt(cfaId_, action_->to, self.detached);
  finish(std::move(branch), Successor::Kind::Step);
}

bool ActionSemantics::execute(Successor &branch, std::size_t index) {
  return std::visit(
      [&](const auto &op) -> bool {
        using Op = std::decay_t<decltype(op)>;
        if constexpr (std::is_same_v<Op, program::Assign>) {
          branch.state.setRegister(slot_, cfaId_, op.target, evaluate(branch, op.value));
        } else if constexpr (std::is_same_v<Op, program::Havoc>) {
          havoc(branch, op);
        } else if constexpr (std::is_same_v<Op, program::Guard>) {
          const Expr condition = evaluate(branch, op.condition);
          if (followsBlocked_)
            block(branch, pool().negate(condition));
          return assume(branch, condition);
        } else if constexpr (std::is_same_v<Op, program::Assume>) {
          const Expr condition = evaluate(branch, op.condition);
          Successor failing = branch;
          if (assume(failing, pool().negate(condition)))
            stop(std::move(failing), "an assumption fails");
          return assume(branch, condition);
        } else if constexpr (std::is_same_v<Op, program::Check>) {
          const bool isIgnored =
              op.after == program::AfterFailure::Continue && !program_.properties.contains(op.property);
          return isIgnored || require(branch, evaluate(branch, op.condition), op.property, op.message);
        } else if constexpr (std::is_same_v<Op, program::Load>) {
          return load(branch, op, index);
        } else if constexpr (std::is_same_v<Op, program::Store>) {
          return store(branch, op, index);
        } else if constexpr (std::is_same_v<Op, program::Allocate>) {
          return allocate(branch, op);
        } else if constexpr (std::is_same_v<Op, program::Free>) {
          return free(branch, op, index);
        } else if constexpr (std::is_same_v<Op, program::ObjectSize>) {
          return objectSize(branch, op);
        } else if constexpr (std::is_same_v<Op, program::Spawn>) {
          return spawn(branch, op);
        } else if constexpr (std::is_same_v<Op, program::Join>) {
          return join(branch, op, index);
        } else if constexpr (std::is_same_v<Op, program::Detach>) {
          return detach(branch, op, index);
        } else if constexpr (std::is_same_v<Op, program::EndThread>) {
          endThread(branch, op);
          return false;
        } else if constexpr (std::is_same_v<Op, program::EndProgram>) {
          finish(std::move(branch), Successor::Kind::ProgramEnd);
          return false;
        } else if constexpr (std::is_same_v<Op, program::Halt>) {
          finish(std::move(branch), Successor::Kind::Halt, op.message);
          return false;
        } else {
          static_assert(std::is_same_v<Op, program::Fence> || std::is_same_v<Op, program::AtomicBegin> ||
                            std::is_same_v<Op, program::Sync>,
                        "an operation without a meaning");
        }
        return true;
      },
      instruction(index).operation);
}

/// All actions out of a location share their inputs: the values are chosen before the action.
void ActionSemantics::havoc(Successor &branch, const program::Havoc &op) {
  const unsigned width = program_.cfas[cfaId_].registers[op.target].width;
  const Expr input = newInput(branch, width);
  auto &[low, high] = ranges_.try_emplace(input, op.low, op.high).first->second;
  low = std::max(low, op.low);
  high = std::min(high, op.high);
  branch.state.setRegister(slot_, cfaId_, op.target, input);
  if (op.low != 0)
    branch.state.conditions.push_back(pool().make(program::ExprKind::Ule, pool().constant(op.low, width), input));
  if (op.high != support::mask(width))
    branch.state.conditions.push_back(pool().make(program::ExprKind::Ule, input, pool().constant(op.high, width)));
}

Expr ActionSemantics::newInput(Successor &branch, unsigned width, std::uint64_t source) {
  const Expr input =
      vocabulary_.ofInput(branch.state.firstInput + static_cast<unsigned>(branch.state.inputs.size()), width, source);
  branch.state.inputs.push_back(input);
  return input;
}

std::vector<Expr> ActionSemantics::inputRanges() const {
  std::vector<Expr> result;
  for (const auto &[input, range] : ranges_) {
    if (range.first > range.second)
      continue;
    result.push_back(pool().make(program::ExprKind::Ule, pool().constant(range.first, input->width), input));
    result.push_back(pool().make(program::ExprKind::Ule, input, pool().constant(range.second, input->width)));
  }
  return result;
}

bool ActionSemantics::spawn(Successor &branch, const program::Spawn &op) {
  std::vector<Thread> &threads = branch.state.control.threads;
  unsigned child = 0;
  while (child < threads.size() && threads[child].status != ThreadStatus::Unused)
    ++child;
  if (child == threads.size())
    threads.emplace_back();
  const program::Cfa &callee = program_.cfas[op.cfa];
  const Expr argument = evaluate(branch, op.argument);
  threads[child] = arriveAt(op.cfa, callee.entry, false);
  const Expr handle = isOpen_ ? newInput(branch, handleWidth) : pool().constant(child + 1, handleWidth);
  if (isOpen_)
    branch.handles.push_back(handle);
  branch.state.clearRegisters(child, op.cfa);
  const auto give = [&](program::RegisterId reg, Expr value) {
    if (reg != program::noRegister)
      branch.state.setRegister(child, op.cfa, reg, pool().resize(value, callee.registers[reg].width));
  };
  give(callee.self, handle);
  give(callee.argument, argument);
  const unsigned width = program_.cfas[cfaId_].registers[op.target].width;
  branch.state.setRegister(slot_, cfaId_, op.target, pool().resize(handle, width));
  branch.changesShared = true;
  return true;
}

/// Joins or detaches a thread that is not known.
bool ActionSemantics::settle(Successor &branch, Expr handle, const std::string &message) {
  branch.settled.push_back(handle);
  branch.changesShared = true;
  return joinsAreValid_ || require(branch, newInput(branch, 1), Property::LockDiscipline, message);
}

std::vector<unsigned> ActionSemantics::joinable(const Successor &branch) const {
  std::vector<unsigned> result;
  const std::vector<Thread> &threads = branch.state.control.threads;
  for (unsigned slot = 0; slot < threads.size(); ++slot)
    if (threads[slot].status != ThreadStatus::Unused && !threads[slot].detached)
      result.push_back(slot);
  return result;
}

bool ActionSemantics::join(Successor &branch, const program::Join &op, std::size_t index) {
  const Expr handle = evaluate(branch, op.thread);
  if (isOpen_) {
    if (!settle(branch, handle, "join of a handle that names no joinable thread"))
      return false;
    if (op.target != program::noRegister)
      branch.state.setRegister(slot_, cfaId_, op.target,
                               newInput(branch, program_.cfas[cfaId_].registers[op.target].width));
    return true;
  }
  Expr valid = pool().boolean(false);
  for (const unsigned slot : joinable(branch)) {
    const Expr isIt = pool().eq(handle, pool().constant(slot + 1, handle->width));
    valid = pool().disjunction(valid, isIt);
    if (branch.state.control.threads[slot].status != ThreadStatus::Ended) {
      if (followsBlocked_)
        block(branch, isIt);
      continue;
    }
    Successor joined = branch;
    if (!assume(joined, isIt))
      continue;
    if (op.target != program::noRegister)
      joined.state.setRegister(
          slot_, cfaId_, op.target,
          pool().resize(joined.state.result(slot), program_.cfas[cfaId_].registers[op.target].width));
    releaseSlot(joined, slot);
    joined.changesShared = true;
    run(std::move(joined), index + 1);
  }
  span_ = instruction(index).span;
  require(branch, valid, Property::LockDiscipline, "join of a handle that names no joinable thread");
  return false;
}

bool ActionSemantics::detach(Successor &branch, const program::Detach &op, std::size_t index) {
  const Expr handle = evaluate(branch, op.thread);
  if (isOpen_)
    return settle(branch, handle, "detach of a handle that names no joinable thread");
  Expr valid = pool().boolean(false);
  for (const unsigned slot : joinable(branch)) {
    const Expr isIt = pool().eq(handle, pool().constant(slot + 1, handle->width));
    valid = pool().disjunction(valid, isIt);
    Successor detached = branch;
    if (!assume(detached, isIt))
      continue;
    Thread &thread = detached.state.control.threads[slot];
    thread.detached = true;
    if (thread.status == ThreadStatus::Ended)
      releaseSlot(detached, slot);
    detached.changesShared = true;
    run(std::move(detached), index + 1);
  }
  span_ = instruction(index).span;
  require(branch, valid, Property::LockDiscipline, "detach of a handle that names no joinable thread");
  return false;
}

void ActionSemantics::endThread(Successor &branch, const program::EndThread &op) {
  branch.changesShared = true;
  Thread &self = branch.state.control.threads[slot_];
  if (self.detached) {
    releaseSlot(branch, slot_);
  } else {
    branch.state.setResult(slot_, evaluate(branch, op.result));
    self.status = ThreadStatus::Ended;
    self.resting = true;
    self.location = program_.cfas[cfaId_].exit;
  }
  finish(std::move(branch), Successor::Kind::Step);
}

/// Frees the slot of a thread that can no longer be referred to, and ends the lifetime of what is left of its stack.
void ActionSemantics::releaseSlot(Successor &branch, unsigned slot) {
  std::vector<Thread> &threads = branch.state.control.threads;
  const bool isKept = vocabulary_.keepsSlot(threads[slot].cfa);
  threads[slot] = {};
  if (isKept) {
    threads[slot].status = ThreadStatus::Ended;
    threads[slot].detached = threads[slot].resting = true;
  }
  while (!threads.empty() && threads.back().status == ThreadStatus::Unused)
    threads.pop_back();
  for (Object &object : branch.state.control.objects)
    if (object.alive && object.storage != program::Storage::Heap && object.owner == slot) {
      object.alive = false;
      branch.accesses.push_back({pointer(object.id), std::max<std::uint64_t>(object.size, 1), true});
    }
}

bool ActionSemantics::assume(Successor &branch, Expr condition) {
  if (condition->isFalse())
    return false;
  if (!condition->isTrue())
    branch.state.conditions.push_back(condition);
  return true;
}

/// Continues where the condition holds. Elsewhere the property is violated or, if it is not checked, the thread stops.
bool ActionSemantics::require(Successor &branch, Expr condition, Property property, const std::string &message) {
  Successor failing = branch;
  if (assume(failing, pool().negate(condition))) {
    if (program_.properties.contains(property))
      finish(std::move(failing), Successor::Kind::Violation, message);
    else
      stop(std::move(failing), message);
  }
  return assume(branch, condition);
}

void ActionSemantics::block(Successor branch, Expr condition) {
  if (assume(branch, condition))
    finish(std::move(branch), Successor::Kind::Blocked);
}

/// Atomic blocks are indivisible: an execution that cannot finish one is discarded.
void ActionSemantics::stop(Successor branch, const std::string &message) {
  Thread &self = branch.state.control.threads[slot_];
  self.status = ThreadStatus::Stopped;
  self.resting = true;
  self.location = program_.cfas[cfaId_].exit;
  finish(std::move(branch), inBlock_ ? Successor::Kind::Discarded : Successor::Kind::Stopped, message);
}

void ActionSemantics::finish(Successor branch, Successor::Kind kind, const std::string &message) {
  branch.kind = kind;
  branch.message = message;
  branch.span = span_;
  successors_.push_back(std::move(branch));
}

} // namespace heddle::proof
