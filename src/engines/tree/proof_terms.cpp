#include "engines/tree/proof_terms.hpp"

#include <array>

namespace heddle::engines::tree {

using program::Expr;
using reachability::Control;
using reachability::StateVariable;
using reachability::VariableId;

namespace {

proof::ThreadStatus statusOf(reachability::ThreadStatus status) {
  switch (status) {
  case reachability::ThreadStatus::Unused:
    return proof::ThreadStatus::Unused;
  case reachability::ThreadStatus::Active:
    return proof::ThreadStatus::Active;
  case reachability::ThreadStatus::Ended:
    return proof::ThreadStatus::Ended;
  case reachability::ThreadStatus::Stopped:
    return proof::ThreadStatus::Stopped;
  }
  return proof::ThreadStatus::Unused;
}

proof::Variable::Kind kindOf(StateVariable::Kind kind) {
  switch (kind) {
  case StateVariable::Kind::Register:
    return proof::Variable::Kind::Register;
  case StateVariable::Kind::Result:
    return proof::Variable::Kind::Result;
  case StateVariable::Kind::Cell:
    return proof::Variable::Kind::Memory;
  case StateVariable::Kind::Input:
  case StateVariable::Kind::Symbol:
    break;
  }
  return proof::Variable::Kind::History;
}

} // namespace

std::uint32_t ProofTerms::controlOf(reachability::ControlId id) {
  const auto [entry, isNew] = controls_.try_emplace(id, static_cast<std::uint32_t>(proof_.controls.size()));
  if (!isNew)
    return entry->second;
  const Control &from = semantics_.control(id);
  proof::Control &control = proof_.controls.emplace_back();
  for (const reachability::ThreadControl &thread : from.threads)
    control.threads.push_back({.status = statusOf(thread.status),
                               .detached = thread.detached,
                               .resting = thread.resting,
                               .cfa = thread.cfa,
                               .location = thread.location});
  for (const reachability::ObjectControl &object : from.objects)
    control.objects.push_back({.id = object.id,
                               .size = object.size,
                               .owner = object.owner,
                               .storage = object.storage,
                               .site = semantics_.pointsTo().siteOf(object.origin),
                               .creator = semantics_.pointsTo().creatorOf(object.origin),
                               .alive = object.alive});
  return entry->second;
}

Expr ProofTerms::translate(Expr e) {
  if (e->isConstant())
    return proof_.pool->constant(e->value, e->width);
  const auto known = translated_.find(e);
  if (known != translated_.end())
    return known->second;
  Expr result = nullptr;
  if (e->isRegister()) {
    result = proof_.pool->reg(variableOf(e->index), e->width);
  } else {
    std::array<Expr, 3> args{};
    for (unsigned i = 0; i < program::arity(e->kind); ++i)
      args[i] = translate(e->args[i]);
    result = proof_.pool->rebuild(e, args);
  }
  translated_.emplace(e, result);
  return result;
}

proof::VariableId ProofTerms::variableOf(VariableId id) {
  const auto [entry, isNew] = variables_.try_emplace(id, static_cast<proof::VariableId>(proof_.variables.size()));
  if (isNew) {
    const StateVariable &from = semantics_.variables()[id];
    proof_.variables.push_back({.kind = kindOf(from.kind),
                                .width = from.width,
                                .slot = from.slot,
                                .cfa = from.cfa,
                                .reg = from.reg,
                                .object = from.object,
                                .offset = from.offset});
  }
  return entry->second;
}

} // namespace heddle::engines::tree
