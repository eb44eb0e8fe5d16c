#include "events/symbolic_executor.hpp"

#include "support/bits.hpp"
#include "support/overloaded.hpp"

namespace heddle::events {

using program::ExprKind;
using program::Instruction;
using support::Overloaded;

namespace {

/// Index after the last guard: the part of an action that only decides whether it is enabled.
std::size_t prefixLength(const program::Action &action) {
  std::size_t length = 0;
  for (std::size_t i = 0; i < action.instructions.size(); ++i)
    if (std::holds_alternative<program::Guard>(action.instructions[i].operation))
      length = i + 1;
  return length;
}

/// Index after the last operation that can wait.
std::size_t attemptLength(const program::Action &action) {
  std::size_t length = prefixLength(action);
  for (std::size_t i = length; i < action.instructions.size(); ++i)
    if (std::holds_alternative<program::Join>(action.instructions[i].operation))
      length = i + 1;
  return length;
}

/// Whether memory is the same afterwards.
bool leavesMemory(const program::Operation &operation) {
  return std::visit(Overloaded{
                        [](const program::Load &) { return true; },
                        [](const program::Assign &) { return true; },
                        [](const program::Havoc &) { return true; },
                        [](const program::Guard &) { return true; },
                        [](const program::Assume &) { return true; },
                        [](const program::Check &) { return true; },
                        [](const auto &) { return false; },
                    },
                    operation);
}

} // namespace

Attempt SymbolicExecutor::attempt(ThreadState &state, ThreadState &next, const program::Action &action, Extent extent,
                                  LocationInputs &inputs) {
  registers_.load(context_.facts.liveness.at(state.location), state.registers);
  inputs.rewind();
  Attempt attempt = Attempt::begin(pool());
  isUnchanged_ = true;
  const std::size_t prefix = prefixLength(action);
  const std::size_t length = extent == Extent::Whole ? action.instructions.size() : attemptLength(action);
  const bool opensNode = program::isVisible(action) && !context_.cfa.locations[state.location].atomic;
  for (std::size_t i = 0; i < length && !next.guard->isFalse(); ++i) {
    if (i == prefix)
      state.cache = next.cache;
    const Instruction &instruction = action.instructions[i];
    next.attempting = i < prefix && opensNode;
    execute(next, instruction, attempt, inputs);
    isUnchanged_ = isUnchanged_ && leavesMemory(instruction.operation);
    if (context_.unwinding.cancelled)
      break;
    if (registers_.takeUnsupported())
      context_.takeSideExit(next, "a floating-point remainder", instruction.span);
  }
  next.attempting = false;
  return attempt;
}

void SymbolicExecutor::execute(ThreadState &state, const Instruction &instruction, Attempt &attempt,
                               LocationInputs &inputs) {
  const program::SourceSpan span = instruction.span;
  std::visit(
      Overloaded{
          [&](const program::Guard &guard) { attempt.wait(pool(), state, registers_.evaluate(guard.condition)); },
          [&](const program::Join &join) { threadOperations_.join(state, attempt, join, span); },
          [&](const program::Assign &assign) { registers_.set(assign.target, registers_.evaluate(assign.value)); },
          [&](const program::Havoc &havoc) { execute(state, havoc, inputs); },
          [&](const program::Assume &assume) {
            context_.stop(state, pool().negate(registers_.evaluate(assume.condition)));
          },
          [&](const program::Check &check) { execute(state, check); },
          [&](const program::Load &load) { memoryOperations_.execute(state, load, isUnchanged_); },
          [&](const program::Store &store) { memoryOperations_.execute(state, store); },
          [&](const program::Allocate &allocate) { memoryOperations_.execute(state, allocate, span); },
          [&](const program::Free &free) { memoryOperations_.execute(state, free, span); },
          [&](const program::ObjectSize &query) { memoryOperations_.execute(state, query, span); },
          [&](const program::Spawn &spawn) { threadOperations_.execute(state, spawn, span); },
          [&](const program::Detach &detach) { threadOperations_.execute(state, detach, span); },
          [&](const program::EndThread &end) { threadOperations_.execute(state, end, span); },
          [&](const program::EndProgram &end) { execute(state, end); },
          [&](const program::Halt &halt) { context_.takeSideExit(state, halt.message, span); },
          [&](const program::Fence &fence) { execute(state, fence); },
          // Nodes are atomic blocks, and happens-before is computed from accesses: neither needs an event.
          [](const program::AtomicBegin &) {},
          [](const program::Sync &) {},
      },
      instruction.operation);
}

/// Index of a new input of the thread.
std::size_t SymbolicExecutor::addInput(const program::Havoc &havoc) {
  const unsigned width = registers_.widthOf(havoc.target);
  std::vector<InputEvent> &inputs = context_.self().inputs;
  const std::size_t index = inputs.size();
  const ExecutedThread *executed = context_.executed;
  const bool isFixed = context_.unwinding.options.fixedInputs && executed != nullptr && index < executed->inputs.size();
  const Expr value = havoc.low == havoc.high ? pool().constant(havoc.low, width)
                     : isFixed               ? pool().constant(executed->inputs[index], width)
                                             : program_.symbol(width);
  if (!value->isConstant()) {
    if (havoc.low != 0)
      program_.constraints.push_back(
          {value->index, pool().make(ExprKind::Ule, pool().constant(havoc.low, width), value)});
    if (havoc.high != support::mask(width))
      program_.constraints.push_back(
          {value->index, pool().make(ExprKind::Ule, value, pool().constant(havoc.high, width))});
  }
  inputs.push_back({pool().boolean(false), value});
  return index;
}

void SymbolicExecutor::execute(ThreadState &state, const program::Havoc &havoc, LocationInputs &inputs) {
  const LocationInputs::Range range{registers_.widthOf(havoc.target), havoc.low, havoc.high};
  std::optional<std::size_t> index = inputs.take(range);
  if (!index) {
    index = addInput(havoc);
    inputs.add(range, *index);
  }
  InputEvent &input = context_.self().inputs[*index];
  input.guard = pool().disjunction(input.guard, state.guard);
  registers_.set(havoc.target, input.value);
}

void SymbolicExecutor::execute(ThreadState &state, const program::Check &check) {
  if (!context_.checks(check.property) && check.after == program::AfterFailure::Continue)
    return;
  context_.require(state, registers_.evaluate(check.condition), check.property);
}

void SymbolicExecutor::execute(const ThreadState &state, const program::Fence &fence) {
  if (!context_.checks(program::Property::NoDataRace))
    return;
  RaceAccess event;
  event.node = state.node;
  event.guard = state.guard;
  event.order = fence.order;
  program_.accesses.push_back(std::move(event));
}

void SymbolicExecutor::execute(ThreadState &state, const program::EndProgram &end) {
  program_.ends.push_back({state.node, state.guard, end.aborted});
  state.guard = pool().boolean(false);
}

} // namespace heddle::events
