// Relations between variables: a weakly relational domain over sums modulo 2^w (linear_sum.hpp).
//
// A constraint says that a sum of a few variables lies in an interval of machine integers (interval.hpp). It is
// one of two:
//
//   an equality, in solved form: a *defined* variable is a sum of others, which are not defined themselves;
//   a bound of a sum of variables that are not defined.
//
// Differences with bounds are zones, sums and differences are octagons (Miné, "The octagon abstract domain"), the
// equalities are those of Müller-Olm and Seidl ("Analysis of modular arithmetic") as far as the factor of the defined
// variable has an inverse. Unlike with octagons over integers, nothing is assumed about wrap-around: sums are exact in
// the ring, and what is added to an interval beyond its width gives the full one, which is no constraint.
//
// The meaning is the conjunction of the constraints, and each operation keeps each of them true by itself; so an
// operation that loses some of them, because there are too many or because no combination of two of them says more, is
// sound. There is no closure: `boundOf` combines up to three constraints with what is known of single variables.
#pragma once

#include "engines/modular/linear_sum.hpp"

#include <map>
#include <optional>
#include <set>

namespace heddle::engines::modular {

class Relations {
public:
  bool isEmpty() const { return defined_.empty() && bounds_.empty(); }
  bool mentions(const Variable &variable) const;
  /// In terms of variables that are not defined.
  Sum reduced(const Sum &sum) const;

  /// The variable gets the value of the sum, whose variables have their old values, or an unknown one.
  void assign(const Variable &variable, std::optional<Sum> value);
  void forgetIf(const std::function<bool(const Variable &)> &isLost);
  /// The sum lies in the interval. False if it cannot.
  bool constrain(const Sum &sum, const Interval &interval, const Values &values);
  Interval boundOf(const Sum &sum, const Values &values) const;

  /// Each constraint: a sum without a constant, and its values.
  void forEach(const std::function<void(const Sum &, const Interval &)> &visit) const;
  bool operator==(const Relations &) const = default;

  /// One of two sets of constraints, with what is known of single variables.
  struct Side {
    const Relations &relations;
    const Values &values;
  };
  /// What both say, also about the candidates. It is the first, unchanged, if that follows from the second.
  static Relations join(const Side &before, const Side &after, const std::vector<Sum> &candidates);
  /// A part of the constraints of the first, some with wider bounds; chains of it are finite.
  static Relations widen(const Side &before, const Side &after, const Thresholds &thresholds);

private:
  void substitute(const Variable &variable, const Sum &by);
  std::optional<Sum> eliminate(const Variable &variable);
  void addBound(const Sum &sum, const Interval &interval);
  bool follows(const Side &from) const;
  Interval bound(const Sum &sum, const Values &values, unsigned depth) const;

  std::map<Variable, Sum> defined_;
  std::map<Sum, Interval> bounds_; // of sums without a constant, whose first factor is not negative
};

} // namespace heddle::engines::modular
