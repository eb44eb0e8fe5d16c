// A proof of safety for any number of threads as data.
//
// The predicates make a finite abstraction of the program. A *shared state* is the values of the predicates over static
// memory, and whether some thread is in the middle of a step. A *local state* is a place, where a thread is, and the
// values of those predicates of its thread function that are tracked there. A configuration is a shared state and the
// number of threads in each local state. The proof is an upward-closed set of configurations, given by its minimal
// elements: it contains all violations, no initial configuration, and the predecessors of all its elements.
//
// That is all that has to be believed of the engine: `checkParametric` computes the transitions of the abstraction by
// itself. They are not part of the proof, because checking that a list of them is complete asks the same queries.
#pragma once

#include "program/program.hpp"
#include "proof/proof.hpp"
#include "proof/static_cell.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle::proof {

/// A set of predicates, or the values of some of them. Predicates that are not tracked count as false.
using PredicateBits = std::uint64_t;
constexpr std::size_t mostPredicates = 64; // shared ones, and those of each thread function

using PlaceId = std::uint32_t;

/// Where a thread is.
struct Place {
  std::uint32_t control = 0; // the thread, in slot 0, and its own objects
  bool fresh = false;        // it has been started, and has done nothing yet
  /// Registers, and memory in its objects, that hold pointers to its objects.
  std::vector<std::pair<VariableId, program::Bits>> pointers;
  PredicateBits tracked = 0; // predicates of its function
  /// A thread that has taken one of these sequences of actions from here is at a place of its own, although it is in
  /// the middle of a step. This is how loops inside steps are divided; where, is up to the engine.
  std::vector<std::vector<program::ActionId>> cuts;
};

struct LocalState {
  PlaceId place = 0;
  PredicateBits values = 0;
  auto operator<=>(const LocalState &) const = default;
};

struct SharedState {
  PredicateBits values = 0;
  bool running = false; // a thread is in the middle of a step, and no other one moves
  auto operator<=>(const SharedState &) const = default;
};

/// The configurations that are at least this one: they are not reachable.
struct Unreachable {
  bool violation = false; // every violation; then there is nothing else
  SharedState shared;
  std::vector<std::pair<LocalState, std::uint32_t>> threads; // and their number
};

/// What the abstraction uses of the program besides its actions. The checker verifies each claim.
struct ParametricClaims {
  std::vector<program::CfaId> single; // thread functions that at most one thread runs
  bool freshHandles = false;          // no handle of a thread is used a second time
  bool validJoins = false;            // every Join and Detach is valid
  /// Static memory that holds nothing but zero and handles of threads that have been started.
  std::vector<StaticCell> handleCells;
};

struct ParametricProof {
  /// The pool and the variables of the predicates (registers of slot 0, memory), the control locations of places, and
  /// the pauses. There are no nodes.
  ReachabilityProof base;
  std::vector<Expr> shared;           // predicates over static memory
  std::vector<std::vector<Expr>> own; // by thread function: predicates about one of its threads
  std::vector<Place> places;
  ParametricClaims claims;
  std::vector<Unreachable> unreachable;
  /// The pairs that the abstraction reaches, for people; not checked.
  std::vector<std::pair<SharedState, LocalState>> reached;
};

} // namespace heddle::proof
