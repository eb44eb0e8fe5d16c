// What one thread does from a place to the next one, with the checker's own semantics of actions.
//
// A thread rests before visible actions and at pauses. From rest to rest, a step is one visible action, the rest of its
// atomic block and the local work that follows; no other thread moves in between (the model says that local work
// commutes with the steps of others). Steps may be divided at the cuts of the proof.
//
// Large static objects that no predicate speaks of may be given arbitrary content, which is cheaper: what a thread
// reads there is not known then, not even what it has written on the same path.
//
// The objects of a thread are part of its place. Each new one has the lowest number that is free (in the residue class
// of slot 0). An object is forgotten when it is dead and no live register and no object may hold a pointer to it.
#pragma once

#include "proof/action_semantics.hpp"
#include "proof/own_objects.hpp"
#include "proof/parametric_facts.hpp"
#include "proof/parametric_proof.hpp"
#include "proof/weak_reads.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace heddle::proof {

/// A shared access on a path: a Load or Store.
struct PathAccess : SharedAccess {
  program::ActionId action = 0;
};

/// A path of one thread. The threads that it starts are in the slots from 1 of its state.
struct ThreadPath {
  Successor::Kind kind = Successor::Kind::Step; // Step, Stopped, Violation or Halt; see `endingFrom`
  SymbolicState state;
  std::vector<Expr> handles; // of the started threads
  std::vector<program::ActionId> actions;
  bool continues = false;        // the thread is still active
  std::optional<PlaceId> target; // if it continues; none: the proof has no such place
  std::vector<std::optional<PlaceId>> children;
  std::vector<PathAccess> accesses;
  std::string message;
  program::SourceSpan span;

  bool isError() const { return kind == Successor::Kind::Violation || kind == Successor::Kind::Halt; }
};

/// The content of large static objects that no predicate speaks of.
enum class LargeObjects : std::uint8_t { Arbitrary, Followed };

class ThreadPaths {
public:
  /// With `weakReads`, those reads have any value.
  ThreadPaths(const ParametricProof &proof, Vocabulary &vocabulary, Provenance &provenance, Queries &queries,
              const ParametricFacts &facts, LargeObjects largeObjects, const WeakReads *weakReads = nullptr);

  const std::vector<ThreadPath> &from(PlaceId place);
  /// The paths that end the program, or are discarded.
  const std::vector<ThreadPath> &endingFrom(PlaceId place) {
    from(place);
    return ending_[place];
  }
  /// The state of a thread that is there: variables are named, except those that hold pointers to its objects.
  SymbolicState stateAt(PlaceId place) const;
  /// Whether the proof has places at the location of the thread, with whatever objects and pointers.
  bool hasPlacesAt(const Thread &thread) const {
    return index_.contains({thread.cfa, thread.location, thread.resting});
  }
  /// The place of a thread that is about to start.
  std::optional<PlaceId> entryOf(program::CfaId cfa) const;

  const Thread &threadAt(PlaceId place) const {
    return proof_.base.controls[proof_.places[place].control].threads.front();
  }
  program::CfaId cfaAt(PlaceId place) const { return threadAt(place).cfa; }
  /// Whether the thread is in the middle of a step.
  bool isRunning(PlaceId place) const { return !proof_.places[place].fresh && !threadAt(place).resting; }

private:
  void findUntracked();
  void extend(PlaceId from, ThreadPath path);
  void follow(PlaceId from, const ThreadPath &before, Successor successor, program::ActionId action);
  void finish(PlaceId from, ThreadPath path);
  void forgetWeakReads(PlaceId from, ThreadPath &path);
  std::optional<PlaceId> placeOf(const SymbolicState &state) const;
  bool holds(const SymbolicState &state, const std::pair<VariableId, program::Bits> &pointer) const;

  const ParametricProof &proof_;
  const program::Program &program_;
  Vocabulary &vocabulary_;
  Provenance &provenance_;
  Queries &queries_;
  const ParametricFacts &facts_;
  const WeakReads *weakReads_;
  OwnObjects objects_;
  std::vector<std::vector<bool>> endless_; // by automaton and action
  std::set<program::ObjectId> untracked_;  // large static objects
  using Where = std::tuple<program::CfaId, program::LocationId, bool>;
  std::map<Where, std::vector<PlaceId>> index_; // places that are not fresh
  std::map<PlaceId, std::vector<ThreadPath>> known_;
  std::map<PlaceId, std::vector<ThreadPath>> ending_;
  std::vector<ThreadPath> found_;
};

} // namespace heddle::proof
