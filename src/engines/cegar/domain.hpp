// Abstract states and their successors: explicit values, predicates, or both.
//
// A state is a conjunction: some variables have known values, some predicates of the precision are known to hold or
// not to hold, and in the Boolean domain, which combinations of the others are possible. Known values are put into
// formulas before anybody asks the solver, so where all values are known no solver is needed.
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
  /// Whether all that the other says is said here too.
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
  /// Whether the transition can be taken, as far as the state knows.
  bool isFeasible(const AbstractState &state, const Transition &transition);
  /// The states behind it, at a control location; none if it cannot be taken. More than one where an unknown has only
  /// a few values.
  std::vector<AbstractState> successors(const AbstractState &state, const Transition &transition, ControlId target,
                                        const Precision &precision);

  /// Whether one of these transitions can be taken in every state that the abstract one stands for, if memory that is
  /// not tracked holds anything at every read; `assumed` is the memory of which that was used.
  bool isCertainlyEnabled(const AbstractState &state, const std::vector<Transition> &transitions,
                          const Control &control, const analysis::RegionSet &tracked, analysis::RegionSet &assumed);

  bool entails(const AbstractState &state, Expr formula);
  /// As conjuncts.
  std::vector<Expr> formulasOf(const AbstractState &state) const;

private:
  Expr evaluate(const AbstractState &state, Expr formula);
  /// The conditions of the transition that the values leave open; none if one is false.
  std::optional<std::vector<Expr>> openConditions(const AbstractState &state, const Transition &transition);
  /// Those premises that share variables with the question, directly or not.
  std::vector<Expr> relevant(const std::vector<Expr> &premises, const std::vector<Expr> &questions);
  bool isSatisfiable(std::vector<Expr> conditions);
  bool follows(std::vector<Expr> premises, Expr goal);
  /// At most `values` of them; none if there are more.
  std::optional<std::vector<Expr>> valuesOf(Expr value, const std::vector<Expr> &premises);
  std::vector<Expr> literalsOf(const AbstractState &state);
  void splitUnknowns(const std::vector<std::pair<Expr, Expr>> &unknown, std::size_t next, AbstractState behind,
                     std::vector<Expr> premises, std::vector<std::pair<AbstractState, std::vector<Expr>>> &result);
  void addPredicates(const AbstractState &before, const Transition &transition, ControlId target,
                     const Precision &precision, const std::vector<Expr> &premises, AbstractState &behind);
  std::optional<Expr> combinations(const std::vector<std::pair<Expr, Expr>> &unknown,
                                   const std::vector<Expr> &premises);

  const Options &options_;
  reachability::Semantics &semantics_;
  reachability::Entailment &entailment_;
  program::ExprPool &pool_;
  std::map<std::vector<Expr>, bool> answers_; // premises, and the goal behind them
  std::map<std::vector<Expr>, std::optional<std::vector<Expr>>> enumerated_;
};

} // namespace heddle::engines::cegar
