// A list of clauses in one block of memory.
#pragma once

#include "smt/solver.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace heddle::smt {

using ClauseId = std::uint32_t;

class Clauses {
public:
  ClauseId add(std::span<const Literal> clause) {
    literals_.insert(literals_.end(), clause.begin(), clause.end());
    ends_.push_back(literals_.size());
    return static_cast<ClauseId>(ends_.size() - 1);
  }
  ClauseId add(std::initializer_list<Literal> clause) { return add(std::span(clause.begin(), clause.size())); }

  std::span<const Literal> operator[](std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return {literals_.data() + begin, literals_.data() + ends_[i]};
  }
  std::size_t size() const { return ends_.size(); }
  std::size_t literals() const { return literals_.size(); }

private:
  std::vector<Literal> literals_;
  std::vector<std::size_t> ends_;
};

/// An index for a table with an entry for each literal.
inline std::size_t indexOf(Literal literal) {
  return literal > 0 ? 2 * static_cast<std::size_t>(literal) : 2 * static_cast<std::size_t>(-literal) + 1;
}

} // namespace heddle::smt
