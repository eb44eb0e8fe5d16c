// The symbolic execution of one thread.
//
// The automaton is unrolled into instances of its locations, which are executed in topological order; states that reach
// the same instance are merged, values by case distinction. Each instance is executed once, and the nodes of a thread
// are created in an order that agrees with every path through it. Which instances there are is decided by an
// UnwindingStrategy; what the operations mean is in SymbolicExecutor.
#include "events/loop_unwinding.hpp"
#include "events/path_following.hpp"
#include "events/symbolic_executor.hpp"
#include "events/thread_context.hpp"
#include "events/worklist.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace heddle::events {

using program::ActionId;

namespace {

std::unique_ptr<UnwindingStrategy> makeStrategy(ThreadContext &context) {
  if (context.executed != nullptr)
    return std::make_unique<PathFollowing>(context);
  return std::make_unique<LoopUnwinding>(context);
}

class ThreadUnwinder {
public:
  ThreadUnwinder(Unwinding &unwinding, ThreadId thread)
      : context_(unwinding, thread), program_(unwinding.result), executor_(context_), strategy_(makeStrategy(context_)),
        worklist_(program_, *strategy_) {}

  void run(MemoryView view, Expr argument);

private:
  /// The attempts of all actions of one location.
  struct Expansion {
    ThreadState state;
    Expr remaining;        // no action so far was enabled
    Expr passes;           // the guards of some action hold
    Expr released;         // see Wait
    bool isAtomic = false; // the location is inside an atomic block
    bool opened = false;   // a node, for a visible action
    bool decided = true;   // whether the actions so far were enabled is certain
    LocationInputs inputs;
    BranchDecisions decisions;
    struct Successor {
      ThreadState state;
      ActionId action;
    };
    std::vector<Successor> successors;
  };

  ThreadState initialState(MemoryView view, Expr argument);
  void expand(ThreadState state);
  bool useFacts(ThreadState &state);
  void attempt(Expansion &expansion, ActionId action);
  void restrictAccesses(std::size_t first, NodeId node, Expr disabled);
  void waitForEver(const Expansion &expansion);
  bool isPartOfBlock(const program::Action &action) const;
  void closeNodeAt(ThreadState &state) const;
  std::vector<Expr> liveAt(program::LocationId location) {
    return executor_.registers().gather(context_.facts.liveness.at(location));
  }
  program::ExprPool &pool() const { return context_.pool(); }

  ThreadContext context_;
  UnwoundProgram &program_;
  SymbolicExecutor executor_;
  std::unique_ptr<UnwindingStrategy> strategy_;
  Worklist worklist_;
};

void ThreadUnwinder::run(MemoryView view, Expr argument) {
  const Unwinding &unwinding = context_.unwinding;
  ThreadState first = initialState(std::move(view), argument);
  strategy_->start(first);
  worklist_.add(std::move(first));
  while (!worklist_.isEmpty() && !unwinding.cancelled) {
    if (unwinding.cancellation.poll()) {
      context_.unwinding.cancelled = true;
      return;
    }
    ThreadState next = worklist_.takeFirst();
    if (program_.events.size() > unwinding.options.maxEvents) {
      context_.takeSideExit(next, fmt::format("more than {} accesses to memory", unwinding.options.maxEvents),
                            context_.cfa.locations[next.location].span);
      continue;
    }
    expand(std::move(next));
  }
}

ThreadState ThreadUnwinder::initialState(MemoryView view, Expr argument) {
  const program::Cfa &cfa = context_.cfa;
  Thread &self = context_.self();
  ThreadState state;
  state.location = cfa.entry;
  state.guard = self.guard;
  state.view = std::move(view);
  state.node = self.first;
  self.ended = pool().boolean(false);
  self.result = pool().constant(0, context_.source.pointers.width);
  if (cfa.argument != program::noRegister)
    executor_.registers().set(cfa.argument, argument);
  if (cfa.self != program::noRegister)
    executor_.registers().set(cfa.self, pool().constant(self.handle, cfa.registers[cfa.self].width));
  state.registers = liveAt(cfa.entry);
  return state;
}

void ThreadUnwinder::closeNodeAt(ThreadState &state) const {
  if (!context_.cfa.locations[state.location].atomic)
    state.closeNode();
}

/// Replaces registers that have one value at the location by it. False if no thread gets there.
bool ThreadUnwinder::useFacts(ThreadState &state) {
  const program::ValueFacts *facts = context_.unwinding.options.facts;
  if (facts == nullptr)
    return true;
  const program::ValueFacts::At &here = facts->at(context_.cfaId, state.location);
  if (!here.isReachable) {
    ++program_.factCounts.locations;
    return false;
  }
  if (here.registers.empty())
    return true;
  const analysis::RegisterList &live = context_.facts.liveness.at(state.location);
  for (std::size_t i = 0; i < live.size(); ++i)
    if (const auto known = here.registers.find(live[i]);
        known != here.registers.end() && known->second.single() && !state.registers[i]->isConstant()) {
      state.registers[i] = pool().constant(*known->second.single(), state.registers[i]->width);
      ++program_.factCounts.constants;
    }
  return true;
}

/// Attempts the actions of a location in the interpreter's order: the first that is enabled is taken.
void ThreadUnwinder::expand(ThreadState state) {
  strategy_->visit(state);
  if (!useFacts(state))
    return;
  Expansion expansion;
  expansion.remaining = state.guard;
  expansion.passes = pool().boolean(false);
  expansion.released = nullptr;
  expansion.isAtomic = context_.cfa.locations[state.location].atomic;
  expansion.state = std::move(state);
  for (const ActionId action : context_.cfa.outgoing[expansion.state.location]) {
    attempt(expansion, action);
    if (context_.unwinding.cancelled)
      return;
  }
  if (!expansion.remaining->isFalse())
    waitForEver(expansion);
  for (auto &[next, action] : expansion.successors) {
    next.location = context_.cfa.actions[action].to;
    closeNodeAt(next);
    if (strategy_->advance(next, action, expansion.decisions))
      worklist_.add(std::move(next));
  }
}

void ThreadUnwinder::attempt(Expansion &expansion, ActionId id) {
  const program::Action &action = context_.cfa.actions[id];
  ThreadState &state = expansion.state;
  if (expansion.remaining->isFalse()) {
    if (expansion.decided)
      expansion.decisions.excluded.push_back(id);
    return;
  }
  const bool visible = program::isVisible(action);
  if (!expansion.opened && visible && !expansion.isAtomic) {
    expansion.opened = true;
    context_.openNode(state);
  }
  const Expr before = expansion.remaining;
  ThreadState next = state;
  next.guard = before;
  next.inBlock = expansion.isAtomic || isPartOfBlock(action);
  const std::size_t accesses = program_.accesses.size();
  const bool isFollowed = strategy_->follows(state, id);
  const Extent extent = isFollowed ? Extent::Whole : Extent::UpToLastWait;
  const Attempt result = executor_.attempt(state, next, action, extent, expansion.inputs);
  if (context_.unwinding.cancelled)
    return;
  const Expr remaining = expansion.remaining = result.disabled;
  restrictAccesses(accesses, state.node, remaining);
  expansion.passes = pool().disjunction(expansion.passes, result.passes);
  expansion.released = disjunctionIfAny(pool(), expansion.released, result.released);
  if (expansion.opened && visible) {
    Expr &executed = program_.nodes[state.node].executed;
    executed = pool().disjunction(executed, pool().conjunction(before, pool().negate(remaining)));
  }
  expansion.decided = expansion.decided && (remaining == before || remaining->isFalse());
  if (remaining != before)
    expansion.decisions.possible.push_back(id);
  if (next.guard->isFalse()) {
    if (remaining == before)
      expansion.decisions.excluded.push_back(id);
    return;
  }
  if (isFollowed) {
    next.registers = liveAt(action.to);
    expansion.successors.push_back({std::move(next), id});
  } else if (std::optional<ThreadState> merged = strategy_->diverge(std::move(next), id, executor_.registers())) {
    closeNodeAt(*merged);
    worklist_.add(std::move(*merged));
  }
}

/// Whether the action begins an atomic block.
bool ThreadUnwinder::isPartOfBlock(const program::Action &action) const {
  return context_.cfa.locations[action.to].atomic ||
         std::any_of(action.instructions.begin(), action.instructions.end(),
                     [](const program::Instruction &instruction) {
                       return std::holds_alternative<program::AtomicBegin>(instruction.operation);
                     });
}

/// Of several actions whose guards read the same place, only the one that is taken accesses it. `first` is the first
/// access of an attempt that fails if `disabled` holds.
void ThreadUnwinder::restrictAccesses(std::size_t first, NodeId node, Expr disabled) {
  for (std::size_t i = first; i < program_.accesses.size(); ++i)
    if (program_.accesses[i].node == node)
      program_.accesses[i].guard = pool().conjunction(program_.accesses[i].guard, pool().negate(disabled));
}

/// No action of the location is enabled.
void ThreadUnwinder::waitForEver(const Expansion &expansion) {
  if (expansion.isAtomic) {
    // Other threads would run in the middle of the block, which is one node here.
    ThreadState waiting = expansion.state;
    waiting.guard = expansion.remaining;
    context_.takeSideExit(waiting, "an atomic block that waits in its middle",
                          context_.cfa.locations[waiting.location].span);
    return;
  }
  program_.waits.push_back({.node = expansion.state.node,
                            .isVisible = expansion.opened,
                            .waits = expansion.remaining,
                            .passes = expansion.passes,
                            .released = expansion.released});
}

} // namespace

void unwindThread(Unwinding &unwinding, ThreadId thread, MemoryView view, Expr argument) {
  ThreadUnwinder(unwinding, thread).run(std::move(view), argument);
}

} // namespace heddle::events
