#include "events/unwind.hpp"

#include "events/guards.hpp"
#include "events/places.hpp"
#include "events/thread_context.hpp"

#include <algorithm>

namespace heddle::events {

namespace {

/// Whether everything that the joining thread does from the join on requires the success of the join.
bool dominates(const UnwoundProgram &program, const JoinEdge &join, GuardFacts &guards) {
  const ThreadId joiner = program.nodes[join.node].thread;
  const auto isAfterSuccess = [&](NodeId node, Expr condition) {
    return program.nodes[node].thread != joiner || node < join.node || guards.implies(condition, join.symbol);
  };
  // Events of paths around the join belong to its node, too; the reads of the attempt itself come before its success.
  for (const MemoryEvent &event : program.events)
    if (!event.isAttempt && !isAfterSuccess(event.node, event.guard))
      return false;
  for (const RaceAccess &access : program.accesses)
    if (!isAfterSuccess(access.node, access.guard))
      return false;
  for (const std::vector<Violation> *violations : {&program.violations, &program.unchecked})
    for (const Violation &violation : *violations)
      if (!isAfterSuccess(violation.node, violation.condition))
        return false;
  for (const SideExit &sideExit : program.sideExits)
    if (!isAfterSuccess(sideExit.node, sideExit.condition))
      return false;
  for (const UnwoundProgram::End &end : program.ends)
    if (!isAfterSuccess(end.node, end.guard))
      return false;
  for (const Wait &wait : program.waits)
    if (wait.node != join.node && !isAfterSuccess(wait.node, wait.waits))
      return false;
  for (const Thread &thread : program.threads)
    if (thread.creator == joiner && thread.created > join.node && !guards.implies(thread.guard, join.symbol))
      return false;
  for (NodeId node = join.node + 1; node < program.nodes.size(); ++node)
    if (program.nodes[node].thread == joiner && !guards.implies(program.nodes[node].executed, join.symbol))
      return false;
  return true;
}

void orderJoins(UnwoundProgram &program, GuardFacts &guards) {
  for (JoinEdge &join : program.joins) {
    const NodeId end = program.threads[join.joined].last;
    if (!dominates(program, join, guards) || program.order.precedes(join.node, end))
      continue;
    program.order.addEdge(end, join.node);
    join.isStatic = true;
  }
}

/// A heap object that is alive when the program ends is leaked unless something points to it. Reachability is left to
/// the interpreter, so these violations are uncertain.
void addPossibleLeaks(UnwoundProgram &program) {
  const auto addLeaks = [&](NodeId node, Expr ends) {
    for (const Thread &thread : program.threads)
      for (const auto &[guard, object] : thread.allocations) {
        const Object &what = program.object(object);
        if (what.storage != program::Storage::Heap)
          continue;
        MemoryEvent event;
        event.node = node;
        event.guard = program.pool->conjunction(guard, ends);
        event.places = {program.lifeOf(object)};
        event.address = program.pool->constant(event.places.front(), program.program->pointers.width);
        event.size = 1;
        event.value = program.symbol(8);
        const Expr lives = program.pool->eq(event.value, program.pool->constant(1, 8));
        program.violations.push_back({.property = program::Property::ValidMemtrack,
                                      .condition = program.pool->conjunction(event.guard, lives),
                                      .node = node,
                                      .isUncertain = true});
        program.events.push_back(std::move(event));
      }
  };
  for (const UnwoundProgram::End &end : program.ends)
    if (!end.aborted)
      addLeaks(end.node, end.guard);
  // A program also ends when its last thread terminates.
  const Thread &main = program.threads[mainThread];
  if (!main.ended->isFalse())
    program.sideExits.push_back({.condition = main.ended,
                                 .node = main.last,
                                 .deeperHelps = false,
                                 .message = "memory at the end of a program whose main thread ends before it",
                                 .span = {}});
}

/// Unwindings until the expected objects must be those that are allocated.
constexpr unsigned mostUnwindings = 8;

} // namespace

std::optional<UnwoundProgram> unwind(UnwindFacts &facts, const UnwindOptions &options,
                                     support::Cancellation &cancellation) {
  Unwinding unwinding{.facts = facts, .options = options, .cancellation = cancellation, .result = {}, .guards = {}};
  UnwoundProgram &result = unwinding.result;
  result.program = &facts.program();
  result.expectedObjects = options.expectedObjects;
  // Their sizes are expressions of another pool, and will be known when the objects are allocated.
  for (Object &expected : result.expectedObjects)
    if (expected.exactSize != nullptr)
      expected.exactSize = result.symbol(facts.program().pointers.width);
  const Expr yes = result.pool->boolean(true);
  result.nodes.push_back({.thread = 0, .scheduled = false, .executed = yes, .failures = {}, .earlyFailures = {}});
  result.threads.resize(1);
  result.threads[0].guard = yes;

  Thread main;
  main.guard = yes;
  main.handle = 1;
  unwindThread(unwinding, unwinding.addThread(std::move(main)), {}, nullptr);
  if (unwinding.cancelled)
    return std::nullopt;
  if (facts.program().properties.contains(program::Property::ValidMemtrack))
    addPossibleLeaks(result);
  orderJoins(result, unwinding.guards);
  return std::move(unwinding.result);
}

support::Expected<UnwoundProgram>
unwindUntilStable(UnwindFacts &facts, UnwindOptions &options, support::Cancellation &cancellation,
                  const std::function<bool(const UnwoundProgram &, bool placed)> &changes) {
  options.quiet = {};
  options.expectedObjects = {};
  std::size_t symbolic = SIZE_MAX;
  for (unsigned failed = 0;;) {
    std::optional<UnwoundProgram> unwound = unwind(facts, options, cancellation);
    if (!unwound)
      return support::Error{"stopped"};
    if (!unwound->isValid()) {
      if (++failed == mostUnwindings)
        return support::Error{"pointers to objects that depend on each other in too many ways"};
      options.expectedObjects = unwound->objects;
      continue;
    }
    const bool placed = resolvePlaces(*unwound);
    if (changes(*unwound, placed))
      continue;
    if (!placed)
      return support::Error{"an access that may be at too many places"};
    const auto isSymbolic = [](const MemoryEvent &event) { return !event.address->isConstant(); };
    const auto now =
        static_cast<std::size_t>(std::count_if(unwound->events.begin(), unwound->events.end(), isSymbolic));
    // The content of quiet memory decides loops and tells which threads are joined, so that the next unwinding may
    // continue where this one ends, to accesses that have not been compared. The path of an execution stays the same.
    const bool isCut = std::any_of(unwound->sideExits.begin(), unwound->sideExits.end(),
                                   [](const SideExit &exit) { return !exit.untaken; });
    if (now == 0 || now >= symbolic || isCut)
      return std::move(*unwound);
    symbolic = now;
    options.quiet = QuietMemory(*unwound);
  }
}

} // namespace heddle::events
