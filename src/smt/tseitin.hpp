// Clauses for gates: the gates that a formula needs, each once.
#pragma once

#include "smt/clauses.hpp"
#include "smt/gates.hpp"
#include "smt/solver.hpp"

#include <span>
#include <vector>

namespace heddle::smt {

/// Clauses to be passed to a SAT solver, and the number of their variables. Variable 1 is true.
class ClauseBuffer {
public:
  ClauseBuffer() { add({1}); }

  Literal newVariable() { return ++variables_; }
  void add(std::span<const Literal> clause) {
    if (isRecorded_)
      recorded_.add(clause);
    addConsequence(clause);
  }
  /// A clause that is not recorded.
  void addConsequence(std::span<const Literal> clause);
  void add(std::initializer_list<Literal> clause) { add(std::span(clause.begin(), clause.size())); }

  /// The clauses added and not yet dropped; a zero ends each clause.
  std::span<const Literal> pending() const { return pending_; }
  /// Removes so many of the oldest literals and zeros.
  void drop(std::size_t count) {
    pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(count));
  }

  /// Keeps a copy of all clauses, those added so far included, which must still be pending.
  void record();
  const Clauses &recorded() const { return recorded_; }

  Size size() const { return {static_cast<std::uint64_t>(variables_), clauses_}; }

private:
  Literal variables_ = 1;
  std::uint64_t clauses_ = 0;
  std::vector<Literal> pending_;
  bool isRecorded_ = false;
  Clauses recorded_;
};

class Tseitin {
public:
  Tseitin(const Gates &gates, ClauseBuffer &clauses) : gates_(gates), clauses_(clauses) {}

  /// The literal that equals the gate; adds the clauses of those gates below it that have none yet.
  Literal literal(Gate gate);
  /// The literal of a gate, or 0 if it has none.
  Literal existing(Gate gate) const;

private:
  Literal request(Gate gate);
  void define(std::uint32_t index);
  void defineConjunction(Literal output, const GateNode &node);

  const Gates &gates_;
  ClauseBuffer &clauses_;
  std::vector<Literal> variables_;       // by node
  std::vector<std::uint32_t> undefined_; // nodes with a variable and no clauses
  std::vector<Gate> conjuncts_;
  std::vector<Literal> clause_;
};

} // namespace heddle::smt
