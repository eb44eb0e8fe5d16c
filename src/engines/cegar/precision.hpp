// The precision of an abstraction: tracked variables and predicates, common to all control locations or separate for
// each.
#pragma once

#include "analysis/region.hpp"
#include "reachability/semantics.hpp"

#include <compare>
#include <map>
#include <set>
#include <vector>

namespace heddle::engines::cegar {

using reachability::Control;
using reachability::ControlId;
using reachability::Expr;
using reachability::VariableId;

class Precision {
public:
  /// `isLocal`: variables and predicates are tracked only at the control location at which they were added.
  Precision(reachability::Semantics &semantics, bool isLocal) : semantics_(semantics), isLocal_(isLocal) {}

  /// False if it is tracked already, or must not be. A register is tracked in all threads of its function, a cell in
  /// all objects of its origin.
  bool addVariable(ControlId control, VariableId variable);
  bool addPredicate(ControlId control, Expr predicate);

  /// Stops tracking the variable, which has too many values; it is not tracked again.
  void giveUp(ControlId control, VariableId variable);

  bool tracks(ControlId control, VariableId variable) const;
  const std::vector<Expr> &predicates(ControlId control) const;

  /// The memory that tracked variables and predicates refer to, at any control location.
  analysis::RegionSet memory() const;

  std::size_t countVariables() const;
  std::size_t countPredicates() const;

private:
  struct Key {
    reachability::StateVariable::Kind kind{};
    std::uint64_t place = 0; // the CFA, or the origin of the object
    std::uint64_t index = 0; // the register, or the offset
    unsigned bytes = 0;
    auto operator<=>(const Key &) const = default;
  };
  struct Kept {
    std::set<Key> variables;
    std::vector<Expr> predicates;
  };
  Key keyOf(ControlId control, VariableId variable) const;
  const Kept &keptAt(ControlId control) const;
  void addMemoryOf(const Key &key, analysis::RegionSet &regions) const;

  reachability::Semantics &semantics_;
  bool isLocal_;
  std::map<ControlId, Kept> kept_; // all under 0 if the precision is global
  std::set<Key> givenUp_;
};

} // namespace heddle::engines::cegar
