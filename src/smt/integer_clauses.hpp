// Clauses over linear inequalities of integers, decided by Z3.
//
// For questions that are about numbers of events and not about machine words: how often actions are taken, how many
// threads are at a location. Variables are mathematical integers without bounds.
#pragma once

#include "support/cancellation.hpp"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace heddle::smt {

class IntegerClauses {
public:
  using Variable = std::uint32_t;

  /// constant + the sum of factor * variable.
  struct Sum {
    std::int64_t constant = 0;
    std::vector<std::pair<Variable, std::int64_t>> terms = {};

    Sum &add(Variable variable, std::int64_t factor = 1) {
      terms.emplace_back(variable, factor);
      return *this;
    }
    Sum &add(const Sum &other, std::int64_t factor = 1) {
      constant += factor * other.constant;
      for (const auto &[variable, each] : other.terms)
        terms.emplace_back(variable, factor * each);
      return *this;
    }
  };
  enum class Answer : std::uint8_t { Satisfiable, Unsatisfiable, Unknown };

  IntegerClauses();
  ~IntegerClauses();
  IntegerClauses(const IntegerClauses &) = delete;
  IntegerClauses &operator=(const IntegerClauses &) = delete;

  Variable newVariable();
  /// One of the sums is at least zero.
  void addClause(const std::vector<Sum> &atLeastZero);
  void atLeastZero(const Sum &sum) { addClause({sum}); }
  void zero(const Sum &sum) {
    atLeastZero(sum);
    atLeastZero(Sum{}.add(sum, -1));
  }
  /// If all the sums are at least one, then the clause holds.
  void addImplication(const std::vector<Sum> &atLeastOne, std::vector<Sum> clause);

  /// Within a limit of Z3's own measure of effort, so that the answer does not depend on the machine.
  Answer solve(support::Cancellation &cancellation);
  /// Of the variable, after Satisfiable.
  std::int64_t value(Variable variable) const;

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace heddle::smt
