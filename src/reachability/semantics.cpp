#include "reachability/semantics.hpp"

#include "program/kept_slots.hpp"
#include "reachability/action_execution.hpp"
#include "support/bytes.hpp"

#include <algorithm>
#include <functional>
#include <unordered_set>

namespace heddle::reachability {

using program::ActionId;
using program::Cfa;
using program::CfaId;
using program::LocationId;

namespace {

/// The heads of loops that consist of local actions only and have no known bound.
std::vector<bool> endlessLocalLoops(const Cfa &cfa, const analysis::FlowOrder &flow,
                                    const std::vector<bool> &isVisible) {
  std::vector<bool> result(cfa.locations.size());
  const analysis::LoopInfo loops(cfa);
  for (ActionId id = 0; id < cfa.actions.size(); ++id) {
    const program::Action &back = cfa.actions[id];
    if (isVisible[id] || !flow.isReachable(back.from) || !flow.isRetreating(back) || cfa.locations[back.to].atomic)
      continue;
    const analysis::Loop *loop = loops.loopAt(back.to);
    if (loop != nullptr && loop->tripCount)
      continue;
    std::vector<bool> seen(cfa.locations.size());
    std::vector<LocationId> pending{back.to};
    seen[back.to] = true;
    while (!pending.empty()) {
      const LocationId at = pending.back();
      pending.pop_back();
      for (const ActionId next : cfa.outgoing[at])
        if (!isVisible[next] && !seen[cfa.actions[next].to]) {
          seen[cfa.actions[next].to] = true;
          pending.push_back(cfa.actions[next].to);
        }
    }
    result[back.to] = result[back.to] || seen[back.from];
  }
  return result;
}

} // namespace

Semantics::CfaFacts::CfaFacts(const Cfa &cfa, Rests rests)
    : flow(cfa), liveness(cfa), hasLocalWork(cfa.locations.size()), hasVisible(cfa.locations.size()) {
  for (const program::Action &action : cfa.actions) {
    isVisible.push_back(program::isVisible(action));
    (isVisible.back() ? hasVisible : hasLocalWork)[action.from] = true;
  }
  isInterrupted = rests == Rests::BeforeVisible ? endlessLocalLoops(cfa, flow, isVisible)
                                                : std::vector<bool>(cfa.locations.size(), rests == Rests::Everywhere);
}

Semantics::Semantics(const program::Program &program, StateVariables &variables, Entailment &entailment,
                     unsigned maxThreads, Rests rests, Handles handles)
    : program_(program), variables_(variables), entailment_(entailment), maxThreads_(maxThreads), rests_(rests),
      handles_(handles), keepsSlot_(program::keptSlots(program)), pointsTo_(program), cells_(program, pointsTo_),
      facts_(program.cfas.size()) {}

const Semantics::CfaFacts &Semantics::factsOf(CfaId cfa) {
  if (!facts_[cfa])
    facts_[cfa] = std::make_unique<CfaFacts>(program_.cfas[cfa], rests_);
  return *facts_[cfa];
}

ThreadControl Semantics::threadAt(CfaId cfa, LocationId location) {
  const CfaFacts &facts = factsOf(cfa);
  const bool atomic = program_.cfas[cfa].locations[location].atomic;
  return {.status = ThreadStatus::Active,
          .detached = false,
          .resting = !atomic && (facts.isInterrupted[location] || !facts.hasLocalWork[location]),
          .cfa = cfa,
          .location = location};
}

ControlId Semantics::initialControl() {
  Control control;
  control.threads.push_back(threadAt(0, program_.cfas[0].entry));
  return controls_.intern(control);
}

const Semantics::InitialState &Semantics::initialState() {
  if (initial_)
    return *initial_;
  using Kind = program::StaticObject::Kind;
  initial_ = std::make_unique<InitialState>();
  program::ExprPool &pool = variables_.pool();
  for (program::ObjectId id = 1; id < program_.objects.size(); ++id) {
    const program::StaticObject &object = program_.objects[id];
    if (object.kind == Kind::Function || (object.kind == Kind::Constant && object.initial))
      continue;
    for (const Cell &cell : cells_.of(id, object.size)) {
      Expr value = nullptr;
      if (object.initial) {
        const auto bytes = std::span(*object.initial).subspan(cell.offset, cell.bytes);
        value = pool.constant(support::fromLittleEndian(bytes), cell.bytes * 8);
      } else {
        value = variables_.newSymbol(cell.bytes * 8);
        initial_->contents.push_back({id, cell.offset, cell.bytes, value});
      }
      initial_->values.emplace_back(variables_.ofCell(id, cell.offset, cell.bytes), value);
    }
  }
  const Cfa &main = program_.cfas[0];
  for (const program::RegisterId reg : factsOf(0).liveness.at(main.entry)) {
    const unsigned width = main.registers[reg].width;
    initial_->values.emplace_back(variables_.ofRegister(0, 0, reg, width),
                                  pool.constant(reg == main.self ? 1 : 0, width));
  }
  return *initial_;
}

const std::vector<Transition> &Semantics::successors(ControlId control, unsigned slot) {
  const std::uint64_t key = (std::uint64_t{control} << 32) | slot;
  if (const auto known = successors_.find(key); known != successors_.end())
    return known->second;
  return successors_.emplace(key, compute(control, slot)).first->second;
}

bool Semantics::isSatisfiable(Expr condition) {
  if (condition->isConstant())
    return condition->isTrue();
  const auto [entry, isNew] = satisfiable_.try_emplace(condition, true);
  if (isNew)
    entry->second = !entailment_.check(std::span(&condition, 1), variables_.pool().boolean(false)).has_value();
  return entry->second;
}

std::vector<Transition> Semantics::compute(ControlId controlId, unsigned slot) {
  const Control &control = controls_[controlId];
  const ThreadControl &thread = control.threads[slot];
  if (!thread.isActive())
    return {};
  const Cfa &cfa = program_.cfas[thread.cfa];
  const CfaFacts &facts = factsOf(thread.cfa);
  const bool atomic = cfa.locations[thread.location].atomic;
  const bool interrupted = facts.isInterrupted[thread.location];
  program::ExprPool &pool = variables_.pool();

  ActionExecution execution(*this, control, slot);
  Expr enabled = pool.boolean(false);
  for (const ActionId action : cfa.outgoing[thread.location]) {
    const bool visible = facts.isVisible[action];
    if (!atomic && !interrupted && visible != thread.resting)
      continue;
    enabled = pool.disjunction(enabled, execution.run(action));
  }
  if (!thread.resting) {
    // If none of its actions is enabled, the thread rests before a visible action, or is stuck.
    const Expr stuck = pool.negate(enabled);
    if (isSatisfiable(pool.conjunction(stuck, execution.inputRanges())))
      execution.runStuck(stuck, atomic, facts.hasVisible[thread.location]);
  }
  return execution.take();
}

const std::vector<std::vector<bool>> &Semantics::registersTo(analysis::AbstractObject origin) {
  const auto [entry, isNew] = registersTo_.try_emplace(origin);
  std::vector<std::vector<bool>> &result = entry->second;
  if (!isNew)
    return result;
  for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa) {
    std::vector<bool> &own = result.emplace_back(program_.cfas[cfa].registers.size());
    std::unordered_set<Expr> visited;
    const std::function<void(Expr)> look = [&](Expr e) {
      if (!visited.insert(e).second)
        return;
      if (e->isRegister() && e->width >= program_.pointers.width)
        own[e->index] = mayPointTo(pointsTo_.targets(cfa, e), origin);
      for (unsigned i = 0; i < program::arity(e->kind); ++i)
        look(e->args[i]);
    };
    for (const program::Action &action : program_.cfas[cfa].actions)
      for (const program::Instruction &instruction : action.instructions)
        program::forEachExpression(instruction.operation, look);
  }
  return result;
}

std::vector<Expr> Semantics::holders(const Control &control, const ObjectControl &object) {
  std::vector<Expr> result;
  const unsigned width = program_.pointers.width;
  const std::vector<std::vector<bool>> &registers = registersTo(object.origin);
  for (unsigned slot = 0; slot < control.threads.size(); ++slot) {
    const ThreadControl &thread = control.threads[slot];
    if (thread.status == ThreadStatus::Ended && !thread.detached && mayPointTo(pointsTo_.handedOver(), object.origin))
      result.push_back(variables_.ofResult(slot, width));
    if (!thread.isActive())
      continue;
    for (const program::RegisterId reg : factsOf(thread.cfa).liveness.at(thread.location))
      if (registers[thread.cfa][reg])
        result.push_back(variables_.ofRegister(slot, thread.cfa, reg, program_.cfas[thread.cfa].registers[reg].width));
  }
  const auto addCells = [&](program::ObjectId id, analysis::AbstractObject origin, std::uint64_t size) {
    if (!mayPointTo(pointsTo_.content(origin), object.origin))
      return;
    for (const Cell &cell : cells_.of(origin, size))
      result.push_back(variables_.ofCell(id, cell.offset, cell.bytes));
  };
  for (program::ObjectId id = 1; id < program_.objects.size(); ++id)
    if (program_.objects[id].kind == program::StaticObject::Kind::Variable)
      addCells(id, id, program_.objects[id].size);
  for (const ObjectControl &other : control.objects)
    if (other.alive)
      addCells(other.id, other.origin, other.size);
  return result;
}

analysis::Region Semantics::regionOf(const Control &control, VariableId cell) const {
  const StateVariable &variable = variables_[cell];
  const std::uint64_t end = variable.offset + variable.width / 8;
  if (variable.object < program_.objects.size())
    return analysis::Region::object(variable.object, variable.offset, end);
  const ObjectControl *object = control.object(variable.object);
  return object != nullptr ? analysis::Region::site(pointsTo_.siteOf(object->origin), variable.offset, end)
                           : analysis::Region::anywhere();
}

bool Semantics::mayHoldDynamicPointer(const analysis::Region &region) const {
  using Kind = analysis::Region::Kind;
  for (analysis::AbstractObject object = 1; object < pointsTo_.objectCount(); ++object) {
    const bool isMeant =
        region.kind == Kind::Anywhere ||
        (pointsTo_.isStatic(object) ? region.kind == Kind::Object && region.id == object
                                    : region.kind == Kind::Site && region.id == pointsTo_.siteOf(object));
    if (!isMeant)
      continue;
    const analysis::TargetSet targets = pointsTo_.content(object);
    if (std::any_of(targets.begin(), targets.end(),
                    [this](const analysis::Target &target) { return !pointsTo_.isStatic(target.object); }))
      return true;
  }
  return false;
}

bool Semantics::isLive(const Control &control, VariableId id) {
  const StateVariable &variable = variables_[id];
  const auto statusAt = [&] {
    return variable.slot < control.threads.size() ? control.threads[variable.slot].status : ThreadStatus::Unused;
  };
  switch (variable.kind) {
  case StateVariable::Kind::Register: {
    if (statusAt() != ThreadStatus::Active || control.threads[variable.slot].cfa != variable.cfa)
      return false;
    return factsOf(variable.cfa).liveness.isLive(control.threads[variable.slot].location, variable.reg);
  }
  case StateVariable::Kind::Result:
    return statusAt() == ThreadStatus::Ended && !control.threads[variable.slot].detached;
  case StateVariable::Kind::Cell: {
    if (variable.object < program_.objects.size())
      return true;
    const ObjectControl *object = control.object(variable.object);
    return object != nullptr && object->alive;
  }
  case StateVariable::Kind::Input:
  case StateVariable::Kind::Symbol:
    break;
  }
  return false;
}

} // namespace heddle::reachability
