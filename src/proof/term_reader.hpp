// The lines `term …` of a proof file.
#pragma once

#include "proof/line_reader.hpp"
#include "proof/proof.hpp"

#include <cstdint>
#include <vector>

namespace heddle::proof {

/// Makes terms in the pool of a proof, over its variables. A term refers to earlier ones only, so there are no cycles.
class TermReader {
public:
  explicit TermReader(ReachabilityProof &proof) : proof_(proof) {}

  /// The rest of a line `term …`. Throws Malformed if the term is not well-typed.
  void read(Words &words);

  std::size_t size() const { return terms_.size(); }
  Expr operator[](std::size_t index) const { return terms_[index]; }

private:
  Expr make(program::ExprKind kind, Words &words);
  Expr convert(program::ExprKind kind, Words &words, Expr operand);
  Expr operand(Words &words);

  ReachabilityProof &proof_;
  std::vector<Expr> terms_;
  std::vector<std::uint32_t> depths_; // by term
  std::uint32_t depth_ = 0;           // of the operands of the present term
};

} // namespace heddle::proof
