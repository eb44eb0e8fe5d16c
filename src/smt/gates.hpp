// Boolean circuits: gates with structural hashing.
//
// A Gate is a signed number; its negation is the complement. Each function returns a gate that computes it, which may
// be an existing one or a constant; gates.cpp describes the simplifications. Building a gate adds no clauses:
// tseitin.hpp encodes only the gates that a formula needs.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle::smt {

using Gate = std::int32_t;
constexpr Gate trueGate = 1;
constexpr Gate falseGate = -1;
constexpr bool isConstant(Gate gate) { return gate == trueGate || gate == falseGate; }

enum class GateKind : std::uint8_t {
  True,
  Input,
  And,
  Xor,
  Xor3,
  Majority,
  Choice, // inputs: condition, then, else
};

struct GateNode {
  GateKind kind = GateKind::True;
  std::uint32_t uses = 0; // by other gates
  Gate a = 0;
  Gate b = 0;
  Gate c = 0;
};

class Gates {
public:
  Gates();

  Gate input();
  Gate conjunction(Gate a, Gate b);
  Gate disjunction(Gate a, Gate b) { return -conjunction(-a, -b); }
  Gate exclusive(Gate a, Gate b);
  Gate equivalence(Gate a, Gate b) { return -exclusive(a, b); }
  Gate choice(Gate condition, Gate then, Gate otherwise);
  /// The two outputs of a full adder.
  Gate parity(Gate a, Gate b, Gate c);
  Gate majority(Gate a, Gate b, Gate c);

  const GateNode &node(Gate gate) const { return nodes_[static_cast<std::size_t>(gate < 0 ? -gate : gate)]; }
  std::size_t size() const { return nodes_.size(); }

private:
  Gate make(GateKind kind, Gate a, Gate b, Gate c);
  Gate absorbed(Gate a, Gate b) const;
  void grow();

  std::vector<GateNode> nodes_;      // nodes_[0] is unused, so that every index has a negation
  std::vector<std::uint32_t> slots_; // open addressing; 0 is free
};

} // namespace heddle::smt
