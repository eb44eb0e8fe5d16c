// What all proof files have in common: pauses, variables, terms and control locations.
//
// Terms are numbered in the order in which their pool has made them: operands come before the terms that use them, and
// a reader that makes them in this order in a new pool gets the same terms, because the pool orders the operands of
// commutative operators by age.
#pragma once

#include "proof/proof.hpp"

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heddle::proof {

class BaseWriter {
public:
  explicit BaseWriter(const ReachabilityProof &proof) : proof_(proof) {}

  template <typename... Values> void add(fmt::format_string<Values...> format, Values &&...values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
  }
  template <typename... Values> void line(fmt::format_string<Values...> format, Values &&...values) {
    add(format, std::forward<Values>(values)...);
    text_ += '\n';
  }

  /// All but nodes, with the terms that occur in the formulas.
  void writeBase(const std::vector<Expr> &formulas);
  std::uint32_t numberOf(Expr term) const { return numbers_.at(term); }
  std::string take() { return std::move(text_); }

private:
  void writePauses(program::CfaId cfa, const std::vector<bool> &pauses);
  void writeVariable(const Variable &variable);
  std::vector<Expr> usedTerms(const std::vector<Expr> &formulas);
  void writeTerm(Expr e);
  void writeControl(const Control &control);

  const ReachabilityProof &proof_;
  std::string text_;
  std::unordered_map<Expr, std::uint32_t> numbers_; // of terms
};

} // namespace heddle::proof
