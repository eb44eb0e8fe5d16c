// Symmetry-aware predicate abstraction: the abstract successors of a segment.
//
// A *shared state* is the values of the shared predicates, a *local state* a control location of one thread and the
// values of the predicates that are tracked there. A segment of an active thread, taken from a shared and a local
// state, gives all combinations of new values that some concrete execution of it can have (the Boolean abstraction, not
// the Cartesian one: the enumeration concerns only the predicates that the segment affects). For a passive thread,
// whose mixed predicates may change because the active one writes to memory, `passive` gives all combinations of new
// values that agree with those of the active thread.
//
// Soundness: the successors of all concrete states with the given values are covered, because every fact in a query
// holds in all of them. The facts are the values of predicates that share variables with the segment, the conditions of
// the segment, and the axioms about handles: they are positive, those of two threads differ, and that of a new thread
// differs from those in memory that holds handles only, unless handles are reused.
#pragma once

#include "engines/parametric/enumeration.hpp"
#include "engines/parametric/predicates.hpp"
#include "engines/parametric/segments.hpp"
#include "engines/parametric/templates.hpp"

#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace heddle::engines::parametric {

/// The values of predicates after a segment.
struct Values {
  Bits shared = 0;
  Bits local = 0;             // of the active thread, if it continues
  std::vector<Bits> children; // of the threads that it starts
  auto operator<=>(const Values &) const = default;
};

class Abstraction {
public:
  Abstraction(reachability::Semantics &semantics, Segments &segments, Predicates &predicates,
              const Templates &templates, Enumeration &enumeration);

  /// The initial values, with `local` those of main.
  std::optional<std::vector<Values>> initial();

  /// The values after the segment, which starts at `from`. No value if there are too many, or if work was cancelled.
  std::optional<std::vector<Values>> successors(PlaceId from, const Segment &segment, Bits shared, Bits local);

  /// The values of the predicates of a passive thread after the segment has led to `after`. No value as above; none in
  /// the list if the two threads cannot be in these states together.
  std::optional<std::vector<Bits>> passive(PlaceId from, const Segment &segment, Bits shared, Bits local,
                                           const Values &after, PlaceId passiveAt, Bits passiveLocal);
  /// Whether the segment may change values of a passive thread there.
  bool mayAffect(const Segment &segment, PlaceId passiveAt);

  /// Two threads at places, and what must hold of them.
  struct Encounter {
    PlaceId first = 0;
    PlaceId second = 0;
    std::vector<Expr> facts; // about the first thread as usual, about the second one by `ofPassive`
    bool isOfTwo = true;     // false: there is no second thread
  };
  /// Whether the facts can hold in the abstract states. `second` counts only if there is a second thread. No value if
  /// work was cancelled.
  std::optional<bool> canMeet(const Encounter &encounter, Bits shared, Bits first, Bits second);
  /// The formula about a thread in slot 0 as one about another thread, in slot 1.
  Expr ofPassive(Expr formula);

  /// To be called when predicates have been added.
  void forget();

private:
  /// The part of a segment that does not depend on the values before it.
  struct Frame {
    std::vector<Expr> facts; // conditions and axioms
    Bits copiedLocal = 0;    // predicates of the active thread that keep their value
    Bits copiedShared = 0;   // shared predicates that keep their value
    std::vector<Expr> after; // the formulas whose values change: shared, local, those of each child
    std::vector<std::pair<std::size_t, std::size_t>> places; // of each: 0 shared, 1 local, 2 + n child n; and its index
    Bits relevantShared = 0;                                 // predicates whose values before the segment matter
    Bits relevantLocal = 0;
  };
  const Frame &frameOf(PlaceId from, const Segment &segment);
  /// The same for a passive thread.
  struct PassiveFrame {
    std::vector<Expr> facts;         // besides those of the segment's frame
    std::vector<Expr> before;        // its predicates
    std::vector<Expr> after;         // those that may change, after the segment
    std::vector<std::size_t> places; // of each: its index
    Bits copied = 0;                 // predicates that keep their value
    Bits relevantShared = 0;         // predicates whose values before the segment matter
    Bits relevantLocal = 0;
    Bits relevantPassive = 0;
  };
  const PassiveFrame &passiveFrameOf(PlaceId from, const Segment &segment, program::CfaId cfa, Bits tracked);
  /// The predicates that share variables with the formulas, directly or through each other.
  void addRelevant(PlaceId from, std::vector<Expr> formulas, Bits &shared, Bits &local, const std::vector<Expr> &others,
                   Bits &relevantOthers);
  Expr afterSegment(const Segment &segment, Expr formula);
  void addFacts(std::vector<Expr> &facts, const std::vector<Expr> &predicates, Bits which, Bits values);
  Values valuesOf(const Frame &frame, const Segment &segment, const Pattern &pattern, Bits shared, Bits local);
  Expr handleOf(unsigned slot, program::CfaId cfa);

  reachability::Semantics &semantics_;
  Segments &segments_;
  Predicates &predicates_;
  const Templates &templates_;
  Enumeration &enumeration_;
  program::ExprPool &pool_;
  std::unordered_map<const Segment *, Frame> frames_;
  std::map<std::tuple<const Segment *, Bits, Bits>, std::vector<Pattern>> successors_;
  std::map<std::tuple<const Segment *, program::CfaId, Bits>, PassiveFrame> passiveFrames_;
  using PassiveKey = std::tuple<const PassiveFrame *, Bits, Bits, Bits, Pattern>;
  std::map<PassiveKey, std::vector<Pattern>> passive_;
  /// The predicates that an encounter depends on, and the results.
  struct EncounterFrame {
    std::vector<Expr> before; // the predicates of the second thread
    Bits relevantShared = 0;
    Bits relevantFirst = 0;
    Bits relevantSecond = 0;
    std::map<std::tuple<Bits, Bits, Bits>, bool> known;
  };
  std::unordered_map<const Encounter *, EncounterFrame> encounters_;
  std::unordered_map<Expr, Expr> renamed_;
  std::unordered_map<VariableId, Expr> passiveSymbols_; // by symbol of the other thread
};

} // namespace heddle::engines::parametric
