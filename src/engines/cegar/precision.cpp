#include "engines/cegar/precision.hpp"

#include <algorithm>

namespace heddle::engines::cegar {

using analysis::Region;
using reachability::StateVariable;

Precision::Key Precision::keyOf(ControlId control, VariableId id) const {
  const StateVariable &variable = semantics_.variables()[id];
  switch (variable.kind) {
  case StateVariable::Kind::Register:
    return {variable.kind, variable.cfa, variable.reg, 0};
  case StateVariable::Kind::Cell: {
    const reachability::ObjectControl *object = semantics_.control(control).object(variable.object);
    return {variable.kind, object != nullptr ? object->origin : variable.object, variable.offset, variable.width / 8};
  }
  default:
    return {variable.kind, 0, 0, 0};
  }
}

const Precision::Kept &Precision::keptAt(ControlId control) const {
  static const Kept nothing;
  const auto found = kept_.find(isLocal_ ? control : 0);
  return found != kept_.end() ? found->second : nothing;
}

bool Precision::addVariable(ControlId control, VariableId variable) {
  const StateVariable &what = semantics_.variables()[variable];
  const bool isDynamic = what.kind == StateVariable::Kind::Cell && what.object >= semantics_.program().objects.size();
  if (isDynamic && semantics_.control(control).object(what.object) == nullptr)
    return false; // the object no longer exists
  const Key key = keyOf(control, variable);
  return !givenUp_.contains(key) && kept_[isLocal_ ? control : 0].variables.insert(key).second;
}

void Precision::giveUp(ControlId control, VariableId variable) {
  const Key key = keyOf(control, variable);
  givenUp_.insert(key);
  for (auto &[at, kept] : kept_)
    kept.variables.erase(key);
}

bool Precision::addPredicate(ControlId control, Expr predicate) {
  std::vector<Expr> &predicates = kept_[isLocal_ ? control : 0].predicates;
  const Expr negation = semantics_.variables().pool().negate(predicate);
  for (const Expr known : predicates)
    if (known == predicate || known == negation)
      return false;
  predicates.push_back(predicate);
  return true;
}

bool Precision::tracks(ControlId control, VariableId variable) const {
  const Kept &kept = keptAt(control);
  return !kept.variables.empty() && kept.variables.contains(keyOf(control, variable));
}

const std::vector<Expr> &Precision::predicates(ControlId control) const { return keptAt(control).predicates; }

void Precision::addMemoryOf(const Key &key, analysis::RegionSet &regions) const {
  if (key.kind != StateVariable::Kind::Cell)
    return;
  const auto origin = static_cast<analysis::AbstractObject>(key.place);
  const std::uint64_t end = key.index + key.bytes;
  if (origin < semantics_.program().objects.size())
    regions.push_back(Region::object(origin, key.index, end));
  else
    regions.push_back(Region::site(semantics_.pointsTo().siteOf(origin), key.index, end));
}

analysis::RegionSet Precision::memory() const {
  analysis::RegionSet result;
  for (const auto &[control, kept] : kept_) {
    for (const Key &key : kept.variables)
      addMemoryOf(key, result);
    for (const Expr predicate : kept.predicates) {
      for (const Expr variable : semantics_.variables().vocabularyOf(predicate).variables) {
        const StateVariable &what = semantics_.variables()[variable->index];
        if (what.kind != StateVariable::Kind::Cell)
          continue;
        if (what.object < semantics_.program().objects.size()) {
          result.push_back(Region::object(what.object, what.offset, what.offset + what.width / 8));
          continue;
        }
        // Objects of different origins may have the same id.
        for (analysis::AbstractObject origin = 1; origin < semantics_.pointsTo().objectCount(); ++origin)
          if (!semantics_.pointsTo().isStatic(origin))
            result.push_back(Region::site(semantics_.pointsTo().siteOf(origin)));
      }
    }
  }
  analysis::normalise(result);
  return result;
}

std::size_t Precision::countVariables() const {
  std::set<Key> all;
  for (const auto &[control, kept] : kept_)
    all.insert(kept.variables.begin(), kept.variables.end());
  return all.size();
}

std::size_t Precision::countPredicates() const {
  std::set<Expr> all;
  for (const auto &[control, kept] : kept_)
    all.insert(kept.predicates.begin(), kept.predicates.end());
  return all.size();
}

} // namespace heddle::engines::cegar
