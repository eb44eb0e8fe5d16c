// What an abstraction keeps: tracked variables and predicates, for all control locations or for each its own.
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
  /// `isLocal`: what is added at a control location counts only there.
  Precision(reachability::Semantics &semantics, bool isLocal) : semantics_(semantics), isLocal_(isLocal) {}

  /// False if it was there. A register is tracked in all threads of its function, a cell in all objects of its origin.
  bool addVariable(ControlId control, VariableId variable);
  bool addPredicate(ControlId control, Expr predicate);

  /// The variable has too many values to be tracked; not again either.
  void giveUp(ControlId control, VariableId variable);

  bool tracks(ControlId control, VariableId variable) const;
  const std::vector<Expr> &predicates(ControlId control) const;

  /// The memory that some tracked variable or predicate is about, anywhere.
  analysis::RegionSet memory() const;

  std::size_t countVariables() const;
  std::size_t countPredicates() const;

private:
  struct Key {
    reachability::StateVariable::Kind kind{};
    std::uint64_t place = 0; // the automaton, or the origin of the object
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
  std::map<ControlId, Kept> kept_; // not local: all under 0
  std::set<Key> givenUp_;
};

} // namespace heddle::engines::cegar
