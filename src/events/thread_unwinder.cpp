// States wait in a queue ordered by their place in the unrolled automaton: for each loop around the location the
// rank of its head and the iteration, then the rank of the location. Ranks are topological but for back edges, so
// all that leads to an instance comes before it, and a state that is taken out of the queue is complete.
//
// Loops. Each back edge begins a new iteration. Iterations are free if the end of the loop is known: analysis has
// found a trip count, or in this iteration an exit that depends on something the loop computes was decided without
// any doubt (`decidedExit`) while no other exit was possible (`openExit`). All others count against the depth. An
// iteration without effects that comes back to the state it began with is dropped without being counted: whoever
// goes round once more could as well have come here later. Not so when deadlocks are looked for, because a thread
// that goes round for ever does not let others end.
#include "events/thread_unwinder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>

namespace heddle::events {

using program::ActionId;
using program::ExprKind;
using program::LocationId;
using program::RegisterId;

namespace {

/// Iterations of a loop whose end is known that are unwound before we give up all the same.
constexpr unsigned mostIterations = 20'000;
/// The same for loops that only seem to have an end, because a counter is constant.
constexpr unsigned mostCountedIterations = 2'000;

/// Index behind the last guard: the part of an action that only looks whether it is enabled.
std::size_t prefixLength(const program::Action &action) {
  std::size_t length = 0;
  for (std::size_t i = 0; i < action.instructions.size(); ++i)
    if (std::holds_alternative<program::Guard>(action.instructions[i].operation))
      length = i + 1;
  return length;
}

/// Index behind the last operation that can wait.
std::size_t attemptLength(const program::Action &action) {
  std::size_t length = prefixLength(action);
  for (std::size_t i = length; i < action.instructions.size(); ++i)
    if (std::holds_alternative<program::Join>(action.instructions[i].operation))
      length = i + 1;
  return length;
}

} // namespace

ThreadId Unwinding::addThread(Thread thread) {
  const ThreadId id = result.order.addThread(thread.created);
  thread.first = thread.last = result.order.addNode(id);
  thread.accessesBefore = result.accesses.size();
  result.nodes.push_back({.thread = id, .scheduled = false, .executed = thread.guard, .failures = {}});
  result.threads.push_back(std::move(thread));
  written.emplace_back();
  writtenRegions.emplace_back();
  return id;
}

ThreadUnwinder::ThreadUnwinder(Unwinding &unwinding, ThreadId thread)
    : unwinding_(unwinding), program_(unwinding.result), source_(*unwinding.result.program), thread_(thread),
      cfaId_(unwinding.result.threads[thread].cfa), cfa_(source_.cfas[cfaId_]), facts_(unwinding.facts.of(cfaId_)),
      executed_(unwinding.options.executed != nullptr ? &(*unwinding.options.executed)[self().executed] : nullptr),
      registers_(cfa_.registers.size()) {}

void ThreadUnwinder::run(MemoryView view, Expr argument) {
  State state;
  state.guard = self().guard;
  state.view = std::move(view);
  state.node = self().first;
  self().ended = pool().boolean(false);
  self().result = pool().constant(0, source_.pointers.width);
  if (cfa_.argument != program::noRegister)
    set(cfa_.argument, argument);
  if (cfa_.self != program::noRegister)
    set(cfa_.self, pool().constant(self().handle, cfa_.registers[cfa_.self].width));
  gatherRegisters(state, cfa_.entry);
  schedule(std::move(state), cfa_.entry, false);
  while (!queue_.empty() && !unwinding_.cancelled) {
    if (unwinding_.cancellation.stopRequested()) {
      unwinding_.cancelled = true;
      return;
    }
    State next = std::move(queue_.extract(queue_.begin()).mapped());
    if (program_.events.size() > unwinding_.options.maxEvents) {
      leave(next, fmt::format("more than {} accesses to memory", unwinding_.options.maxEvents),
            cfa_.locations[next.location].span);
      continue;
    }
    expand(std::move(next));
  }
}

/// Takes a state along an action; its registers are those that are live at the target already.
void ThreadUnwinder::schedule(State state, LocationId to, bool backEdge) {
  state.location = to;
  if (!cfa_.locations[to].atomic) {
    state.open = false;
    state.wrote = false;
    state.cache.clear();
  }
  if (executed_ != nullptr)
    return enqueue(std::move(state));
  std::vector<LoopPosition> loops;
  for (const std::size_t loop : facts_.locations[to].loops) {
    const auto inside = std::find_if(state.loops.begin(), state.loops.end(),
                                     [loop](const LoopPosition &position) { return position.loop == loop; });
    loops.push_back(inside != state.loops.end() ? *inside : LoopPosition{loop, 0, 0, false, false, false, nullptr});
  }
  state.loops = std::move(loops);
  if (!backEdge || enterNextIteration(state))
    enqueue(std::move(state));
}

void ThreadUnwinder::gatherRegisters(State &state, LocationId to) {
  const std::vector<RegisterId> &live = facts_.liveness.at(to);
  state.registers.clear();
  for (const RegisterId reg : live) {
    // A register that no path has written is never read before it is written: any value will do.
    state.registers.push_back(registers_[reg] ? registers_[reg] : pool().constant(0, cfa_.registers[reg].width));
  }
}

/// The next iteration of the loop at whose head the state is. False if it is not unwound further.
bool ThreadUnwinder::enterNextIteration(State &state) {
  assert(!state.loops.empty() && "a back edge leads into a loop");
  LoopPosition &position = state.loops.back();
  const analysis::Loop &loop = facts_.loops.loops()[position.loop];
  // Nothing has changed, and nobody could notice: whoever goes round once more could as well have come here later.
  if (!position.effects && position.start && position.start->registers == state.registers &&
      position.start->view == state.view && !checks(program::Property::NoDeadlock))
    return false;
  ++position.iteration;
  if (!loop.tripCount && (!position.decidedExit || position.openExit || position.iteration > mostCountedIterations))
    ++position.counted;
  const auto given = unwinding_.options.loopDepths.find({cfaId_, state.location});
  const unsigned depth = given != unwinding_.options.loopDepths.end() ? given->second : unwinding_.options.depth;
  const bool isGiven = given != unwinding_.options.loopDepths.end();
  const bool isTooDeep = position.counted > depth;
  const bool isTooLong = facts_.isVisible[position.loop] && position.iteration > unwinding_.options.visibleIterations;
  if (isTooDeep || isTooLong || position.iteration > mostIterations) {
    const bool deeperHelps = (isTooDeep && !isGiven) || (!isTooDeep && isTooLong);
    const std::string message = isTooDeep ? fmt::format("a loop that is unwound {} times (--unwindset)", depth)
                                          : fmt::format("a loop with more than {} iterations", mostIterations);
    program_.sideExits.push_back({.condition = state.guard,
                                  .node = state.node,
                                  .deeperHelps = deeperHelps,
                                  .message = deeperHelps ? "" : message,
                                  .span = cfa_.locations[loop.head].span});
    return false;
  }
  position.decidedExit = false;
  position.openExit = false;
  position.effects = false;
  position.start = nullptr;
  return true;
}

ThreadUnwinder::Key ThreadUnwinder::keyOf(const State &state) const {
  Key key;
  if (executed_ != nullptr)
    return {static_cast<std::uint32_t>(state.position)};
  for (const LoopPosition &position : state.loops) {
    key.push_back(facts_.locations[facts_.loops.loops()[position.loop].head].rank);
    key.push_back(position.iteration);
  }
  key.push_back(facts_.locations[state.location].rank);
  if (state.open)
    key.push_back(state.node);
  return key;
}

void ThreadUnwinder::enqueue(State state) {
  Key key = keyOf(state);
  const auto place = queue_.lower_bound(key);
  if (place != queue_.end() && place->first == key)
    merge(place->second, std::move(state));
  else
    queue_.emplace_hint(place, std::move(key), std::move(state));
}

void ThreadUnwinder::merge(State &into, State &&other) {
  // Of guards g ∧ c and g ∧ ¬c, only c is needed to tell which way it was.
  Expr condition = into.guard;
  if (into.guard->kind == ExprKind::And && other.guard->kind == ExprKind::And)
    for (const Expr mine : {into.guard->args[0], into.guard->args[1]})
      for (const Expr theirs : {other.guard->args[0], other.guard->args[1]})
        if (pool().negate(mine) == theirs)
          condition = mine;
  for (std::size_t i = 0; i < into.registers.size(); ++i)
    if (into.registers[i] != other.registers[i])
      into.registers[i] = pool().ite(condition, into.registers[i], other.registers[i]);
  into.view.merge(program_, condition, other.view);
  into.guard = pool().disjunction(into.guard, other.guard);
  into.node = std::max(into.node, other.node);
  into.wrote = into.wrote || other.wrote;
  std::erase_if(into.cache, [&other](const CachedAccess &access) {
    return std::find(other.cache.begin(), other.cache.end(), access) == other.cache.end();
  });
  for (std::size_t i = 0; i < into.loops.size(); ++i) {
    LoopPosition &position = into.loops[i];
    const LoopPosition &theirs = other.loops[i];
    position.counted = std::max(position.counted, theirs.counted);
    position.decidedExit = position.decidedExit || theirs.decidedExit;
    position.openExit = position.openExit || theirs.openExit;
    position.effects = position.effects || theirs.effects;
    if (position.start != theirs.start)
      position.start = nullptr;
  }
  mergeChildren(into.children, other.children, condition);
}

/// A child that only one path knows is there only if that path was taken.
void ThreadUnwinder::mergeChildren(std::vector<Child> &into, const std::vector<Child> &other, Expr condition) {
  const auto find = [](const std::vector<Child> &children, ThreadId thread) {
    const auto found =
        std::find_if(children.begin(), children.end(), [thread](const Child &child) { return child.thread == thread; });
    return found != children.end() ? &*found : nullptr;
  };
  const Expr no = pool().boolean(false);
  const std::size_t known = into.size();
  for (std::size_t i = 0; i < known; ++i) {
    const Child *there = find(other, into[i].thread);
    into[i].available = pool().ite(condition, into[i].available, there != nullptr ? there->available : no);
  }
  for (const Child &child : other)
    if (find(into, child.thread) == nullptr)
      into.push_back({child.handle, child.thread, pool().ite(condition, no, child.available)});
}

void ThreadUnwinder::openNode(State &state) {
  state.node = program_.order.addNode(thread_);
  program_.nodes.push_back({.thread = thread_,
                            .scheduled = true,
                            .executed = pool().boolean(false),
                            .failures = {},
                            .position = state.position});
  assert(program_.nodes.size() == program_.order.nodes() && "one entry for each node");
  self().last = state.node;
  state.open = true;
  state.wrote = false;
  state.cache.clear();
}

/// All actions that leave a location, tried in the interpreter's order: the first that is enabled is taken.
void ThreadUnwinder::expand(State state) {
  const LocationId location = state.location;
  const bool atomic = cfa_.locations[location].atomic;
  for (LoopPosition &position : state.loops)
    if (facts_.loops.loops()[position.loop].head == location)
      position.start = std::make_shared<LoopStart>(LoopStart{state.registers, state.view});

  if (executed_ != nullptr) {
    self().reached.resize(executed_->path.size() + 1);
    self().reached[state.position] = state.guard;
  }
  inputs_.clear();
  std::vector<std::pair<State, ActionId>> successors;
  std::vector<ActionId> taken;           // perhaps
  std::vector<std::size_t> decidedExits; // loops that are certainly not left here
  bool opened = false;
  Expr remaining = state.guard;
  Expr passes = pool().boolean(false);
  Expr released = nullptr;
  bool decided = true; // so far, actions were enabled or not without any doubt
  for (const ActionId id : cfa_.outgoing[location]) {
    const program::Action &action = cfa_.actions[id];
    if (remaining->isFalse()) {
      if (decided)
        noteDecidedExits(state, action, decidedExits);
      continue;
    }
    const bool visible = program::isVisible(action);
    if (!opened && visible && !atomic) {
      opened = true;
      openNode(state);
    }
    State next = state;
    next.guard = remaining;
    const Expr before = remaining;
    const std::size_t accesses = program_.accesses.size();
    const bool followed = executed_ == nullptr || isTaken(state, id);
    const Attempt attempt = tryAction(state, next, action, followed);
    if (unwinding_.cancelled)
      return;
    remaining = attempt.disabled;
    // Of several actions that look at the same place, only the one that is taken accesses it.
    for (std::size_t i = accesses; i < program_.accesses.size(); ++i)
      if (program_.accesses[i].node == state.node)
        program_.accesses[i].guard = pool().conjunction(program_.accesses[i].guard, pool().negate(remaining));
    passes = pool().disjunction(passes, attempt.passes);
    released = either(released, attempt.released);
    if (opened && visible) {
      Expr &executed = program_.nodes[state.node].executed;
      executed = pool().disjunction(executed, pool().conjunction(before, pool().negate(remaining)));
    }
    decided = decided && (remaining == before || remaining->isFalse());
    if (remaining != before)
      taken.push_back(id);
    if (next.guard->isFalse()) {
      if (remaining == before)
        noteDecidedExits(state, action, decidedExits);
      continue;
    }
    if (!followed) {
      leave(std::move(next), id);
      continue;
    }
    gatherRegisters(next, action.to);
    ++next.position;
    successors.emplace_back(std::move(next), id);
  }
  if (!remaining->isFalse() && atomic) {
    // Others would run in the middle of the block; here it is one node.
    State waiting = state;
    waiting.guard = remaining;
    leave(waiting, "an atomic block that waits in its middle", cfa_.locations[location].span);
  } else if (!remaining->isFalse())
    program_.waits.push_back(
        {.node = state.node, .isVisible = opened, .waits = remaining, .passes = passes, .released = released});
  for (auto &[next, id] : successors) {
    for (LoopPosition &position : next.loops) {
      if (std::find(decidedExits.begin(), decidedExits.end(), position.loop) != decidedExits.end())
        position.decidedExit = true;
      for (const ActionId other : taken)
        if (!facts_.loops.loops()[position.loop].contains(cfa_.actions[other].to))
          position.openExit = true;
    }
    const LocationId to = cfa_.actions[id].to;
    const analysis::Loop *loop = facts_.loops.loopAt(to);
    schedule(std::move(next), to, loop != nullptr && loop->contains(location));
  }
}

void ThreadUnwinder::noteDecidedExits(const State &state, const program::Action &action,
                                      std::vector<std::size_t> &exits) const {
  for (const LoopPosition &position : state.loops)
    if (isCountedExit(position.loop, action))
      exits.push_back(position.loop);
}

/// Whether the action leaves the loop under a condition on something that the loop computes: if that is a constant,
/// so is the number of iterations.
bool ThreadUnwinder::isCountedExit(std::size_t loop, const program::Action &action) const {
  if (facts_.loops.loops()[loop].contains(action.to))
    return false;
  const std::vector<RegisterId> &computed = facts_.computed[loop];
  bool counted = false;
  for (const program::Instruction &instruction : action.instructions)
    if (const auto *guard = std::get_if<program::Guard>(&instruction.operation))
      program::forEachRegister(guard->condition, [&](RegisterId reg) {
        counted = counted || std::binary_search(computed.begin(), computed.end(), reg);
      });
  return counted;
}

/// Executes an action. What its guards read is known to the other actions of
/// the location too, because all of them are tried at the same moment.
ThreadUnwinder::Attempt ThreadUnwinder::tryAction(State &state, State &next, const program::Action &action,
                                                  bool whole) {
  const std::vector<RegisterId> &live = facts_.liveness.at(state.location);
  for (std::size_t i = 0; i < live.size(); ++i)
    registers_[live[i]] = state.registers[i];
  inputsUsed_ = 0;
  Attempt attempt{.disabled = pool().boolean(false), .passes = pool().boolean(true)};
  const std::size_t prefix = prefixLength(action);
  const bool visible = program::isVisible(action);
  const std::size_t length = whole ? action.instructions.size() : attemptLength(action);
  for (std::size_t i = 0; i < length && !next.guard->isFalse(); ++i) {
    if (i == prefix)
      state.cache = next.cache;
    isAttempting_ = i < prefix && visible && !cfa_.locations[state.location].atomic;
    if (const auto *guard = std::get_if<program::Guard>(&action.instructions[i].operation))
      wait(next, attempt, evaluate(guard->condition));
    else if (const auto *wanted = std::get_if<program::Join>(&action.instructions[i].operation))
      join(next, attempt, *wanted, action.instructions[i]);
    else
      execute(next, action.instructions[i]);
    if (unwinding_.cancelled)
      break;
    if (isUnsupported_)
      leave(next, "a floating-point remainder", action.instructions[i].span);
    isUnsupported_ = false;
  }
  isAttempting_ = false;
  return attempt;
}

/// The thread goes on only if the condition holds.
void ThreadUnwinder::wait(State &state, Attempt &attempt, Expr condition) {
  attempt.disabled = pool().disjunction(attempt.disabled, pool().conjunction(state.guard, pool().negate(condition)));
  attempt.passes = pool().conjunction(attempt.passes, condition);
  state.guard = pool().conjunction(state.guard, condition);
}

/// Of two conditions, of which null is none.
Expr ThreadUnwinder::either(Expr a, Expr b) {
  if (a == nullptr || b == nullptr)
    return a == nullptr ? b : a;
  return pool().disjunction(a, b);
}

Expr ThreadUnwinder::evaluate(Expr expression) {
  ++memoTime_;
  const std::function<Expr(Expr)> go = [&](Expr e) -> Expr {
    if (e->isConstant())
      return pool().constant(e->value, e->width);
    if (e->isRegister()) {
      const Expr value = registers_[e->index];
      return value ? value : pool().constant(0, e->width);
    }
    if (e->id >= memo_.size())
      memo_.resize(e->id + 1);
    if (memo_[e->id].first == memoTime_)
      return memo_[e->id].second;
    std::array<Expr, 3> args{};
    for (unsigned i = 0; i < program::arity(e->kind); ++i)
      args[i] = go(e->args[i]);
    const Expr result = pool().rebuild(e, args);
    isUnsupported_ = isUnsupported_ || (!smt::isSupported(e->kind) && !result->isConstant());
    memo_[e->id] = {memoTime_, result};
    return result;
  };
  return go(expression);
}

void ThreadUnwinder::set(RegisterId reg, Expr value) { registers_[reg] = value; }

} // namespace heddle::events
