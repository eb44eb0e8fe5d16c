#include "proof/interference.hpp"

#include "proof/next_step.hpp"

#include <algorithm>
#include <limits>

namespace heddle::proof {

using program::ActionId;
using program::CfaId;
using program::Expr;
using program::LocationId;

namespace {

constexpr unsigned noLimit = std::numeric_limits<unsigned>::max();

template <typename T> bool intersect(const std::set<T> &a, const std::set<T> &b) {
  return std::any_of(a.begin(), a.end(), [&](const T &element) { return b.contains(element); });
}

} // namespace

TrackedState::TrackedState(const ReachabilityProof &proof, const program::Program &program) {
  std::set<std::pair<Expr, std::uint32_t>> seen; // with the control location, because ids of objects are reused
  for (const Node &node : proof.nodes)
    for (const Expr conjunct : node.label)
      if (seen.insert({conjunct, node.control}).second)
        program::forEachRegister(
            conjunct, [&](VariableId id) { add(proof.variables[id], proof.controls[node.control], program); });
}

void TrackedState::add(const Variable &variable, const Control &control, const program::Program &program) {
  switch (variable.kind) {
  case Variable::Kind::Register:
    registers_.insert({variable.slot, variable.cfa, variable.reg});
    break;
  case Variable::Kind::Result:
    results_.insert(variable.slot);
    break;
  case Variable::Kind::Memory: {
    const Object *made = control.object(variable.object);
    // A conjunct about an object that does not exist has no meaning.
    if (made == nullptr && variable.object >= program.objects.size())
      break;
    const Origin origin = made != nullptr ? originOf(*made) : Origin{.object = variable.object};
    for (std::uint64_t i = 0; i < variable.width / 8; ++i)
      bytes_[origin].insert(variable.offset + i);
    break;
  }
  case Variable::Kind::History:
    break;
  }
}

bool TrackedState::hasMemory(const Origin &origin, std::uint64_t begin, std::uint64_t end) const {
  const auto bytes = bytes_.find(origin);
  if (bytes == bytes_.end())
    return false;
  const auto first = bytes->second.lower_bound(begin);
  return first != bytes->second.end() && *first < end;
}

Interference::Interference(const program::Program &program, const ReachabilityProof &proof, Provenance &provenance)
    : program_(program), proof_(proof), provenance_(provenance), tracked_(proof, program), bounds_(program, provenance),
      started_(program.cfas.size()), ends_(program.cfas.size()) {
  for (CfaId id = 0; id < program.cfas.size(); ++id) {
    retreating_.push_back(retreatingActions(program.cfas[id], bounds_.counters(id)));
    for (const program::Action &action : program.cfas[id].actions)
      for (const program::Instruction &instruction : action.instructions) {
        if (const auto *allocate = std::get_if<program::Allocate>(&instruction.operation)) {
          dynamicOrigins_.insert({.site = allocate->site, .creator = id});
          if (allocate->storage != program::Storage::Heap)
            stacks_.insert({.site = allocate->site, .creator = id});
        }
        if (const auto *spawn = std::get_if<program::Spawn>(&instruction.operation))
          started_[id].insert(spawn->cfa);
        ends_[id] = ends_[id] || std::holds_alternative<program::EndThread>(instruction.operation);
        detaches_ = detaches_ || std::holds_alternative<program::Detach>(instruction.operation);
      }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::set<CfaId> &started : started_)
      for (const CfaId id : std::set<CfaId>(started))
        for (const CfaId next : started_[id])
          changed = started.insert(next).second || changed;
  }
}

bool Interference::mayCloseLoop(const NextStep &step) const {
  const program::Cfa &cfa = program_.cfas[step.cfa];
  for (const program::Action *action : actionsOfStep(cfa, step.first, proof_.pauses[step.cfa])) {
    if (retreating_[step.cfa][static_cast<std::size_t>(action - cfa.actions.data())])
      return true;
    for (const program::Instruction &instruction : action->instructions)
      if (const auto *spawn = std::get_if<program::Spawn>(&instruction.operation))
        if (spawn->cfa == step.cfa || started_[spawn->cfa].contains(step.cfa))
          return true;
  }
  return false;
}

unsigned Interference::mostJoins(unsigned standing) const {
  const std::optional<unsigned> started = bounds_.mostStarted();
  if (!started || *started < standing)
    return noLimit;
  return *started + (ends_[0] ? 1 : 0) - standing;
}

void Interference::addAccess(CfaId cfa, Expr address, std::uint64_t bytes, bool writes, Effects &effects) {
  for (const Target &target : provenance_.targetsOf(cfa, address)) {
    effects.accessed.insert(target.origin);
    if (bytes != 0)
      effects.accesses.insert({target, bytes, writes});
  }
}

void Interference::addStacks(Effects &effects, CfaId creator) const {
  for (const Origin &origin : stacks_)
    if (origin.creator == creator)
      effects.killed.insert(origin);
}

static_assert(std::variant_size_v<program::Operation> == 19, "a new operation: does it affect other threads?");

void Interference::add(CfaId cfa, const program::Operation &operation, Effects &effects) {
  if (const auto *load = std::get_if<program::Load>(&operation); load != nullptr && load->access.shared)
    addAccess(cfa, load->address, load->width / 8U, false, effects);
  if (const auto *store = std::get_if<program::Store>(&operation); store != nullptr && store->access.shared)
    addAccess(cfa, store->address, store->value->width / 8U, true, effects);
  if (const auto *query = std::get_if<program::ObjectSize>(&operation))
    addAccess(cfa, query->address, 0, false, effects);
  if (const auto *free = std::get_if<program::Free>(&operation); free != nullptr && free->access.shared) {
    addAccess(cfa, free->address, 0, true, effects);
    for (const Target &target : provenance_.targetsOf(cfa, free->address))
      effects.killed.insert(target.origin);
  }
  if (std::holds_alternative<program::Join>(operation) || std::holds_alternative<program::Detach>(operation)) {
    effects.joins = true;
    for (CfaId ended = 0; ended < program_.cfas.size(); ++ended)
      if (ends_[ended])
        addStacks(effects, ended);
  }
  if (std::holds_alternative<program::EndThread>(operation)) {
    effects.ends = true;
    if (detaches_)
      addStacks(effects, cfa);
  }
  effects.starts = effects.starts || std::holds_alternative<program::Spawn>(operation);
}

/// The step includes the first local work of the threads that it starts.
const Interference::Effects &Interference::ofStep(const NextStep &step) {
  const auto [entry, isNew] = steps_.try_emplace(step);
  Effects &effects = entry->second;
  if (!isNew)
    return effects;
  const auto addAll = [&](CfaId cfa, const std::vector<const program::Action *> &actions) {
    for (const program::Action *action : actions)
      for (const program::Instruction &instruction : action->instructions)
        add(cfa, instruction.operation, effects);
  };
  const auto actions = actionsOfStep(program_.cfas[step.cfa], step.first, proof_.pauses[step.cfa]);
  addAll(step.cfa, actions);
  for (const program::Action *action : actions)
    for (const program::Instruction &instruction : action->instructions)
      if (const auto *spawn = std::get_if<program::Spawn>(&instruction.operation)) {
        const program::Cfa &callee = program_.cfas[spawn->cfa];
        addAll(spawn->cfa, localActionsFrom(callee, callee.entry, proof_.pauses[spawn->cfa]));
      }
  return effects;
}

const Interference::Effects &Interference::ofFuture(const Thread &thread, unsigned standing) {
  const auto [entry, isNew] = futures_.try_emplace({thread.cfa, thread.location, standing});
  Effects &effects = entry->second;
  if (!isNew)
    return effects;
  std::set<std::pair<CfaId, LocationId>> seen;
  std::vector<std::pair<CfaId, LocationId>> pending;
  const auto visit = [&](CfaId cfa, LocationId location) {
    if (seen.insert({cfa, location}).second)
      pending.emplace_back(cfa, location);
  };
  visit(thread.cfa, thread.location);
  const unsigned most = mostJoins(standing);
  while (!pending.empty()) {
    const auto [id, location] = pending.back();
    pending.pop_back();
    for (const ActionId out : program_.cfas[id].outgoing[location]) {
      const program::Action &action = program_.cfas[id].actions[out];
      std::uint64_t joins = most == noLimit ? 0 : bounds_.joinsBefore(id, out);
      // Of the threads that main has started or that others have, those that stand are not joined.
      const std::optional<unsigned> others = bounds_.mostStartedByOthers();
      const std::optional<std::int64_t> unjoined = id == 0 ? bounds_.unjoinedBefore(out) : std::nullopt;
      std::int64_t spare = unjoined && others ? *unjoined + *others - std::int64_t{standing} : 0;
      const auto isPossible = [&] { return joins <= most && spare >= 0; };
      for (auto instruction = action.instructions.begin(); instruction != action.instructions.end() && isPossible();
           ++instruction) {
        add(id, instruction->operation, effects);
        if (const auto *spawn = std::get_if<program::Spawn>(&instruction->operation)) {
          visit(spawn->cfa, program_.cfas[spawn->cfa].entry);
          ++spare;
        }
        // A join counts only for the operations after it: it may be attempted before it can succeed.
        if (std::holds_alternative<program::Join>(instruction->operation)) {
          ++joins;
          spare -= unjoined && others ? 1 : 0;
        }
      }
      if (isPossible())
        visit(id, action.to);
    }
  }
  return effects;
}

bool Interference::conflict(const Access &a, const Access &b) const {
  if (a.target.origin != b.target.origin || (!a.writes && !b.writes))
    return false;
  std::uint64_t begin = 0;
  std::uint64_t end = std::numeric_limits<std::uint64_t>::max();
  for (const Access &access : {a, b})
    if (access.target.offset != Target::anywhere) {
      const auto offset = static_cast<std::uint64_t>(access.target.offset);
      begin = std::max(begin, offset);
      end = std::min(end, offset + access.bytes);
    }
  return begin < end && (tracked_.hasMemory(a.target.origin, begin, end) || mayHoldDynamicPointer(a.target.origin));
}

/// Pointers to dynamic objects keep their values: a thread cannot use such a pointer before it has been stored.
bool Interference::mayHoldDynamicPointer(const Origin &container) const {
  return std::any_of(dynamicOrigins_.begin(), dynamicOrigins_.end(),
                     [&](const Origin &origin) { return provenance_.mayHold(container, origin); });
}

/// The end of a joinable thread is independent of other steps: in any order, the thread is joined after it.
bool Interference::conflict(const Effects &step, const Effects &future) const {
  if (intersect(step.killed, future.accessed) || intersect(step.accessed, future.killed))
    return true;
  const bool manages = future.starts || future.joins;
  if (step.joins && (manages || future.ends))
    return true;
  if (step.starts && (manages || (detaches_ && future.ends)))
    return true;
  if (step.ends && detaches_ && manages)
    return true;
  return std::any_of(step.accesses.begin(), step.accesses.end(), [&](const Access &a) {
    return std::any_of(future.accesses.begin(), future.accesses.end(), [&](const Access &b) { return conflict(a, b); });
  });
}

bool Interference::mayDepend(const NextStep &step, const Thread &other, unsigned joins) {
  const auto [entry, isNew] = mayDepend_.try_emplace({step, {other.cfa, other.location, joins}}, false);
  if (isNew)
    entry->second = conflict(ofStep(step), ofFuture(other, joins));
  return entry->second;
}

} // namespace heddle::proof
