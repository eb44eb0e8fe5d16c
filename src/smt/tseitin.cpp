// Tseitin's encoding, on demand and from the outputs down.
//
// A gate gets a variable when a clause first needs it, and then its definition in both directions, because a literal of
// the interface may be used with either sign. Gates that no clause needs (such as the high bits of a sum of which only
// the low ones are compared) are never encoded. Conjunctions of conjunctions without other uses are encoded as one wide
// conjunction: an equality of words takes one variable for itself and one for each bit, not two. Their width is
// limited, because the parts of a chain may be needed later, one by one from its end. Full adders use the direct
// clauses of parity (8) and majority (6).
#include "smt/tseitin.hpp"

#include <cstdlib>

namespace heddle::smt {

namespace {

constexpr std::size_t widestConjunction = 128;

} // namespace

void ClauseBuffer::addConsequence(std::span<const Literal> clause) {
  pending_.insert(pending_.end(), clause.begin(), clause.end());
  pending_.push_back(0);
  ++clauses_;
}

void ClauseBuffer::record() {
  isRecorded_ = true;
  for (std::size_t begin = 0, end = 0; end < pending_.size(); ++end)
    if (pending_[end] == 0) {
      recorded_.add(std::span(pending_).subspan(begin, end - begin));
      begin = end + 1;
    }
}

Literal Tseitin::existing(Gate gate) const {
  if (isConstant(gate))
    return gate;
  const auto index = static_cast<std::size_t>(std::abs(gate));
  const Literal variable = index < variables_.size() ? variables_[index] : 0;
  return gate < 0 ? -variable : variable;
}

Literal Tseitin::literal(Gate gate) {
  if (variables_.size() < gates_.size())
    variables_.resize(gates_.size(), 0);
  const Literal result = request(gate);
  while (!undefined_.empty()) {
    const std::uint32_t index = undefined_.back();
    undefined_.pop_back();
    define(index);
  }
  return result;
}

/// The literal of a gate, whose clauses may still have to be added.
Literal Tseitin::request(Gate gate) {
  if (isConstant(gate))
    return gate;
  const auto index = static_cast<std::size_t>(std::abs(gate));
  Literal &variable = variables_[index];
  if (variable == 0) {
    variable = clauses_.newVariable();
    if (gates_.node(gate).kind != GateKind::Input)
      undefined_.push_back(static_cast<std::uint32_t>(index));
  }
  return gate < 0 ? -variable : variable;
}

void Tseitin::define(std::uint32_t index) {
  const GateNode &node = gates_.node(static_cast<Gate>(index));
  const Literal out = variables_[index];
  if (node.kind == GateKind::And) {
    defineConjunction(out, node);
    return;
  }
  const Literal a = request(node.a);
  const Literal b = request(node.b);
  const Literal c = node.c == 0 ? 0 : request(node.c);
  switch (node.kind) {
  case GateKind::True:
  case GateKind::Input:
  case GateKind::And:
    break;
  case GateKind::Xor:
    clauses_.add({-out, a, b});
    clauses_.add({-out, -a, -b});
    clauses_.add({out, -a, b});
    clauses_.add({out, a, -b});
    break;
  case GateKind::Xor3:
    for (const Literal x : {a, -a})
      for (const Literal y : {b, -b}) {
        const Literal z = (x == a) == (y == b) ? c : -c; // x ⊕ y ⊕ z = a ⊕ b ⊕ c
        clauses_.add({-out, x, y, z});
        clauses_.add({out, -x, -y, -z});
      }
    break;
  case GateKind::Majority:
    clauses_.add({-out, a, b});
    clauses_.add({-out, a, c});
    clauses_.add({-out, b, c});
    clauses_.add({out, -a, -b});
    clauses_.add({out, -a, -c});
    clauses_.add({out, -b, -c});
    break;
  case GateKind::Choice:
    clauses_.add({-out, -a, b});
    clauses_.add({-out, a, c});
    clauses_.add({out, -a, -b});
    clauses_.add({out, a, -c});
    break;
  }
}

void Tseitin::defineConjunction(Literal out, const GateNode &node) {
  conjuncts_.assign({node.a, node.b});
  clause_.assign(1, out);
  while (!conjuncts_.empty()) {
    const Gate gate = conjuncts_.back();
    conjuncts_.pop_back();
    const GateNode &inner = gates_.node(gate);
    const bool isWide = clause_.size() + conjuncts_.size() >= widestConjunction;
    if (gate > 0 && inner.kind == GateKind::And && inner.uses == 1 && existing(gate) == 0 && !isWide) {
      conjuncts_.push_back(inner.a);
      conjuncts_.push_back(inner.b);
      continue;
    }
    const Literal conjunct = request(gate);
    clauses_.add({-out, conjunct});
    clause_.push_back(-conjunct);
  }
  clauses_.add(clause_);
}

} // namespace heddle::smt
