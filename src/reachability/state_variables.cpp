#include "reachability/state_variables.hpp"

#include <algorithm>
#include <unordered_set>

namespace heddle::reachability {

using Kind = StateVariable::Kind;

namespace {

std::size_t sizeOf(Expr formula) {
  std::unordered_set<Expr> seen;
  std::vector<Expr> pending{formula};
  while (!pending.empty()) {
    const Expr e = pending.back();
    pending.pop_back();
    if (e->isConstant() || e->isRegister() || !seen.insert(e).second)
      continue;
    for (unsigned i = 0; i < program::arity(e->kind); ++i)
      pending.push_back(e->args[i]);
  }
  return seen.size();
}

} // namespace

Expr StateVariables::intern(const Key &key, const StateVariable &variable) {
  const auto [entry, isNew] = index_.try_emplace(key, nullptr);
  if (isNew) {
    entry->second = pool_.reg(static_cast<VariableId>(variables_.size()), variable.width);
    variables_.push_back(variable);
  }
  return entry->second;
}

Expr StateVariables::ofRegister(unsigned slot, program::CfaId cfa, program::RegisterId reg, unsigned width) {
  return intern({Kind::Register, slot, cfa, reg, width},
                {.kind = Kind::Register, .width = width, .slot = slot, .cfa = cfa, .reg = reg});
}

Expr StateVariables::ofResult(unsigned slot, unsigned width) {
  return intern({Kind::Result, slot, 0, 0, width}, {.kind = Kind::Result, .width = width, .slot = slot});
}

Expr StateVariables::ofCell(program::ObjectId object, std::uint64_t offset, unsigned bytes) {
  return intern({Kind::Cell, object, offset, 0, bytes},
                {.kind = Kind::Cell, .width = bytes * 8, .object = object, .offset = offset});
}

Expr StateVariables::ofInput(unsigned slot, unsigned number, unsigned width) {
  return intern({Kind::Input, slot, number, 0, width},
                {.kind = Kind::Input, .width = width, .slot = slot, .reg = number});
}

Expr StateVariables::newSymbol(unsigned width) {
  variables_.push_back({.kind = Kind::Symbol, .width = width});
  return pool_.reg(static_cast<VariableId>(variables_.size() - 1), width);
}

const StateVariables::Vocabulary &StateVariables::vocabularyOf(Expr formula) {
  const auto [entry, isNew] = vocabularies_.try_emplace(formula);
  Vocabulary &result = entry->second;
  if (isNew)
    program::forEachRegister(formula, [&](VariableId id) {
      result.hasInputs = result.hasInputs || variables_[id].kind == Kind::Input;
      result.hasSymbols = result.hasSymbols || variables_[id].kind == Kind::Symbol;
      result.variables.push_back(pool_.reg(id, variables_[id].width));
    });
  if (isNew)
    result.size = sizeOf(formula);
  return result;
}

std::vector<std::size_t> StateVariables::connected(std::span<const Expr> formulas, std::span<const Expr> seeds) {
  std::unordered_set<Expr> reached;
  const auto reach = [&](Expr formula) {
    const std::vector<Expr> &variables = vocabularyOf(formula).variables;
    reached.insert(variables.begin(), variables.end());
  };
  const auto isReached = [&](Expr formula) {
    const std::vector<Expr> &variables = vocabularyOf(formula).variables;
    return std::any_of(variables.begin(), variables.end(), [&](Expr variable) { return reached.contains(variable); });
  };
  for (const Expr seed : seeds)
    reach(seed);
  std::vector<std::size_t> result;
  std::vector<bool> taken(formulas.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      if (taken[i] || !isReached(formulas[i]))
        continue;
      taken[i] = changed = true;
      reach(formulas[i]);
      result.push_back(i);
    }
  }
  return result;
}

} // namespace heddle::reachability
