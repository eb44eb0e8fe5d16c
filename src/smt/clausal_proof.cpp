#include "smt/clausal_proof.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::smt {

namespace {

constexpr std::size_t hintsPerEffort = 64;

} // namespace

ClauseChecker::ClauseChecker(const Clauses &formula) : formula_(formula) {
  for (std::size_t i = 0; i < formula.size(); ++i)
    settle(formula[i]);
}

bool ClauseChecker::derive(std::span<const Literal> clause, std::span<const ClauseId> hints) {
  forget();
  bool follows = isRefuted_;
  for (const Literal literal : clause)
    follows = !assume(-literal) || follows;
  follows = follows || follow(hints) == Outcome::Conflict;
  forget();
  if (!follows)
    return false;
  derived_.add(clause);
  settle(clause);
  return true;
}

ClauseChecker::Outcome ClauseChecker::propagate(std::span<const Literal> assumptions, std::span<const ClauseId> hints) {
  forget();
  bool isConflict = isRefuted_;
  for (const Literal literal : assumptions)
    isConflict = !assume(literal) || isConflict;
  return isConflict ? Outcome::Conflict : follow(hints);
}

/// Follows the hints until one of them has no literal that can hold.
ClauseChecker::Outcome ClauseChecker::follow(std::span<const ClauseId> hints) {
  for (const ClauseId hint : hints) {
    if (hint >= formula_.size() + derived_.size())
      return Outcome::Wrong;
    Literal possible = 0;
    for (const Literal literal : clause(hint)) {
      if (holds(-literal) || literal == possible)
        continue;
      if (possible != 0)
        return Outcome::Wrong; // two literals are left
      possible = literal;
    }
    if (possible == 0)
      return Outcome::Conflict;
    assume(possible);
  }
  return Outcome::Open;
}

/// False if its negation holds.
bool ClauseChecker::assume(Literal literal) {
  if (holds(-literal))
    return false;
  if (!holds(literal)) {
    set(literal);
    temporary_.push_back(literal);
  }
  return true;
}

void ClauseChecker::set(Literal literal) {
  const std::size_t index = indexOf(literal);
  if (index >= isTrue_.size())
    isTrue_.resize(std::max(index + 1, 2 * isTrue_.size()), false);
  isTrue_[index] = true;
}

/// The literal of a clause of one literal, which may be repeated, holds from now on.
void ClauseChecker::settle(std::span<const Literal> clause) {
  if (clause.empty()) {
    isRefuted_ = true;
    return;
  }
  const Literal first = clause.front();
  if (!std::all_of(clause.begin(), clause.end(), [first](Literal literal) { return literal == first; }))
    return;
  isRefuted_ = isRefuted_ || holds(-first);
  set(first);
}

void ClauseChecker::forget() {
  for (const Literal literal : temporary_)
    isTrue_[indexOf(literal)] = false;
  temporary_.clear();
}

RefutationCheck checkRefutation(const Clauses &formula, const ClausalProof &proof,
                                support::Cancellation &cancellation) {
  using Kind = RefutationCheck::Kind;
  ClauseChecker checker(formula);
  for (std::size_t i = 0; i < proof.steps.size(); ++i) {
    if (cancellation.poll(1 + proof.hints[i].size() / hintsPerEffort))
      return {Kind::Cancelled, {}};
    if (!checker.derive(proof.steps[i], proof.hints[i]))
      return {Kind::Invalid, fmt::format("step {} of the clausal proof does not follow from its hints", i + 1)};
  }
  if (!checker.isRefuted())
    return {Kind::Invalid, "the clausal proof does not end with a contradiction"};
  return {Kind::Valid, {}};
}

} // namespace heddle::smt
