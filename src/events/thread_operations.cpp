// What each operation means symbolically, except for accesses to memory (thread_memory.cpp).
#include "events/thread_unwinder.hpp"

#include "support/overloaded.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::events {

using program::ExprKind;
using program::Property;
using support::Overloaded;

namespace {

/// Of objects whose size is not constant.
constexpr std::uint64_t bytesPerDepth = 64;

} // namespace

void ThreadUnwinder::execute(State &state, const program::Instruction &instruction) {
  std::visit(Overloaded{
                 [&](const program::Assign &assign) { set(assign.target, evaluate(assign.value)); },
                 [&](const program::Havoc &havoc) { execute(state, havoc); },
                 [&](const program::Load &load) { execute(state, load); },
                 [&](const program::Store &store) { execute(state, store); },
                 [&](const program::Assume &assume) {
                   const Expr condition = evaluate(assume.condition);
                   stop(state, pool().negate(condition));
                 },
                 [&](const program::Check &check) { execute(state, check); },
                 [&](const program::Allocate &allocate) { execute(state, allocate, instruction); },
                 [&](const program::Free &free) { execute(state, free, instruction); },
                 [&](const program::ObjectSize &query) { execute(state, query, instruction); },
                 [&](const program::Spawn &spawn) { execute(state, spawn, instruction); },
                 [&](const program::EndThread &end) { execute(state, end, instruction); },
                 [&](const program::EndProgram &end) { execute(state, end); },
                 [&](const program::Halt &halt) { leave(state, halt.message, instruction.span); },
                 [&](const program::Detach &detach) { execute(state, detach); },
                 // These wait: see tryAction.
                 [](const program::Guard &) {},
                 [](const program::Join &) {},
                 [&](const program::Fence &) { program_.hasFences = true; },
                 [](const program::AtomicBegin &) {},
                 [](const program::Sync &) {},
             },
             instruction.operation);
}

void ThreadUnwinder::execute(State &state, const program::Havoc &havoc) {
  // All actions of a location see the same inputs.
  if (inputsUsed_ == inputs_.size()) {
    const unsigned width = cfa_.registers[havoc.target].width;
    const std::size_t index = self().inputs.size();
    const bool isFixed = unwinding_.options.fixedInputs && executed_ != nullptr && index < executed_->inputs.size();
    const Expr value = havoc.low == havoc.high ? pool().constant(havoc.low, width)
                       : isFixed               ? pool().constant(executed_->inputs[index], width)
                                               : program_.symbol(width);
    if (!value->isConstant()) {
      if (havoc.low != 0)
        program_.constraints.push_back(
            {value->index, pool().make(ExprKind::Ule, pool().constant(havoc.low, width), value)});
      if (havoc.high != support::mask(width))
        program_.constraints.push_back(
            {value->index, pool().make(ExprKind::Ule, value, pool().constant(havoc.high, width))});
    }
    inputs_.push_back(self().inputs.size());
    self().inputs.push_back({pool().boolean(false), value});
  }
  InputEvent &input = self().inputs[inputs_[inputsUsed_++]];
  input.guard = pool().disjunction(input.guard, state.guard);
  set(havoc.target, pool().resize(input.value, cfa_.registers[havoc.target].width));
}

/// The thread does not go on if `failure` holds. A block that fails so never began.
void ThreadUnwinder::stop(State &state, Expr failure) {
  const Expr stops = pool().conjunction(state.guard, failure);
  if (stops->isFalse())
    return;
  if (state.open && state.wrote)
    program_.nodes[state.node].failures.push_back(stops);
  self().stops.push_back(stops);
  state.guard = pool().conjunction(state.guard, pool().negate(failure));
}

/// If the condition fails, the property is violated, or (unchecked) behaviour is undefined.
void ThreadUnwinder::require(State &state, Expr condition, Property property) {
  const Expr failure = pool().negate(condition);
  const Expr violated = pool().conjunction(state.guard, failure);
  if (violated->isFalse())
    return;
  if (checks(property)) {
    program_.violations.push_back({property, violated, state.node});
    state.guard = pool().conjunction(state.guard, condition);
    return;
  }
  program_.unchecked.push_back({property, violated, state.node});
  stop(state, failure);
}

void ThreadUnwinder::execute(State &state, const program::Check &check) {
  if (!checks(check.property) && check.after == program::AfterFailure::Continue)
    return;
  require(state, evaluate(check.condition), check.property);
}

void ThreadUnwinder::leave(State &state, const std::string &message, program::SourceSpan span) {
  if (!state.guard->isFalse())
    program_.sideExits.push_back(
        {.condition = state.guard, .node = state.node, .deeperHelps = false, .message = message, .span = span});
  state.guard = pool().boolean(false);
}

void ThreadUnwinder::execute(State &state, const program::Allocate &allocate, const program::Instruction &instruction) {
  noteEffect(state);
  const Expr size = evaluate(allocate.size);
  std::uint64_t most = 0;
  if (size->isConstant()) {
    if (size->value > source_.pointers.maxObjectSize() / 2)
      return leave(state, fmt::format("an object of {} bytes", support::toDecimal(size->value)), instruction.span);
    most = static_cast<std::uint64_t>(size->value);
  } else {
    most = std::uint64_t{unwinding_.options.depth} * bytesPerDepth;
    const Expr fits = pool().make(ExprKind::Ule, size, pool().constant(most, size->width));
    const Expr larger = pool().conjunction(state.guard, pool().negate(fits));
    if (!larger->isFalse())
      program_.sideExits.push_back(
          {.condition = larger,
           .node = state.node,
           .deeperHelps = true,
           .message = fmt::format("an object of more than {} bytes whose size depends on inputs", most),
           .span = instruction.span});
    state.guard = pool().conjunction(state.guard, fits);
  }
  const auto object = static_cast<ObjectId>(program_.firstDynamic() + program_.objects.size());
  program_.objects.push_back({.size = most,
                              .exactSize = size->isConstant() ? nullptr : size,
                              .site = allocate.site,
                              .storage = allocate.storage,
                              .zeroed = allocate.zeroed,
                              .freedConcurrently = unwinding_.facts.freedConcurrently(allocate.site)});
  self().allocations.push_back({state.guard, object});
  set(allocate.target, pool().constant(source_.pointers.pointer(object), source_.pointers.width));
}

void ThreadUnwinder::execute(State &state, const program::ObjectSize &query, const program::Instruction &instruction) {
  Places places = resolve(evaluate(query.address), query.address, 0, false);
  if (!places.areKnown)
    return leave(state, "the size of an object that is not known", instruction.span);
  std::erase_if(places.constants, [this](program::Bits pointer) { return source_.pointers.offset(pointer) != 0; });
  const Expr isNull = pool().eq(places.address, pool().constant(0, places.address->width));
  const Expr valid = pool().conjunction(validity(places, 0), readLife(state, places));
  require(state, pool().disjunction(isNull, valid), program::Property::ValidFree);
  const unsigned width = cfa_.registers[query.target].width;
  Expr size = pool().constant(0, width);
  for (const program::Bits pointer : places.constants)
    size =
        pool().ite(program_.isAt(places.address, pointer), exactSizeOf(source_.pointers.object(pointer), width), size);
  set(query.target, size);
}

void ThreadUnwinder::execute(State &state, const program::Spawn &spawn, const program::Instruction &instruction) {
  noteEffect(state);
  const Expr argument = evaluate(spawn.argument);
  if (program_.threads.size() > unwinding_.options.maxThreads)
    return leave(state, fmt::format("more than {} threads (--max-threads)", unwinding_.options.maxThreads),
                 instruction.span);
  if (executed_ != nullptr && nextChild_ == executed_->children.size()) // it was not started in the execution either
    return leave(state, "more threads than the interpreter allows", instruction.span);
  // Where only main starts threads, handles are those of the interpreter: the lowest that is free.
  auto handle = static_cast<unsigned>(program_.threads.size());
  if (unwinding_.facts.onlyMainStartsThreads()) {
    handle = 2;
    while (std::any_of(state.children.begin(), state.children.end(),
                       [handle](const Child &other) { return other.handle == handle; }))
      ++handle;
  }
  Thread thread;
  thread.cfa = spawn.cfa;
  thread.creator = thread_;
  thread.created = state.node;
  thread.guard = state.guard;
  thread.handle = handle;
  if (executed_ != nullptr)
    thread.executed = executed_->children[nextChild_++];
  const ThreadId child = unwinding_.addThread(std::move(thread));
  state.children.push_back({handle, child, pool().boolean(true)});

  // The child is executed here and now, so that its result, and what it may write, is known when it is joined.
  ThreadUnwinder(unwinding_, child).run(state.view, argument);
  set(spawn.target, pool().constant(handle, cfa_.registers[spawn.target].width));
}

void ThreadUnwinder::join(State &state, Attempt &attempt, const program::Join &join,
                          const program::Instruction &instruction) {
  noteEffect(state);
  const Expr handle = evaluate(join.thread);
  const auto handleOf = [&](ThreadId thread) {
    return pool().constant(program_.threads[thread].handle, handle->width);
  };
  std::vector<Child> candidates;
  for (const Child &child : state.children)
    if (!pool().eq(handle, handleOf(child.thread))->isFalse())
      candidates.push_back(child);
  // A handle that came from elsewhere may name a thread that is not unwound yet.
  const bool isOwn = !candidates.empty() && (handle->isConstant() || unwinding_.facts.onlyMainStartsThreads());
  if (!isOwn && (thread_ != mainThread || !unwinding_.facts.onlyMainStartsThreads()))
    return leave(state, "a thread that waits for one that it did not start", instruction.span);

  // Exactly one thread is meant; which, its handle and whether it was started tell.
  Expr exists = pool().boolean(false);
  Expr joined = pool().boolean(false);
  Expr result = pool().constant(0, source_.pointers.width);
  for (const auto &[number, thread, available] : candidates) {
    const Thread &other = program_.threads[thread];
    const Expr started = unwinding_.guards.implies(state.guard, other.guard) ? pool().boolean(true) : other.guard;
    const Expr meant = pool().conjunction(pool().eq(handle, handleOf(thread)), pool().conjunction(started, available));
    const Expr success = program_.symbol(1);
    program_.constraints.push_back(
        {success->index, pool().disjunction(pool().negate(success), pool().conjunction(meant, other.ended))});
    program_.joins.push_back({.node = state.node,
                              .joined = thread,
                              .symbol = success,
                              .success = pool().conjunction(state.guard, success),
                              .isStatic = false});
    exists = pool().disjunction(exists, meant);
    joined = pool().disjunction(joined, success);
    takeChild(state, thread, success);
    result = pool().ite(success, other.result, result);
    const Expr over = pool().conjunction(meant, other.ended);
    attempt.released = either(attempt.released, over);
    for (ThreadId descendant = thread; descendant < program_.threads.size(); ++descendant)
      if (isDescendant(descendant, thread)) {
        for (const auto &[address, size] : unwinding_.written[descendant])
          state.view.forget(program_, address, size);
        for (const auto &[address, size] : extentsOf(unwinding_.writtenRegions[descendant]))
          state.view.forget(program_, address, size);
      }
  }
  require(state, candidates.empty() ? pool().boolean(false) : exists, Property::LockDiscipline);
  wait(state, attempt, joined);
  if (join.target != program::noRegister)
    set(join.target, pool().resize(result, cfa_.registers[join.target].width));
  if (candidates.size() == 1)
    std::erase_if(state.children, [&](const Child &child) { return child.thread == candidates.front().thread; });
  for (const Child &candidate : candidates)
    endStack(state, candidate.thread);
}

/// Nobody can join the thread any more if the condition holds.
void ThreadUnwinder::takeChild(State &state, ThreadId thread, Expr condition) {
  for (Child &child : state.children)
    if (child.thread == thread)
      child.available = pool().conjunction(child.available, pool().negate(condition));
}

void ThreadUnwinder::execute(State &state, const program::Detach &detach) {
  noteEffect(state);
  const Expr handle = evaluate(detach.thread);
  for (const Child &child : std::vector<Child>(state.children))
    takeChild(state, child.thread, pool().eq(handle, pool().constant(child.handle, handle->width)));
}

/// What is left of a thread's stack goes with it, when it is joined.
void ThreadUnwinder::endStack(State &state, ThreadId thread) {
  const std::vector<Thread::Allocation> allocations = program_.threads[thread].allocations;
  for (const auto &[guard, object] : allocations)
    if (program_.object(object).storage != program::Storage::Heap)
      endLife(state, lifeAt(object), false, {}, guard);
}

bool ThreadUnwinder::isDescendant(ThreadId thread, ThreadId ancestor) const {
  while (thread != ancestor) {
    if (!program_.threads[thread].creator)
      return false;
    thread = *program_.threads[thread].creator;
  }
  return true;
}

void ThreadUnwinder::execute(State &state, const program::EndThread &end, const program::Instruction &instruction) {
  // Whoever joins the thread ends its stack; of a detached one, nobody does.
  if (unwinding_.facts.detachesThreads() && checks(program::Property::ValidDeref)) {
    const std::vector<Thread::Allocation> allocations = self().allocations;
    for (const auto &[guard, object] : allocations) {
      if (program_.object(object).storage == program::Storage::Heap)
        continue;
      const Expr life = read(state, lifeAt(object), 1, false);
      if (!life->isConstant() || life->value != 0)
        return leave(state, "locals of a thread that may be detached and ends with pthread_exit", instruction.span);
    }
  }
  self().result = pool().ite(state.guard, evaluate(end.result), self().result);
  self().ended = pool().disjunction(self().ended, state.guard);
  state.guard = pool().boolean(false);
}

void ThreadUnwinder::execute(State &state, const program::EndProgram &end) {
  program_.ends.push_back({state.node, state.guard, end.aborted});
  state.guard = pool().boolean(false);
}

void ThreadUnwinder::noteEffect(State &state) {
  for (LoopPosition &position : state.loops)
    position.effects = true;
}

} // namespace heddle::events
