#include "events/thread_operations.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::events {

using program::Property;
using program::SourceSpan;

/// How many threads this one has started so far.
std::size_t ThreadOperations::countChildren() const {
  return static_cast<std::size_t>(
      std::count_if(program_.threads.begin(), program_.threads.end(),
                    [this](const Thread &other) { return other.creator == context_.thread; }));
}

/// If only main starts threads, handles are those of the interpreter: the lowest that is free. Locks may still name a
/// thread that has ended with them, so its handle is not used again.
unsigned ThreadOperations::newHandle(const ThreadState &state) const {
  if (!context_.unwinding.facts.onlyMainStartsThreads())
    return static_cast<unsigned>(program_.threads.size());
  const UnwindFacts &facts = context_.unwinding.facts;
  unsigned handle = 2;
  while (std::any_of(state.children.begin(), state.children.end(),
                     [handle](const Child &other) { return other.handle == handle; }) ||
         std::any_of(program_.threads.begin(), program_.threads.end(),
                     [&](const Thread &other) { return other.handle == handle && facts.keepsSlot(other.cfa); }))
    ++handle;
  return handle;
}

void ThreadOperations::execute(ThreadState &state, const program::Spawn &spawn, SourceSpan span) {
  state.noteEffect();
  const Expr argument = registers_.evaluate(spawn.argument);
  const unsigned maxThreads = context_.unwinding.options.maxThreads;
  if (program_.threads.size() >= maxThreads) // main is one of them
    return context_.takeSideExit(state, fmt::format("more than {} threads (--max-threads)", maxThreads), span);
  const ExecutedThread *executed = context_.executed;
  const std::size_t index = executed != nullptr ? countChildren() : 0;
  if (executed != nullptr && index == executed->children.size()) // the execution did not start it either
    return context_.takeSideExit(state, "more threads than the interpreter allows", span);
  Thread thread;
  thread.cfa = spawn.cfa;
  thread.creator = context_.thread;
  thread.created = state.node;
  thread.guard = state.guard;
  thread.handle = newHandle(state);
  if (executed != nullptr)
    thread.executed = executed->children[index];
  const unsigned handle = thread.handle;
  const ThreadId child = context_.unwinding.addThread(std::move(thread));
  state.children.push_back({handle, child, pool().boolean(true)});

  // The child is executed now, so that its result and what it may write are known when it is joined.
  unwindThread(context_.unwinding, child, state.view, argument);
  registers_.set(spawn.target, pool().constant(handle, registers_.widthOf(spawn.target)));
}

Expr ThreadOperations::handleOf(ThreadId thread, unsigned width) const {
  return pool().constant(program_.threads[thread].handle, width);
}

/// The children that the handle may mean.
std::vector<Child> ThreadOperations::candidatesOf(const ThreadState &state, Expr handle) const {
  std::vector<Child> candidates;
  for (const Child &child : state.children)
    if (!pool().eq(handle, handleOf(child.thread, handle->width))->isFalse())
      candidates.push_back(child);
  return candidates;
}

void ThreadOperations::join(ThreadState &state, Attempt &attempt, const program::Join &join, SourceSpan span) {
  state.noteEffect();
  const Expr handle = registers_.evaluate(join.thread);
  const std::vector<Child> candidates = candidatesOf(state, handle);
  // A handle that was not returned by a spawn of this thread may name a thread that is not unwound yet.
  const bool onlyMainStartsThreads = context_.unwinding.facts.onlyMainStartsThreads();
  const bool isOwn = !candidates.empty() && (handle->isConstant() || onlyMainStartsThreads);
  if (!isOwn && (context_.thread != mainThread || !onlyMainStartsThreads)) {
    // The thread may wait for ever, so an execution must not contain this step.
    Node &node = program_.nodes[state.node];
    (state.wrote ? node.failures : node.earlyFailures).push_back(state.guard);
    return context_.takeSideExit(state, "a thread that waits for one that it did not start", span);
  }

  // Exactly one thread is meant: the one that was started and has this handle.
  Expr exists = pool().boolean(false);
  Expr joined = pool().boolean(false);
  Expr result = pool().constant(0, context_.source.pointers.width);
  std::vector<std::pair<ThreadId, Expr>> successes;
  for (const auto &[number, thread, available] : candidates) {
    const Thread &other = program_.threads[thread];
    const Expr started =
        context_.unwinding.guards.implies(state.guard, other.guard) ? pool().boolean(true) : other.guard;
    const Expr meant =
        pool().conjunction(pool().conjunction(pool().eq(handle, handleOf(thread, handle->width)), started),
                           pool().conjunction(available, readJoinability(state, thread, true)));
    const Expr success = program_.symbol(1);
    program_.constraints.push_back(
        {success->index, pool().disjunction(pool().negate(success), pool().conjunction(meant, other.ended))});
    program_.joins.push_back({.node = state.node,
                              .joined = thread,
                              .accessesBefore = program_.accesses.size(),
                              .symbol = success,
                              .success = pool().conjunction(state.guard, success),
                              .isStatic = false});
    exists = pool().disjunction(exists, meant);
    joined = pool().disjunction(joined, success);
    state.withdrawChild(pool(), thread, success);
    successes.emplace_back(thread, success);
    result = pool().ite(success, other.result, result);
    attempt.released = disjunctionIfAny(pool(), attempt.released, pool().conjunction(meant, other.ended));
    forgetWritesOf(state, thread);
  }
  context_.require(state, candidates.empty() ? pool().boolean(false) : exists, Property::LockDiscipline);
  attempt.wait(pool(), state, joined);
  if (join.target != program::noRegister)
    registers_.set(join.target, pool().resize(result, registers_.widthOf(join.target)));
  if (candidates.size() == 1)
    std::erase_if(state.children, [&](const Child &child) { return child.thread == candidates.front().thread; });
  for (const Child &candidate : candidates)
    endStack(state, candidate.thread);
  for (const auto &[thread, success] : successes)
    endJoinability(state, thread, success);
}

/// Whether no thread has detached the thread, as a condition. An attempt to join it depends on the value.
Expr ThreadOperations::readJoinability(ThreadState &state, ThreadId thread, bool isAttempt) {
  if (!context_.unwinding.facts.detachesThreads())
    return pool().boolean(true);
  const AccessPlaces place = memory_.joinabilityOf(thread);
  const bool wasAttempting = state.attempting;
  state.attempting = isAttempt && !context_.cfa.locations[state.location].atomic;
  const Expr value = memory_.read(state, place, 1, !memory_.isQuiet(place, 1));
  state.attempting = wasAttempting;
  return pool().eq(value, pool().constant(1, 8));
}

/// The thread can no longer be joined or detached, if the condition holds.
void ThreadOperations::endJoinability(ThreadState &state, ThreadId thread, Expr condition) {
  if (!context_.unwinding.facts.detachesThreads())
    return;
  const Expr guard = state.guard;
  state.guard = pool().conjunction(guard, condition);
  if (!state.guard->isFalse()) {
    const AccessPlaces place = memory_.joinabilityOf(thread);
    const MemoryView before = state.view;
    memory_.write(state, place, pool().constant(0, 8), !memory_.isQuiet(place, 1));
    if (!condition->isTrue())
      state.view.merge(program_, condition, before);
  }
  state.guard = guard;
}

/// What a thread and its descendants may have written is unknown after it has been joined.
void ThreadOperations::forgetWritesOf(ThreadState &state, ThreadId thread) {
  for (ThreadId descendant = thread; descendant < program_.threads.size(); ++descendant) {
    if (!isDescendant(descendant, thread))
      continue;
    const WrittenMemory &written = context_.unwinding.written[descendant];
    for (const auto &[address, size] : written.ranges)
      state.view.forget(program_, address, size);
    for (const auto &[address, size] : extentsOf(program_, written.regions))
      state.view.forget(program_, address, size);
  }
}

bool ThreadOperations::isDescendant(ThreadId thread, ThreadId ancestor) const {
  while (thread != ancestor) {
    if (!program_.threads[thread].creator)
      return false;
    thread = *program_.threads[thread].creator;
  }
  return true;
}

/// Joining a thread ends the lives of the locals that it has left.
void ThreadOperations::endStack(ThreadState &state, ThreadId thread) {
  const std::vector<Thread::Allocation> allocations = program_.threads[thread].allocations;
  for (const auto &[guard, object] : allocations)
    if (program_.object(object).storage != program::Storage::Heap)
      memory_.endLife(state, memory_.lifeOf(object), false, {.shared = false}, guard); // accesses nothing
}

void ThreadOperations::execute(ThreadState &state, const program::Detach &detach, SourceSpan span) {
  state.noteEffect();
  const Expr handle = registers_.evaluate(detach.thread);
  std::vector<Child> candidates = candidatesOf(state, handle);
  if (!pool().eq(handle, handleOf(context_.thread, handle->width))->isFalse()) // it may detach itself
    candidates.push_back({context_.self().handle, context_.thread, pool().boolean(true)});
  // As for a join. A thread that has started no other knows which one it means only if it is itself.
  const bool knowsAllThreads = context_.thread == mainThread && context_.unwinding.facts.onlyMainStartsThreads();
  if (!knowsAllThreads && (candidates.empty() || !handle->isConstant()))
    return context_.takeSideExit(state, "a thread that detaches one that it did not start", span);

  Expr exists = pool().boolean(false);
  std::vector<std::pair<ThreadId, Expr>> detached;
  for (const auto &[number, thread, available] : candidates) {
    const Expr isIt = pool().eq(handle, handleOf(thread, handle->width));
    const Expr meant = pool().conjunction(pool().conjunction(isIt, available), readJoinability(state, thread, false));
    const Expr started = program_.threads[thread].guard;
    const Expr wasStarted = context_.unwinding.guards.implies(state.guard, started) ? pool().boolean(true) : started;
    detached.emplace_back(thread, pool().conjunction(meant, wasStarted));
    exists = pool().disjunction(exists, detached.back().second);
  }
  context_.require(state, exists, Property::LockDiscipline);
  for (const auto &[thread, condition] : detached) {
    state.withdrawChild(pool(), thread, condition);
    endJoinability(state, thread, condition);
  }
}

void ThreadOperations::execute(ThreadState &state, const program::EndThread &end, SourceSpan span) {
  // The locals of a thread end when it is joined, and those of a detached thread never would.
  if (context_.unwinding.facts.detachesThreads() && context_.checks(Property::ValidDeref)) {
    const std::vector<Thread::Allocation> allocations = context_.self().allocations;
    for (const auto &[guard, object] : allocations) {
      if (program_.object(object).storage == program::Storage::Heap)
        continue;
      const Expr life = memory_.read(state, memory_.lifeOf(object), 1, false);
      if (!life->isConstant() || life->value != 0)
        return context_.takeSideExit(state, "locals of a thread that may be detached and ends with pthread_exit", span);
    }
  }
  Thread &self = context_.self();
  self.result = pool().ite(state.guard, registers_.evaluate(end.result), self.result);
  self.ended = pool().disjunction(self.ended, state.guard);
  state.guard = pool().boolean(false);
}

} // namespace heddle::events
