// Unit propagation with two watched literals, on a set of clauses that grows and shrinks.
//
// The trail is cut only to lengths that it had when everything was propagated, and a clause may be absent for some
// time. The watched literals of a clause remain valid nevertheless: `activate` chooses literals that are not false, and
// otherwise those that became false last. Whenever the clause was active before, and completely propagated, it was
// satisfied or had two literals that were not false; of the literals that are false now, the last ones were not false
// then.
//
// Clauses can be preferred. They are propagated first, and other clauses only if that leads to no conflict.
#pragma once

#include "smt/clauses.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace heddle::smt {

class Propagator {
public:
  static constexpr ClauseId none = std::numeric_limits<ClauseId>::max();

  /// A clause that is not active yet. Literals that occur twice are dropped.
  ClauseId add(std::span<const Literal> clause);
  /// If at most one of its literals is not false, that literal is assigned, or the clause is a conflict: returns it, or
  /// none.
  ClauseId activate(ClauseId id);
  void deactivate(ClauseId id) { clauses_[id].isActive = false; }
  void prefer(ClauseId id) { clauses_[id].isPreferred = true; }

  /// False if the literal is false already.
  bool assign(Literal literal, ClauseId reason);
  /// A clause whose literals are all false, or none.
  ClauseId propagate();
  /// Undoes the assignments after the first `length`.
  void cut(std::size_t length);

  const std::vector<Literal> &trail() const { return trail_; }
  bool isTrue(Literal literal) const { return valueOf(literal) > 0; }
  bool isFalse(Literal literal) const { return valueOf(literal) < 0; }
  /// Of a literal on the trail, or its negation.
  ClauseId reasonOf(Literal literal) const { return variables_[variableOf(literal)].reason; }
  std::size_t positionOf(Literal literal) const { return variables_[variableOf(literal)].position; }
  bool isReason(ClauseId id) const;

  std::span<const Literal> clause(ClauseId id) const {
    return {literals_.data() + clauses_[id].begin, clauses_[id].size};
  }
  std::size_t size() const { return clauses_.size(); }
  /// A measure of the work since the last call.
  std::uint64_t takeWork() {
    const std::uint64_t work = work_;
    work_ = 0;
    return work;
  }

private:
  struct Clause {
    std::size_t begin = 0;
    std::uint32_t size = 0;
    bool isActive = false;
    bool isPreferred = false;
    bool isTautology = false;
  };
  struct Watch {
    ClauseId clause;
    Literal other; // of the clause: if it is true, the clause need not be looked at
  };
  struct Variable {
    ClauseId reason = none;
    std::size_t position = 0; // on the trail
  };

  static std::size_t variableOf(Literal literal) { return static_cast<std::size_t>(literal > 0 ? literal : -literal); }
  std::int8_t valueOf(Literal literal) const { return values_[indexOf(literal)]; }
  std::span<Literal> literalsOf(ClauseId id) { return {literals_.data() + clauses_[id].begin, clauses_[id].size}; }
  void makeRoomFor(Literal literal);
  bool isBetterToWatch(Literal a, Literal b) const;
  enum Kind : std::uint8_t { Preferred, Other };
  using Watches = std::vector<std::vector<Watch>>; // by literal: the clauses that watch it
  Watches &watchesOf(ClauseId id) { return watches_[clauses_[id].isPreferred ? Preferred : Other]; }
  ClauseId visit(Literal falseLiteral, Kind kind);

  std::vector<Literal> literals_;
  std::vector<Clause> clauses_;
  std::array<Watches, 2> watches_;  // of preferred and of other clauses; the latter list some preferred ones, too
  std::vector<std::int8_t> values_; // by literal
  std::vector<Variable> variables_;
  std::vector<Literal> trail_;
  std::array<std::size_t, 2> propagated_{}; // so much of the trail, by preferred and by other clauses
  std::uint64_t work_ = 0;
};

} // namespace heddle::smt
