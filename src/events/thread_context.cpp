#include "events/thread_context.hpp"

#include <cassert>

namespace heddle::events {

ThreadId Unwinding::addThread(Thread thread) {
  const ThreadId id = result.order.addThread(thread.created);
  thread.first = thread.last = result.order.addNode(id);
  thread.accessesBefore = result.accesses.size();
  const program::Cfa &cfa = result.program->cfas[thread.cfa];
  result.nodes.push_back({.thread = id,
                          .scheduled = false,
                          .executed = thread.guard,
                          .failures = {},
                          .earlyFailures = {},
                          .span = cfa.locations[cfa.entry].span});
  result.threads.push_back(std::move(thread));
  written.emplace_back();
  return id;
}

ThreadContext::ThreadContext(Unwinding &of, ThreadId id)
    : unwinding(of), program(of.result), source(*of.result.program), thread(id), cfaId(of.result.threads[id].cfa),
      cfa(source.cfas[cfaId]), facts(of.facts.of(cfaId)),
      executed(of.options.executed != nullptr ? &(*of.options.executed)[self().executed] : nullptr) {}

void ThreadContext::openNode(ThreadState &state) const {
  state.node = program.order.addNode(thread);
  program.nodes.push_back({.thread = thread,
                           .scheduled = true,
                           .executed = pool().boolean(false),
                           .failures = {},
                           .earlyFailures = {},
                           .position = state.position,
                           .span = cfa.locations[state.location].span});
  assert(program.nodes.size() == program.order.nodes() && "one entry for each node");
  self().last = state.node;
  state.closeNode();
  state.open = true;
}

NodeId ThreadContext::addMark(Expr guard, std::size_t position) const {
  const NodeId node = program.order.addNode(thread);
  program.nodes.push_back({.thread = thread,
                           .scheduled = false,
                           .executed = guard,
                           .failures = {},
                           .earlyFailures = {},
                           .position = position});
  self().last = node;
  return node;
}

void ThreadContext::stop(ThreadState &state, Expr failure) const {
  const Expr stops = pool().conjunction(state.guard, failure);
  if (stops->isFalse())
    return;
  if (state.open && (state.wrote || state.inBlock)) {
    Node &node = program.nodes[state.node];
    (state.wrote ? node.failures : node.earlyFailures).push_back(stops);
  }
  self().stops.push_back(stops);
  state.guard = pool().conjunction(state.guard, pool().negate(failure));
}

void ThreadContext::require(ThreadState &state, Expr condition, program::Property property) const {
  const Expr failure = pool().negate(condition);
  const Expr violated = pool().conjunction(state.guard, failure);
  if (violated->isFalse())
    return;
  if (checks(property)) {
    program.violations.push_back({property, violated, state.node});
    state.guard = pool().conjunction(state.guard, condition);
    return;
  }
  program.unchecked.push_back({property, violated, state.node});
  stop(state, failure);
}

void ThreadContext::takeSideExit(ThreadState &state, const std::string &message, program::SourceSpan span) const {
  if (!state.guard->isFalse())
    program.sideExits.push_back(
        {.condition = state.guard, .node = state.node, .deeperHelps = false, .message = message, .span = span});
  state.guard = pool().boolean(false);
}

void ThreadContext::forget(ThreadState &state, const analysis::RegionSet &regions) const {
  WrittenMemory &written = unwinding.written[thread];
  written.regions.insert(written.regions.end(), regions.begin(), regions.end());
  for (const ByteRange &range : extentsOf(program, regions)) {
    written.ranges.push_back(range);
    state.view.forget(program, range.address, range.size);
  }
}

} // namespace heddle::events
