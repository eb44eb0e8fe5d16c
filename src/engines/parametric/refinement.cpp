#include "engines/parametric/refinement.hpp"

#include "engines/parametric/bounds.hpp"
#include "reachability/labels.hpp"

#include <algorithm>
#include <functional>
#include <set>

namespace heddle::engines::parametric {

using program::ExprKind;
using reachability::NodeId;
using reachability::StateVariable;
using reachability::Tree;

namespace {

/// The constants of that width in the formula, each once.
std::vector<Expr> constantsOf(Expr formula, unsigned width) {
  std::vector<Expr> result;
  std::set<Expr> seen;
  std::vector<Expr> pending{formula};
  while (!pending.empty()) {
    const Expr e = pending.back();
    pending.pop_back();
    if (!seen.insert(e).second)
      continue;
    if (e->isConstant() && e->width == width)
      result.push_back(e);
    for (unsigned i = 0; i < program::arity(e->kind); ++i)
      pending.push_back(e->args[i]);
  }
  return result;
}

} // namespace

bool Refinement::isFeasible(const ConcretePath &path) {
  execution_.emplace(path, 0, semantics_, entailment_);
  return !execution_->shorten() && !entailment_.isCancelled();
}

/// First by a suffix of the path, so that the predicates do not depend on how often its beginning has counted
/// something, then by the whole path.
Refinement::Result Refinement::refine(const ConcretePath &path) {
  Result result;
  for (const bool bySuffix : {true, false}) {
    if (bySuffix)
      execution_ = tree::executeInfeasibleSuffix(path, semantics_, entailment_);
    else if (execution_->first() != 0) {
      execution_.emplace(path, 0, semantics_, entailment_);
      execution_->shorten();
    }
    for (const Method method : {Method::WeakestPreconditions, Method::PathFacts}) {
      refine(path, method, result);
      if (result.added > 0 || result.tooMany || entailment_.isCancelled())
        return result;
    }
  }
  return result;
}

void Refinement::refine(const ConcretePath &path, Method method, Result &result) {
  reachability::StateVariables &variables = semantics_.variables();
  Tree &tree = execution_->tree();
  reachability::PathValues &values = execution_->values();
  for (NodeId node = 0; node < tree.size(); ++node)
    tree[node].label.clear();
  std::unique_ptr<reachability::Interpolator> interpolator;
  if (method == Method::WeakestPreconditions)
    interpolator = std::make_unique<reachability::WeakestPreconditions>(tree, values, entailment_, variables);
  else
    interpolator = std::make_unique<reachability::PathFacts>(tree, values, entailment_, variables);
  reachability::Labels labels(tree, variables, values, entailment_, *interpolator);
  const tree::ErrorPath &end = execution_->end();
  if (!labels.refute({end.node, end.transition, end.symbols}, end.conditions))
    return;
  for (NodeId node = 0; node < tree.size(); ++node)
    for (const Expr conjunct : tree[node].label)
      project(path, execution_->first() + tree[node].depth, conjunct, result);
}

/// Adds the atoms of an interpolant at a position of the path.
void Refinement::project(const ConcretePath &path, std::size_t position, Expr formula, Result &result) {
  const auto observed = path.observations.find(position);
  if (observed == path.observations.end())
    return; // inside a segment
  std::set<Expr> seen;
  std::vector<Expr> pending{formula};
  while (!pending.empty()) {
    const Expr e = pending.back();
    pending.pop_back();
    if (!seen.insert(e).second || e->isConstant())
      continue;
    const bool isConnective = e->kind == ExprKind::Not || e->kind == ExprKind::And || e->kind == ExprKind::Or ||
                              e->kind == ExprKind::Xor || e->kind == ExprKind::Ite ||
                              (e->kind == ExprKind::Eq && e->args[0]->width == 1);
    if (!isConnective) {
      for (const Expr atom : withBounds(semantics_.program(), semantics_.variables().pool(), e, hasEvenSteps_))
        projectAtom(path.controls[position], observed->second, atom, result);
      continue;
    }
    for (unsigned i = 0; i < program::arity(e->kind); ++i)
      pending.push_back(e->args[i]);
  }
}

void Refinement::add(program::CfaId cfa, Expr predicate, Result &result) {
  const Predicates::Added added = predicates_.add(cfa, predicate);
  result.added += added == Predicates::Added::New ? 1 : 0;
  result.tooMany = result.tooMany || added == Predicates::Added::TooMany;
}

/// If the atom compares memory that holds handles with a number or a thread's own handle, adds what the abstraction can
/// say about it: it is zero, or it is the handle of the thread.
bool Refinement::addHandlePredicates(Expr atom, Result &result) {
  reachability::StateVariables &variables = semantics_.variables();
  program::ExprPool &pool = variables.pool();
  bool isAboutHandles = false;
  for (const Templates::HandleCell &place : templates_.handleCells()) {
    const Expr cell = variables.ofCell(place.object, place.offset, place.bytes);
    const auto &vocabulary = variables.vocabularyOf(atom).variables;
    if (std::find(vocabulary.begin(), vocabulary.end(), cell) == vocabulary.end())
      continue;
    isAboutHandles = true;
    add(0, pool.eq(cell, pool.constant(0, cell->width)), result);
    for (program::CfaId cfa = 0; cfa < semantics_.program().cfas.size(); ++cfa) {
      const program::Cfa &function = semantics_.program().cfas[cfa];
      if (!templates_.keepsHandle(cfa) || function.registers[function.self].width != cell->width)
        continue;
      add(cfa, pool.eq(cell, variables.ofRegister(0, cfa, function.self, cell->width)), result);
    }
  }
  return isAboutHandles;
}

void Refinement::projectAtom(ControlId controlId, const ConcretePath::Observation &threads, Expr atom, Result &result) {
  reachability::StateVariables &variables = semantics_.variables();
  const auto &vocabulary = variables.vocabularyOf(atom);
  if (!vocabulary.isState() || vocabulary.variables.empty())
    return; // formulas about inputs of this path say nothing about others
  if (addHandlePredicates(atom, result))
    return;
  const reachability::Control &control = semantics_.control(controlId);
  std::optional<unsigned> slot;
  for (const Expr variable : vocabulary.variables) {
    const StateVariable &what = variables[variable->index];
    if (predicates_.isShared(variable->index))
      continue;
    unsigned owner = what.slot;
    if (what.kind == StateVariable::Kind::Cell) {
      const reachability::ObjectControl *object = control.object(what.object);
      if (object == nullptr)
        return;
      owner = object->owner;
    }
    if (what.kind == StateVariable::Kind::Result)
      return;
    if (slot && *slot != owner) {
      ++result.droppedInterThread;
      return;
    }
    slot = owner;
  }
  if (!slot) {
    add(0, atom, result);
    return;
  }
  // What number a handle is says nothing about other threads.
  const bool isOnlyHandle = std::all_of(vocabulary.variables.begin(), vocabulary.variables.end(), [&](Expr variable) {
    const StateVariable &what = variables[variable->index];
    return what.kind == StateVariable::Kind::Register && templates_.keepsHandle(what.cfa) &&
           what.reg == semantics_.program().cfas[what.cfa].self;
  });
  if (isOnlyHandle)
    return;
  const auto thread = threads.threads.find(*slot);
  if (thread == threads.threads.end())
    return;
  const reachability::Control &alone = alone_.control(thread->second);
  bool isExpressible = true;
  /// The object of the thread alone that corresponds to one of this path: the only one of its origin.
  const auto corresponding = [&](program::ObjectId id) -> program::ObjectId {
    const reachability::ObjectControl *object = control.object(id);
    program::ObjectId found = 0;
    std::size_t count = 0;
    for (const reachability::ObjectControl &own : alone.objects)
      if (object != nullptr && own.alive && own.origin == object->origin) {
        found = own.id;
        ++count;
      }
    isExpressible = isExpressible && count == 1;
    return found;
  };
  const program::PointerLayout &pointers = semantics_.program().pointers;
  Expr renamed = atom;
  for (const Expr constant : constantsOf(atom, pointers.width)) {
    const program::ObjectId id = pointers.object(constant->value);
    if (control.object(id) == nullptr)
      continue;
    const program::Bits own = pointers.pointer(corresponding(id), pointers.offset(constant->value));
    renamed = variables.pool().replace(renamed, constant, variables.pool().constant(own, constant->width));
  }
  const Expr predicate = variables.pool().substitute(renamed, [&](Expr variable) -> Expr {
    const StateVariable what = variables[variable->index];
    if (what.kind == StateVariable::Kind::Register)
      return variables.ofRegister(0, what.cfa, what.reg, what.width);
    if (predicates_.isShared(variable->index))
      return nullptr;
    return variables.ofCell(corresponding(what.object), what.offset, what.width / 8);
  });
  if (!isExpressible || predicate->isConstant())
    return;
  add(alone.threads[0].cfa, predicate, result);
  addCopies(alone.threads[0].cfa, predicate, result);
}

/// Where a predicate counts from a register, the register is often a copy of a counter in memory, which the next
/// increment of the counter separates from it. That they are equal is what such a series of predicates has in common.
void Refinement::addCopies(program::CfaId cfa, Expr predicate, Result &result) {
  reachability::StateVariables &variables = semantics_.variables();
  const std::function<void(Expr)> visit = [&](Expr e) {
    for (unsigned i = 0; i < program::arity(e->kind); ++i)
      visit(e->args[i]);
    if (e->kind != ExprKind::Add || e->args[0]->isConstant() == e->args[1]->isConstant())
      return;
    const Expr counter = e->args[0]->isConstant() ? e->args[1] : e->args[0];
    if (!counter->isRegister() || variables[counter->index].kind != StateVariable::Kind::Register)
      return;
    for (const program::Action &action : semantics_.program().cfas[cfa].actions)
      for (const program::Instruction &instruction : action.instructions) {
        const auto *load = std::get_if<program::Load>(&instruction.operation);
        if (load == nullptr || load->target != variables[counter->index].reg || !load->address->isConstant())
          continue;
        const program::PointerLayout &layout = semantics_.program().pointers;
        const Expr cell = variables.ofCell(layout.object(load->address->value), layout.offset(load->address->value),
                                           load->width / 8U);
        if (cell->width == counter->width)
          add(cfa, variables.pool().eq(counter, cell), result);
      }
  };
  visit(predicate);
}

} // namespace heddle::engines::parametric
