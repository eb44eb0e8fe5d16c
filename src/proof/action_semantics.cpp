// Operations that concern control: assumptions and checks, threads, the end. Those on memory are in
// memory_semantics.cpp.
#include "proof/action_semantics.hpp"

#include <algorithm>
#include <array>

namespace heddle::proof {

using program::ActionId;
using program::Property;

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

std::vector<Outcome> ActionSemantics::execute(const SymbolicState &state, unsigned slot, ActionId action,
                                              std::span<const program::ObjectId> allocations) {
  slot_ = slot;
  cfaId_ = state.control.threads[slot].cfa;
  const program::Cfa &cfa = program_.cfas[cfaId_];
  action_ = &cfa.actions[action];
  inBlock_ = program::isInsideAtomicBlock(cfa, *action_);
  allocations_ = allocations;
  outcomes_.clear();
  span_ = action_->instructions.empty() ? cfa.locations[action_->from].span : action_->instructions.front().span;
  Outcome way{.kind = Outcome::Kind::Step, .state = state, .accesses = {}, .message = {}, .span = span_};
  run(std::move(way), 0);
  return std::move(outcomes_);
}

Outcome ActionSemantics::executeNothing(const SymbolicState &state, unsigned slot) {
  const Thread &thread = state.control.threads[slot];
  const program::Cfa &cfa = program_.cfas[thread.cfa];
  const program::Location &location = cfa.locations[thread.location];
  Outcome way{.kind = Outcome::Kind::Step, .state = state, .accesses = {}, .message = {}, .span = location.span};
  Thread &self = way.state.control.threads[slot];
  const bool waits = std::any_of(cfa.outgoing[thread.location].begin(), cfa.outgoing[thread.location].end(),
                                 [&](ActionId id) { return program::isVisible(cfa.actions[id]); });
  if (location.atomic) {
    way.kind = Outcome::Kind::Halt;
    way.message = "an atomic block that waits in its middle";
  } else if (waits) {
    self.resting = true;
  } else {
    way.kind = Outcome::Kind::Stopped;
    self = {.status = ThreadStatus::Stopped,
            .detached = thread.detached,
            .resting = true,
            .cfa = thread.cfa,
            .location = cfa.exit};
  }
  return way;
}

void ActionSemantics::run(Outcome way, std::size_t from) {
  for (std::size_t i = from; i < action_->instructions.size(); ++i) {
    span_ = action_->instructions[i].span;
    if (!execute(way, i))
      return;
  }
  Thread &self = way.state.control.threads[slot_];
  self = arriveAt(cfaId_, action_->to, self.detached);
  finish(std::move(way), Outcome::Kind::Step);
}

bool ActionSemantics::execute(Outcome &way, std::size_t index) {
  return std::visit(
      [&](const auto &op) -> bool {
        using Op = std::decay_t<decltype(op)>;
        if constexpr (std::is_same_v<Op, program::Assign>) {
          way.state.setRegister(slot_, cfaId_, op.target, evaluate(way, op.value));
        } else if constexpr (std::is_same_v<Op, program::Havoc>) {
          havoc(way, op);
        } else if constexpr (std::is_same_v<Op, program::Guard>) {
          return assume(way, evaluate(way, op.condition));
        } else if constexpr (std::is_same_v<Op, program::Assume>) {
          const Expr condition = evaluate(way, op.condition);
          Outcome failing = way;
          if (assume(failing, pool().negate(condition)))
            stop(std::move(failing), "an assumption fails");
          return assume(way, condition);
        } else if constexpr (std::is_same_v<Op, program::Check>) {
          const bool isIgnored =
              op.after == program::AfterFailure::Continue && !program_.properties.contains(op.property);
          return isIgnored || require(way, evaluate(way, op.condition), op.property, op.message);
        } else if constexpr (std::is_same_v<Op, program::Load>) {
          return load(way, op);
        } else if constexpr (std::is_same_v<Op, program::Store>) {
          return store(way, op);
        } else if constexpr (std::is_same_v<Op, program::Allocate>) {
          return allocate(way, op);
        } else if constexpr (std::is_same_v<Op, program::Free>) {
          return free(way, op, index);
        } else if constexpr (std::is_same_v<Op, program::ObjectSize>) {
          return objectSize(way, op);
        } else if constexpr (std::is_same_v<Op, program::Spawn>) {
          return spawn(way, op);
        } else if constexpr (std::is_same_v<Op, program::Join>) {
          return join(way, op, index);
        } else if constexpr (std::is_same_v<Op, program::Detach>) {
          return detach(way, op, index);
        } else if constexpr (std::is_same_v<Op, program::EndThread>) {
          endThread(way, op);
          return false;
        } else if constexpr (std::is_same_v<Op, program::EndProgram>) {
          finish(std::move(way), Outcome::Kind::ProgramEnd);
          return false;
        } else if constexpr (std::is_same_v<Op, program::Halt>) {
          finish(std::move(way), Outcome::Kind::Halt, op.message);
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

/// An input is the same for all actions out of a location: whichever is taken, the choice was made before.
void ActionSemantics::havoc(Outcome &way, const program::Havoc &op) {
  const unsigned width = program_.cfas[cfaId_].registers[op.target].width;
  const Expr input = vocabulary_.ofInput(way.state.firstInput + static_cast<unsigned>(way.state.inputs.size()), width);
  const auto range = ranges_.try_emplace(input, op.low, op.high).first;
  if (range->second != std::pair(op.low, op.high))
    range->second = {0, support::mask(width)};
  way.state.inputs.push_back(input);
  way.state.setRegister(slot_, cfaId_, op.target, input);
  if (op.low != 0)
    way.state.conditions.push_back(pool().make(program::ExprKind::Ule, pool().constant(op.low, width), input));
  if (op.high != support::mask(width))
    way.state.conditions.push_back(pool().make(program::ExprKind::Ule, input, pool().constant(op.high, width)));
}

std::vector<Expr> ActionSemantics::inputRanges() const {
  std::vector<Expr> result;
  for (const auto &[input, range] : ranges_) {
    result.push_back(pool().make(program::ExprKind::Ule, pool().constant(range.first, input->width), input));
    result.push_back(pool().make(program::ExprKind::Ule, input, pool().constant(range.second, input->width)));
  }
  return result;
}

bool ActionSemantics::spawn(Outcome &way, const program::Spawn &op) {
  std::vector<Thread> &threads = way.state.control.threads;
  unsigned child = 0;
  while (child < threads.size() && threads[child].status != ThreadStatus::Unused)
    ++child;
  if (child == threads.size())
    threads.emplace_back();
  const program::Cfa &callee = program_.cfas[op.cfa];
  const Expr argument = evaluate(way, op.argument);
  threads[child] = arriveAt(op.cfa, callee.entry, false);
  for (program::RegisterId id = 0; id < callee.registers.size(); ++id) {
    const unsigned width = callee.registers[id].width;
    way.state.setRegister(child, op.cfa, id,
                          id == callee.argument ? pool().resize(argument, width)
                                                : pool().constant(id == callee.self ? child + 1 : 0, width));
  }
  const unsigned width = program_.cfas[cfaId_].registers[op.target].width;
  way.state.setRegister(slot_, cfaId_, op.target, pool().constant(child + 1, width));
  way.changesShared = true;
  return true;
}

std::vector<unsigned> ActionSemantics::joinable(const Outcome &way) const {
  std::vector<unsigned> result;
  const std::vector<Thread> &threads = way.state.control.threads;
  for (unsigned slot = 0; slot < threads.size(); ++slot)
    if (threads[slot].status != ThreadStatus::Unused && !threads[slot].detached)
      result.push_back(slot);
  return result;
}

bool ActionSemantics::join(Outcome &way, const program::Join &op, std::size_t index) {
  const Expr handle = evaluate(way, op.thread);
  Expr valid = pool().boolean(false);
  for (const unsigned slot : joinable(way)) {
    const Expr isIt = pool().eq(handle, pool().constant(slot + 1, handle->width));
    valid = pool().disjunction(valid, isIt);
    // Otherwise the action is not enabled.
    Outcome joined = way;
    if (way.state.control.threads[slot].status != ThreadStatus::Ended || !assume(joined, isIt))
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
  require(way, valid, Property::LockDiscipline, "join of a handle that names no joinable thread");
  return false;
}

bool ActionSemantics::detach(Outcome &way, const program::Detach &op, std::size_t index) {
  const Expr handle = evaluate(way, op.thread);
  Expr valid = pool().boolean(false);
  for (const unsigned slot : joinable(way)) {
    const Expr isIt = pool().eq(handle, pool().constant(slot + 1, handle->width));
    valid = pool().disjunction(valid, isIt);
    Outcome detached = way;
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
  require(way, valid, Property::LockDiscipline, "detach of a handle that names no joinable thread");
  return false;
}

void ActionSemantics::endThread(Outcome &way, const program::EndThread &op) {
  way.changesShared = true;
  Thread &self = way.state.control.threads[slot_];
  if (self.detached) {
    releaseSlot(way, slot_);
  } else {
    way.state.setResult(slot_, evaluate(way, op.result));
    self.status = ThreadStatus::Ended;
    self.resting = true;
    self.location = program_.cfas[cfaId_].exit;
  }
  finish(std::move(way), Outcome::Kind::Step);
}

/// Nobody can refer to the thread any more. What is left of its stack goes too.
void ActionSemantics::releaseSlot(Outcome &way, unsigned slot) {
  std::vector<Thread> &threads = way.state.control.threads;
  threads[slot] = {};
  while (!threads.empty() && threads.back().status == ThreadStatus::Unused)
    threads.pop_back();
  for (Object &object : way.state.control.objects)
    if (object.alive && object.storage != program::Storage::Heap && object.owner == slot) {
      object.alive = false;
      way.accesses.push_back({pointer(object.id), std::max<std::uint64_t>(object.size, 1), true});
    }
}

bool ActionSemantics::assume(Outcome &way, Expr condition) {
  if (condition->isFalse())
    return false;
  if (!condition->isTrue())
    way.state.conditions.push_back(condition);
  return true;
}

/// Goes on where the condition holds. Elsewhere the property is violated; if it is not checked, nothing follows.
bool ActionSemantics::require(Outcome &way, Expr condition, Property property, const std::string &message) {
  Outcome failing = way;
  if (assume(failing, pool().negate(condition))) {
    if (program_.properties.contains(property))
      finish(std::move(failing), Outcome::Kind::Violation, message);
    else
      stop(std::move(failing), message);
  }
  return assume(way, condition);
}

/// Nobody may see half of an atomic block.
void ActionSemantics::stop(Outcome way, const std::string &message) {
  Thread &self = way.state.control.threads[slot_];
  self.status = ThreadStatus::Stopped;
  self.resting = true;
  self.location = program_.cfas[cfaId_].exit;
  finish(std::move(way), inBlock_ ? Outcome::Kind::Discarded : Outcome::Kind::Stopped, message);
}

void ActionSemantics::finish(Outcome way, Outcome::Kind kind, const std::string &message) {
  way.kind = kind;
  way.message = message;
  way.span = span_;
  outcomes_.push_back(std::move(way));
}

} // namespace heddle::proof
