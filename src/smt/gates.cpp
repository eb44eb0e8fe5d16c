// Construction of gates: constant folding, normal forms, hashing.
//
// Each constructor first removes constants and equal or complementary inputs, then moves complements to
// the output where the function allows it (parity and majority are self-dual in all inputs, choice in its
// branches) and orders commutative inputs, so that equal functions of equal inputs are equal in the hash table.
// Conjunctions are simplified on two levels, by the rules that need no gate besides the result (Brummayer
// and Biere, "Local Two-Level And-Inverter Graph Minimization without Blowup", 2006): contradiction,
// idempotence, subsumption and substitution. Sums keep parity and majority as gates of their own instead
// of splitting them into conjunctions, because their direct clauses propagate more and cost no variables.
#include "smt/gates.hpp"

#include <cassert>
#include <cstdlib>
#include <limits>
#include <utility>

namespace heddle::smt {

namespace {

constexpr std::size_t initialSlots = 1024;

std::size_t hashOf(GateKind kind, Gate a, Gate b, Gate c) {
  std::uint64_t hash = static_cast<std::uint32_t>(a) * 0x9e3779b97f4a7c15U;
  hash = (hash ^ (hash >> 29) ^ static_cast<std::uint32_t>(b)) * 0xbf58476d1ce4e5b9U;
  hash = (hash ^ (hash >> 32) ^ static_cast<std::uint32_t>(c) ^ (static_cast<std::uint64_t>(kind) << 32)) *
         0x94d049bb133111ebU;
  return static_cast<std::size_t>(hash ^ (hash >> 31));
}

void order(Gate &a, Gate &b) {
  if (std::abs(b) < std::abs(a))
    std::swap(a, b);
}

void order(Gate &a, Gate &b, Gate &c) {
  order(a, b);
  order(b, c);
  order(a, b);
}

} // namespace

Gates::Gates() : nodes_(2), slots_(initialSlots, 0) {}

Gate Gates::input() {
  nodes_.push_back({GateKind::Input, 0, 0, 0, 0});
  return static_cast<Gate>(nodes_.size() - 1);
}

void Gates::grow() {
  std::vector<std::uint32_t> slots(slots_.size() * 2, 0);
  const std::size_t mask = slots.size() - 1;
  for (const std::uint32_t index : slots_) {
    if (index == 0)
      continue;
    const GateNode &node = nodes_[index];
    std::size_t slot = hashOf(node.kind, node.a, node.b, node.c) & mask;
    while (slots[slot] != 0)
      slot = (slot + 1) & mask;
    slots[slot] = index;
  }
  slots_ = std::move(slots);
}

Gate Gates::make(GateKind kind, Gate a, Gate b, Gate c) {
  if (nodes_.size() * 2 > slots_.size())
    grow();
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hashOf(kind, a, b, c) & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const GateNode &node = nodes_[slots_[slot]];
    if (node.a == a && node.b == b && node.c == c && node.kind == kind)
      return static_cast<Gate>(slots_[slot]);
  }
  assert(nodes_.size() < static_cast<std::size_t>(std::numeric_limits<Gate>::max()) && "too many gates");
  slots_[slot] = static_cast<std::uint32_t>(nodes_.size());
  for (const Gate used : {a, b, c})
    if (used != 0)
      ++nodes_[static_cast<std::size_t>(std::abs(used))].uses;
  nodes_.push_back({kind, 0, a, b, c});
  return static_cast<Gate>(nodes_.size() - 1);
}

/// a ∧ b by a rule about the inputs of a or b, or 0 if no rule applies.
Gate Gates::absorbed(Gate a, Gate b) const {
  const GateNode &left = node(a);
  if (left.kind != GateKind::And)
    return 0;
  if (a > 0) {
    if (left.a == b || left.b == b)
      return a;
    if (left.a == -b || left.b == -b)
      return falseGate;
    const GateNode &right = node(b);
    const bool clash = b > 0 && right.kind == GateKind::And &&
                       (left.a == -right.a || left.a == -right.b || left.b == -right.a || left.b == -right.b);
    return clash ? falseGate : 0;
  }
  return left.a == -b || left.b == -b ? b : 0;
}

Gate Gates::conjunction(Gate a, Gate b) {
  // Substitution, b ∧ ¬(b ∧ y) = b ∧ ¬y, replaces an input by one that was built earlier, so the loop terminates.
  while (true) {
    if (a == b || b == trueGate)
      return a;
    if (a == trueGate)
      return b;
    if (a == falseGate || b == falseGate || a == -b)
      return falseGate;
    if (const Gate result = absorbed(a, b); result != 0)
      return result;
    if (const Gate result = absorbed(b, a); result != 0)
      return result;
    const auto other = [this](Gate conjunct, Gate gate) -> Gate {
      const GateNode &inner = node(gate);
      if (gate > 0 || inner.kind != GateKind::And)
        return 0;
      return inner.a == conjunct ? inner.b : inner.b == conjunct ? inner.a : 0;
    };
    if (const Gate rest = other(a, b); rest != 0)
      b = -rest;
    else if (const Gate remaining = other(b, a); remaining != 0)
      a = -remaining;
    else
      break;
  }
  order(a, b);
  return make(GateKind::And, a, b, 0);
}

Gate Gates::exclusive(Gate a, Gate b) {
  if (isConstant(a))
    return a == trueGate ? -b : b;
  if (isConstant(b))
    return b == trueGate ? -a : a;
  if (a == b)
    return falseGate;
  if (a == -b)
    return trueGate;
  const Gate sign = (a < 0) != (b < 0) ? -1 : 1;
  a = std::abs(a);
  b = std::abs(b);
  for (const auto &[whole, part] : {std::pair(a, b), std::pair(b, a)}) {
    const GateNode &inner = node(whole);
    if (inner.kind == GateKind::Xor && (inner.a == part || inner.b == part))
      return sign * (inner.a == part ? inner.b : inner.a);
  }
  order(a, b);
  return sign * make(GateKind::Xor, a, b, 0);
}

Gate Gates::choice(Gate condition, Gate then, Gate otherwise) {
  if (isConstant(condition))
    return condition == trueGate ? then : otherwise;
  if (then == otherwise)
    return then;
  if (then == -otherwise)
    return equivalence(condition, then);
  if (then == trueGate || then == condition)
    return disjunction(condition, otherwise);
  if (then == falseGate || then == -condition)
    return conjunction(-condition, otherwise);
  if (otherwise == trueGate || otherwise == -condition)
    return disjunction(-condition, then);
  if (otherwise == falseGate || otherwise == condition)
    return conjunction(condition, then);
  if (condition < 0) {
    condition = -condition;
    std::swap(then, otherwise);
  }
  const Gate sign = then < 0 ? -1 : 1;
  return sign * make(GateKind::Choice, condition, sign * then, sign * otherwise);
}

Gate Gates::parity(Gate a, Gate b, Gate c) {
  order(a, b, c);
  // Constants come first; equal or complementary inputs are adjacent.
  if (isConstant(a))
    return a == trueGate ? -exclusive(b, c) : exclusive(b, c);
  if (std::abs(a) == std::abs(b))
    return a == b ? c : -c;
  if (std::abs(b) == std::abs(c))
    return b == c ? a : -a;
  const Gate sign = ((a < 0) != (b < 0)) != (c < 0) ? -1 : 1;
  return sign * make(GateKind::Xor3, std::abs(a), std::abs(b), std::abs(c));
}

Gate Gates::majority(Gate a, Gate b, Gate c) {
  order(a, b, c);
  if (isConstant(a))
    return a == trueGate ? disjunction(b, c) : conjunction(b, c);
  if (std::abs(a) == std::abs(b))
    return a == b ? a : c;
  if (std::abs(b) == std::abs(c))
    return b == c ? b : a;
  const Gate sign = a < 0 ? -1 : 1;
  return sign * make(GateKind::Majority, sign * a, sign * b, sign * c);
}

} // namespace heddle::smt
