// Facts about values, as data: bounds that hold in every state of every execution, at the locations of threads.
//
// They are made by one engine, confirmed by a checker, and used by others (engines/facts.hpp). A fact is about one
// thread and static memory: whenever a thread of the automaton, which has neither ended nor stopped, is at the
// location, its registers and the memory have values within the bounds. Threads that continue although the program has
// ended, or although a violation has stopped another thread, keep to them as well, so that an engine may use them in
// models of executions that it does not cut at the first violation.
#pragma once

#include "program/program.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace heddle::program {

/// Values of at most 64 bits, by their bounds as unsigned and as signed numbers.
struct Bounds {
  std::uint64_t low = 0;
  std::uint64_t high = UINT64_MAX;
  std::int64_t least = INT64_MIN;
  std::int64_t most = INT64_MAX;

  static Bounds full(unsigned width);
  bool operator==(const Bounds &) const = default;
  bool contains(Bits value, unsigned width) const;
  /// The only value, if there is one.
  std::optional<std::uint64_t> single() const { return low == high ? std::optional(low) : std::nullopt; }
};

/// The least bounds of the values of either, and of the values of both; the latter may have none.
Bounds join(const Bounds &a, const Bounds &b);
Bounds meet(const Bounds &a, const Bounds &b);

/// The value is within the bounds, as a formula.
Expr isWithin(ExprPool &pool, const Bounds &bounds, Expr value);

/// Whether the expression may have a value within the bounds, as far as its constants tell.
bool mayBeWithin(const Bounds &bounds, Expr value);

class ValueFacts {
public:
  /// Bytes of a static object.
  struct Piece {
    ObjectId object = nullObject;
    std::uint64_t offset = 0;
    unsigned bytes = 0;
    auto operator<=>(const Piece &) const = default;
  };
  struct At {
    bool isReachable = false;
    bool isShared = true; // `ValueFacts::shared` holds there, too
    std::map<RegisterId, Bounds> registers;
    std::map<Piece, Bounds> memory; // narrower than `shared`
  };

  explicit ValueFacts(const Program &program);

  At &at(CfaId cfa, LocationId location) { return locations_[cfa][location]; }
  const At &at(CfaId cfa, LocationId location) const { return locations_[cfa][location]; }
  /// Null if nothing is known.
  const Bounds *ofRegister(CfaId cfa, LocationId location, RegisterId reg) const;
  const Bounds *ofMemory(CfaId cfa, LocationId location, const Piece &piece) const;

  /// What holds of memory wherever `At::isShared` says so: while several threads may run.
  std::map<Piece, Bounds> shared;

  bool isEmpty() const;
  std::size_t count() const;

private:
  std::vector<std::vector<At>> locations_; // by automaton and location
};

} // namespace heddle::program
