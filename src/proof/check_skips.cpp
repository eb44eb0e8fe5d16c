// Completeness with monotonic reduction: threads that a node at rest does not expand.
//
// Adjacent independent steps of different threads are explored in one order only, by ascending slots: every execution
// can be sorted into one in which no step is followed by an independent step of a lower slot. A node at rest may
// therefore leave out a thread if its next step is independent of the step that led to the node, in all states in which
// that step may have begun, and that step belongs to a higher slot. Executions to a violation are finite, so sorting
// terminates without any condition on loops.
//
// Two steps are independent if neither accesses memory that the other writes or whose lifetime it ends, and if they do
// not both start, join, detach or end threads. The accesses of a step include what it reads to find that it is blocked:
// otherwise the executed step may enable it. Lifetimes end by Free, and for what is left of a stack by the operation
// that ends its thread or releases the slot of the thread (Join, Detach, EndThread). Accesses with constant addresses
// are compared at once; where that does not decide, the accesses of both steps are computed from the state in which the
// executed step began, and the solver must exclude every overlap.
//
// More than one step may lead to a node: a node in the middle of a step may cover others, whose steps then continue at
// the covering node. All steps that lead to the node in this way are considered.
#include "proof/checker.hpp"
#include "proof/describe.hpp"
#include "proof/next_step.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::proof {

using program::ActionId;

namespace {

constexpr std::size_t maxPaths = 256;

ThreadEffects effectsOf(const std::vector<const program::Action *> &actions) {
  ThreadEffects result;
  for (const program::Action *action : actions)
    for (const program::Instruction &instruction : action->instructions) {
      result.manages = result.manages || std::holds_alternative<program::Spawn>(instruction.operation) ||
                       std::holds_alternative<program::Join>(instruction.operation) ||
                       std::holds_alternative<program::Detach>(instruction.operation);
      result.ends = result.ends || std::holds_alternative<program::EndThread>(instruction.operation);
    }
  return result;
}

/// What an operation may do to memory that other threads access.
struct StaticEffect {
  SharedAccess access;     // its address is over the registers of the automaton
  bool endsStack = false;  // of a thread that terminates or is joined: instead of an access
  bool meetsStack = false; // the access may go to an object on a stack
};

bool mayBeOnStack(const program::Program &program, const Targets &targets) {
  return std::any_of(targets.begin(), targets.end(), [&](const Target &target) {
    return target.origin.object == program::nullObject &&
           program.sites[target.origin.site].storage != program::Storage::Heap;
  });
}

std::vector<StaticEffect> effectsOnMemory(const program::Program &program, Provenance &provenance, program::CfaId cfa,
                                          const std::vector<const program::Action *> &actions) {
  std::vector<StaticEffect> result;
  const auto add = [&](Expr address, std::uint64_t bytes, bool writes) {
    result.push_back(
        {.access = {address, bytes, writes}, .meetsStack = mayBeOnStack(program, provenance.targetsOf(cfa, address))});
  };
  for (const program::Action *action : actions)
    for (const program::Instruction &instruction : action->instructions) {
      if (const auto *load = std::get_if<program::Load>(&instruction.operation); load != nullptr && load->access.shared)
        add(load->address, load->width / 8U, false);
      if (const auto *store = std::get_if<program::Store>(&instruction.operation);
          store != nullptr && store->access.shared)
        add(store->address, store->value->width / 8U, true);
      // The number of bytes that a Free accesses depends on the state; 0 makes the overlap unclear.
      if (const auto *free = std::get_if<program::Free>(&instruction.operation); free != nullptr && free->access.shared)
        add(free->address, 0, true);
      if (const auto *query = std::get_if<program::ObjectSize>(&instruction.operation))
        add(query->address, 0, false);
      if (std::holds_alternative<program::Join>(instruction.operation) ||
          std::holds_alternative<program::Detach>(instruction.operation) ||
          std::holds_alternative<program::EndThread>(instruction.operation))
        result.push_back({.access = {}, .endsStack = true});
    }
  return result;
}

bool mayConflict(const StaticEffect &a, const StaticEffect &b) {
  if (a.endsStack || b.endsStack)
    return a.meetsStack || b.meetsStack;
  if (!a.access.writes && !b.access.writes)
    return false;
  const auto isClear = [](const SharedAccess &access) { return access.address->isConstant() && access.bytes != 0; };
  if (!isClear(a.access) || !isClear(b.access))
    return true;
  return a.access.address->value < b.access.address->value + b.access.bytes &&
         b.access.address->value < a.access.address->value + a.access.bytes;
}

} // namespace

/// All beginnings of steps that lead to or through these nodes.
Checker::Prefixes Checker::prefixesOf(std::vector<NodeId> pending) const {
  Prefixes result;
  std::unordered_set<NodeId> seen(pending.begin(), pending.end());
  const auto add = [&](NodeId node) {
    if (seen.insert(node).second)
      pending.push_back(node);
  };
  while (!pending.empty()) {
    const NodeId node = pending.back();
    pending.pop_back();
    const NodeId parent = proof_.nodes[node].parent;
    if (parent == noNode)
      continue;
    result.edges.push_back(node);
    const bool isFirst = isAtRest(parent) || proof_.nodes[parent].parent == noNode;
    if (isFirst)
      result.firsts.push_back(node);
    if (isAtRest(parent))
      continue;
    if (!isFirst)
      add(parent);
    for (const NodeId covered : covered_[parent])
      add(covered);
  }
  return result;
}

void Checker::checkStop(NodeId node, const std::string &message) const {
  std::vector<NodeId> here = covered_[node];
  here.push_back(node);
  for (const NodeId edge : prefixesOf(here).edges)
    if (changes_[edge])
      reject(node, fmt::format("a thread is stopped ({}) after an effect that others can notice, "
                               "and no child represents that",
                               message.empty() ? "none of its actions is enabled" : message));
}

void Checker::checkSkip(NodeId node, unsigned slot) {
  const std::string thread = nameOfThread(program_, controlOf(node).threads[slot], slot);
  const Prefixes prefixes = prefixesOf({node});
  if (prefixes.firsts.empty())
    reject(node, fmt::format("{} is not expanded", thread));
  for (const NodeId first : prefixes.firsts) {
    if (proof_.nodes[first].slot <= slot)
      reject(node, fmt::format("{} is not expanded, although its slot is not lower than that of the step that led here",
                               thread));
    const Control &before = controlOf(proof_.nodes[first].parent);
    if (slot >= before.threads.size() || before.threads[slot] != controlOf(node).threads[slot])
      reject(node, fmt::format("{} is not expanded, although the step that led here has changed its control", thread));
  }
  if (!areIndependent(node, slot, prefixes))
    reject(node,
           fmt::format("{} is not expanded, although its next step may depend on the step that led here", thread));
}

program::CfaId Checker::cfaInto(NodeId node) const {
  const Node &after = proof_.nodes[node];
  return controlOf(after.parent).threads[after.slot].cfa;
}

const program::Action *Checker::actionInto(NodeId node) const {
  const program::ActionId action = proof_.nodes[node].action;
  return action == noAction ? nullptr : &program_.cfas[cfaInto(node)].actions[action];
}

bool Checker::areIndependent(NodeId node, unsigned slot, const Prefixes &prefixes) {
  const Thread &thread = controlOf(node).threads[slot];
  const program::Cfa &cfa = program_.cfas[thread.cfa];
  const auto next = actionsOfStep(cfa, cfa.outgoing[thread.location], proof_.pauses[thread.cfa]);
  std::vector<const program::Action *> done;
  for (const NodeId edge : prefixes.edges)
    if (const program::Action *action = actionInto(edge))
      done.push_back(action);
  // Which thread a join waits for and which slot a new thread gets depends on the state, so all such operations are
  // taken to be dependent.
  const ThreadEffects mine = effectsOf(done);
  const ThreadEffects theirs = effectsOf(next);
  if ((mine.manages && (theirs.manages || theirs.ends)) || (theirs.manages && (mine.manages || mine.ends)))
    return false;
  const std::vector<StaticEffect> nextEffects = effectsOnMemory(program_, provenance_, thread.cfa, next);
  for (const NodeId edge : prefixes.edges) {
    const program::Action *action = actionInto(edge);
    bool isUnclear = false;
    if (action != nullptr)
      for (const StaticEffect &a : effectsOnMemory(program_, provenance_, cfaInto(edge), {action}))
        for (const StaticEffect &b : nextEffects)
          isUnclear = isUnclear || mayConflict(a, b);
    if (!isUnclear)
      continue;
    for (const std::vector<NodeId> &path : pathsTo(edge, prefixes))
      if (!areProvedIndependent(slot, path))
        return false;
  }
  return true;
}

/// The paths from the beginning of a step to the node. Only atomic blocks have more than one action that other threads
/// can notice, so paths are short.
std::vector<std::vector<NodeId>> Checker::pathsTo(NodeId edge, const Prefixes &prefixes) const {
  std::vector<std::vector<NodeId>> finished;
  std::vector<std::vector<NodeId>> pending{{edge}}; // backwards
  while (!pending.empty()) {
    std::vector<NodeId> path = std::move(pending.back());
    pending.pop_back();
    if (std::find(prefixes.firsts.begin(), prefixes.firsts.end(), path.back()) != prefixes.firsts.end()) {
      std::reverse(path.begin(), path.end());
      finished.push_back(std::move(path));
      continue;
    }
    const NodeId parent = proof_.nodes[path.back()].parent;
    std::vector<NodeId> before = covered_[parent];
    before.push_back(parent);
    for (const NodeId node : before) {
      if (std::find(path.begin(), path.end(), node) != path.end() || finished.size() + pending.size() > maxPaths)
        throw CheckFailure{CheckResult::Kind::Inconclusive,
                           "independence cannot be checked: an atomic block has a loop or too many paths"};
      pending.push_back(path);
      pending.back().push_back(node);
    }
  }
  return finished;
}

/// Whether the accesses of the step along that path and those of the thread's next step are disjoint.
bool Checker::areProvedIndependent(unsigned slot, const std::vector<NodeId> &path) {
  const NodeId start = proof_.nodes[path.front()].parent;
  const Premises premises = premisesAt(start);
  const std::vector<Successor> done = pathsOfStep(start, path, premises);
  const std::vector<Successor> next = pathsOfThread(start, slot, premises, Blocked::Follow);
  for (const Successor &a : done)
    for (const Successor &b : next) {
      Expr conflict = vocabulary_.pool().boolean(false);
      for (const SharedAccess &x : a.accesses)
        for (const SharedAccess &y : b.accesses)
          if (x.writes || y.writes)
            conflict = vocabulary_.pool().disjunction(conflict, overlap(vocabulary_.pool(), x, y));
      if (conflict->isFalse())
        continue;
      std::vector<Expr> conditions = a.state.conditions;
      conditions.insert(conditions.end(), b.state.conditions.begin(), b.state.conditions.end());
      conditions.push_back(conflict);
      if (queries_.findModel(premises.formulas, conditions))
        return false;
    }
  return true;
}

/// The executions of the step along these nodes.
std::vector<Successor> Checker::pathsOfStep(NodeId start, const std::vector<NodeId> &edges, const Premises &premises) {
  ActionSemantics semantics(vocabulary_, provenance_, proof_, queries_, premises.formulas);
  std::vector<Successor> paths{{.kind = Successor::Kind::Step,
                                .state = SymbolicState(vocabulary_, controlOf(start)),
                                .accesses = {},
                                .message = {},
                                .span = {}}};
  for (const NodeId edge : edges) {
    const Node &after = proof_.nodes[edge];
    std::vector<Successor> longer;
    for (const Successor &path : paths) {
      std::vector<Successor> successors;
      if (after.action == noAction)
        successors.push_back(semantics.executeNothing(path.state, after.slot));
      else
        successors =
            semantics.execute(path.state, after.slot, after.action, madeBy(after.parent, after.slot, after.action));
      for (Successor &successor : successors) {
        if (!isControlOf(edge, successor.state.control))
          continue;
        successor.state.control = controlOf(edge);
        successor.accesses.insert(successor.accesses.begin(), path.accesses.begin(), path.accesses.end());
        longer.push_back(std::move(successor));
      }
    }
    paths = std::move(longer);
  }
  return paths;
}

/// The executions of the thread's next step to the end of its atomic block; the work that follows is local.
std::vector<Successor> Checker::pathsOfThread(NodeId start, unsigned slot, const Premises &premises, Blocked blocked) {
  ActionSemantics semantics(vocabulary_, provenance_, proof_, queries_, premises.formulas);
  if (blocked == Blocked::Follow)
    semantics.followBlocked();
  std::vector<Successor> finished;
  SymbolicState state(vocabulary_, controlOf(start));
  state.firstInput = 1U << 30; // distinct from the inputs of the executed step
  std::vector<Successor> pending{
      {.kind = Successor::Kind::Step, .state = std::move(state), .accesses = {}, .message = {}, .span = {}}};
  while (!pending.empty()) {
    const Successor path = std::move(pending.back());
    pending.pop_back();
    for (const ActionId action : semantics.candidates(path.state.control.threads[slot]))
      for (Successor &successor : semantics.execute(path.state, slot, action)) {
        successor.accesses.insert(successor.accesses.begin(), path.accesses.begin(), path.accesses.end());
        const std::vector<Thread> &threads = successor.state.control.threads;
        const bool continues = successor.kind == Successor::Kind::Step && slot < threads.size() &&
                               threads[slot].isActive() &&
                               program_.cfas[threads[slot].cfa].locations[threads[slot].location].atomic;
        (continues ? pending : finished).push_back(std::move(successor));
      }
    if (finished.size() + pending.size() > maxPaths)
      throw CheckFailure{CheckResult::Kind::Inconclusive,
                         "independence cannot be checked: an atomic block has too many paths"};
  }
  return finished;
}

} // namespace heddle::proof
