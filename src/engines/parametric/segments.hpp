// Segments: what one thread does between two points at which the abstraction observes it.
//
// The abstraction follows one thread in a context of any number of others. Its control location is that of a program in
// which it is the only thread, in slot 0, with the objects that belong to it alone; its segments are compositions of
// the transitions of reachability/semantics (with Semantics::Handles::Inputs), from a point at which the thread rests
// to the next one. A *place* is such a control location together with the registers and cells that hold pointers to the
// objects of the thread: without them, a scope might end without ending the life of its variables, and objects would
// accumulate. A step of the program is usually one segment: one visible action, the rest of its atomic block and the
// local work that follows. Where a step has a loop or too many paths, it is divided; then the thread is *running* in
// between, and no other thread moves.
#pragma once

#include "engines/parametric/mutation.hpp"
#include "engines/parametric/synchronisation.hpp"
#include "reachability/semantics.hpp"

#include <compare>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace heddle::engines::parametric {

using program::Expr;
using reachability::ControlId;
using reachability::Transition;
using reachability::VariableId;

/// Where a thread is, see above.
struct Place {
  ControlId control = 0;
  std::map<VariableId, Expr> pointers; // constants

  auto operator<=>(const Place &) const = default;
};
using PlaceId = std::uint32_t;

/// A thread that a segment starts.
struct Child {
  program::CfaId cfa = 0;
  PlaceId place = 0;     // at its entry
  Expr handle = nullptr; // a symbol
  /// The initial values of its registers, named as those of slot 0, over the state before the segment.
  std::map<VariableId, Expr> values;
};

/// One transition of a segment, in terms that are independent of slots and objects: where an action has several
/// transitions of one kind to one location, their order tells them apart.
struct Piece {
  program::ActionId action = Transition::noAction;
  Transition::Kind kind = Transition::Kind::Step;
  program::LocationId to = 0; // Step: the location after it
  std::size_t ordinal = 0;    // among the transitions that agree in all of these
};

struct Segment {
  Transition::Kind kind = Transition::Kind::Step; // of its last transition
  bool continues = false;                         // the thread is still active after it, at `target`
  PlaceId target = 0;
  std::vector<Expr> conditions;       // over the state before the segment, and symbols
  std::map<VariableId, Expr> updates; // the new values of the variables that change, by variable
  std::vector<Child> children;
  std::vector<Piece> pieces;
  program::Property property = program::Property::UnreachCall; // Violation
  std::string message;                                         // Violation, Halt
  program::SourceSpan span;

  /// The thread ends in local work of which no action is enabled.
  bool isStuck() const { return kind == Transition::Kind::Stop && pieces.back().action == Transition::noAction; }
};

class Segments {
public:
  /// With `synchronisation`, reads that do not synchronise have any value.
  explicit Segments(reachability::Semantics &semantics, const Synchronisation *synchronisation = nullptr,
                    const Mutator &mutator = {})
      : semantics_(semantics), synchronisation_(synchronisation), mutator_(mutator) {}

  /// The segments of a thread at the place.
  const std::vector<Segment> &of(PlaceId place);

  PlaceId initial() { return intern({alone(semantics_.initialControl()), {}}); }
  const Place &operator[](PlaceId id) const { return places_[id]; }
  ControlId controlOf(PlaceId id) const { return places_[id].control; }
  program::CfaId cfaOf(PlaceId id) const { return semantics_.control(controlOf(id)).threads[0].cfa; }
  program::LocationId locationOf(PlaceId id) const { return semantics_.control(controlOf(id)).threads[0].location; }
  /// Whether other threads may move while the thread is there.
  bool rests(PlaceId id) const { return restsAt(controlOf(id)); }
  /// Some read that has any value, because it does not synchronise.
  const std::optional<program::SourceSpan> &weakRead() const { return weakRead_; }

private:
  struct Partial {
    Segment segment;
    ControlId at = 0;
    ControlId from = 0;                  // where it begins
    std::map<VariableId, Expr> pointers; // of the place at which the segment begins
  };
  void extend(const Partial &partial, std::vector<Segment> &done, bool onlyOnce);
  PlaceId intern(const Place &place);
  bool restsAt(ControlId control) const { return semantics_.control(control).threads[0].resting; }
  bool isOwnPointer(const reachability::Control &control, Expr value) const;
  Partial compose(const Partial &before, const Transition &transition, const Piece &piece);
  void finish(Partial partial, std::vector<Segment> &done);
  void forgetWeakReads(ControlId from, Segment &segment);
  bool excludes(const Segment &segment, Expr cell, const std::vector<program::Bits> &values);
  /// The control location without the threads of other slots, and without dead objects that no pointer refers to.
  ControlId alone(ControlId control);
  bool isContradictory(const std::vector<Expr> &conditions);

  reachability::Semantics &semantics_;
  const Synchronisation *synchronisation_;
  Mutator mutator_;
  std::optional<program::SourceSpan> weakRead_;
  std::deque<Place> places_;
  std::map<Place, PlaceId> placeIndex_;
  std::map<PlaceId, std::vector<Segment>> segments_;
};

} // namespace heddle::engines::parametric
