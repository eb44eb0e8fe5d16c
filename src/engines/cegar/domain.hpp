// Abstract states and their successors: explicit values, predicates, or both.
//
// A state is a conjunction of known values of variables, of predicates of the precision or their negations and, in the
// Boolean domain, of a formula for the possible combinations of the other predicates. Known values are substituted in
// formulas before the solver is called, so where all values are known no solver is needed.
#pragma once

#include "engines/cegar/cegar.hpp"
#include "engines/cegar/precision.hpp"
#include "reachability/entailment.hpp"

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heddle::engines::cegar {

using reachability::Transition;

struct AbstractState {
  std::vector<std::pair<VariableId, Expr>> values; // constants, by ascending variables
  std::vector<Expr> literals;                      // ascending ids

  bool operator==(const AbstractState &) const = default;
  Expr valueOf(VariableId variable) const; // null: unknown
  /// Whether every value and literal of the other state is also in this one.
  bool isWithin(const AbstractState &other) const;
};

class Domain {
public:
  Domain(const Options &options, reachability::Semantics &semantics, reachability::Entailment &entailment)
      : options_(options), semantics_(semantics), entailment_(entailment), pool_(semantics.variables().pool()) {}

  bool hasValues() const {
    return options_.domain == Options::Domain::Explicit || options_.domain == Options::Domain::Product;
  }
  bool hasPredicates() const { return options_.domain != Options::Domain::Explicit; }

  AbstractState initial(const Precision &precision);
  /// False only if the transition cannot be taken in any concrete state that the abstract state represents.
  bool isFeasible(const AbstractState &state, const Transition &transition);
  /// The abstract states after the transition, at a control location; none if it cannot be taken. Several if an unknown
  /// has only a few values.
  std::vector<AbstractState> successors(const AbstractState &state, const Transition &transition, ControlId target,
                                        const Precision &precision);

  /// Proves that in every concrete state that the abstract state represents, one of these transitions can be taken.
  /// Memory that is not tracked may have any value at every read; the memory for which the proof uses this is added to
  /// `assumed`. False if there is no proof.
  bool proveEnabled(const AbstractState &state, const std::vector<Transition> &transitions, const Control &control,
                    const analysis::RegionSet &tracked, analysis::RegionSet &assumed);

  bool entails(const AbstractState &state, Expr formula);
  /// The conjuncts of the state.
  std::vector<Expr> formulasOf(const AbstractState &state) const;

private:
  Expr evaluate(const AbstractState &state, Expr formula);
  /// The conditions of the transition that known values do not decide; none if the conditions cannot hold.
  std::optional<std::vector<Expr>> openConditions(const AbstractState &state, const Transition &transition);
  /// The premises that share variables with the queries, directly or through each other.
  std::vector<Expr> relevant(const std::vector<Expr> &premises, const std::vector<Expr> &queries);
  bool isSatisfiable(std::vector<Expr> conditions);
  bool isImplied(std::vector<Expr> premises, Expr goal);
  /// All values of the expression under the premises; none if there are more than `Options::values`.
  std::optional<std::vector<Expr>> valuesOf(Expr value, const std::vector<Expr> &premises);
  std::vector<Expr> literalsOf(const AbstractState &state);
  void splitUnknowns(const std::vector<std::pair<Expr, Expr>> &unknown, std::size_t next, AbstractState successor,
                     std::vector<Expr> premises, std::vector<std::pair<AbstractState, std::vector<Expr>>> &result);
  void addPredicates(const AbstractState &before, const Transition &transition, ControlId target,
                     const Precision &precision, const std::vector<Expr> &premises, AbstractState &successor);
  std::optional<Expr> combinations(const std::vector<std::pair<Expr, Expr>> &unknown,
                                   const std::vector<Expr> &premises);

  const Options &options_;
  reachability::Semantics &semantics_;
  reachability::Entailment &entailment_;
  program::ExprPool &pool_;
  std::map<std::vector<Expr>, bool> answers_; // by premises, followed by the goal
  std::map<std::vector<Expr>, std::optional<std::vector<Expr>>> enumerated_;
};

} // namespace heddle::engines::cegar
