// The abstraction of paths by the predicates of a proof: which values of predicates can follow which.
//
// For a path of an active thread, and for what it does to the predicates of a passive one, all combinations of new
// values are enumerated that some state with the given old values can lead to. Old values that share no variable with
// the query, not even through others, are left out of the query, which can only add combinations.
#pragma once

#include "proof/parametric_facts.hpp"
#include "proof/parametric_paths.hpp"
#include "proof/parametric_proof.hpp"
#include "proof/parametric_races.hpp"

#include <map>
#include <tuple>
#include <vector>

namespace heddle::proof {

/// The values of predicates after a path.
struct PathValues {
  PredicateBits shared = 0;
  PredicateBits own = 0;               // if the thread continues
  std::vector<PredicateBits> children; // of the threads that it starts
  auto operator<=>(const PathValues &) const = default;
};

/// The predicates of a proof about the thread of any slot, and about a passive thread.
class NamedPredicates {
public:
  explicit NamedPredicates(const ParametricProof &proof, const program::Program &program);

  /// The proof whose variables the formulas are over.
  const ReachabilityProof &names() const { return names_; }
  /// The predicate of a thread function, for a thread in that slot.
  Expr of(program::CfaId cfa, std::size_t index, unsigned slot);

private:
  VariableId variableFor(VariableId variable, unsigned slot);

  const ParametricProof &proof_;
  const program::Program &program_;
  ReachabilityProof names_;
  std::map<std::pair<VariableId, unsigned>, VariableId> variables_;
  std::map<std::tuple<program::CfaId, std::size_t, unsigned>, Expr> renamed_;
};

class PathAbstraction {
public:
  /// `finder` looks for values; that there are no others is decided by `queries`, which alone has to be right.
  PathAbstraction(const ParametricProof &proof, NamedPredicates &predicates, Vocabulary &vocabulary, Queries &finder,
                  Queries &queries, const ParametricFacts &facts, ThreadPaths &paths)
      : proof_(proof), predicates_(predicates), vocabulary_(vocabulary), finder_(finder), queries_(queries),
        facts_(facts), paths_(paths) {}

  /// The values in the initial states, with `own` those of main.
  std::vector<PathValues> initial(PlaceId main);
  /// The values after the path, which begins at `from`.
  std::vector<PathValues> after(PlaceId from, const ThreadPath &path, PredicateBits shared, PredicateBits own);
  /// Whether the path may change values of a thread there.
  bool mayAffect(PlaceId from, const ThreadPath &path, PlaceId passive) {
    return !passiveFrameOf(from, path, passive).open.formulas.empty() ||
           passiveFrameOf(from, path, passive).hasConstants;
  }
  /// The values of a passive thread after the path has led to `after`.
  std::vector<PredicateBits> passive(PlaceId from, const ThreadPath &path, PredicateBits shared, PredicateBits own,
                                     const PathValues &after, PlaceId passive, PredicateBits values);
  /// Whether two threads with these values may meet so.
  bool canMeet(PlaceId first, PlaceId second, const ParametricRaces::Encounter &encounter, PredicateBits shared,
               PredicateBits own, PredicateBits other);

private:
  /// Formulas whose values are to be found, and what they are the values of.
  struct Open {
    std::vector<Expr> formulas;
    std::vector<std::pair<std::size_t, std::size_t>> meaning; // 0 shared, 1 own, 2 + n child n; and the predicate
  };
  struct Frame {
    std::vector<Expr> conditions; // of the path, and axioms
    std::vector<Expr> sharedBefore;
    std::vector<Expr> ownBefore; // true where the predicate is not tracked
    PredicateBits copiedShared = 0;
    PredicateBits copiedOwn = 0;
    PathValues constants;
    Open open;
    PredicateBits relevantShared = 0;
    PredicateBits relevantOwn = 0;
  };
  struct PassiveFrame {
    std::vector<Expr> conditions; // besides those of the path's frame
    std::vector<Expr> before;
    PredicateBits copied = 0;
    PredicateBits constants = 0;
    bool hasConstants = false;
    Open open;
    PredicateBits relevantShared = 0;
    PredicateBits relevantOwn = 0;
    PredicateBits relevantPassive = 0;
  };
  struct MeetingFrame {
    std::vector<Expr> facts; // those of the encounter, and axioms
    std::vector<Expr> sharedBefore;
    std::vector<Expr> ownBefore;
    std::vector<Expr> otherBefore;
    PredicateBits relevantShared = 0;
    PredicateBits relevantOwn = 0;
    PredicateBits relevantOther = 0;
    std::map<std::tuple<PredicateBits, PredicateBits, PredicateBits>, bool> known;
  };
  using Pattern = std::vector<bool>;

  const Frame &frameOf(PlaceId from, const ThreadPath &path);
  const PassiveFrame &passiveFrameOf(PlaceId from, const ThreadPath &path, PlaceId passive);
  MeetingFrame &meetingFrameOf(PlaceId first, PlaceId second, const ParametricRaces::Encounter &encounter);
  std::vector<Expr> sharedIn(const SymbolicState &state);
  std::vector<Expr> ownIn(PlaceId place);
  Expr in(const SymbolicState &state, program::CfaId cfa, std::size_t index, unsigned slot);
  /// The indices of the groups' formulas that are connected with the seeds.
  void findRelevant(std::vector<Expr> seeds,
                    const std::vector<std::pair<const std::vector<Expr> *, PredicateBits *>> &groups);
  /// The queries that have found a model of the facts; null if there is none.
  Queries *findModel(const std::vector<Expr> &facts);
  std::vector<Pattern> patterns(std::vector<Expr> facts, const std::vector<Expr> &formulas);
  void addFacts(std::vector<Expr> &facts, const std::vector<Expr> &formulas, PredicateBits which,
                PredicateBits values) const;

  const ParametricProof &proof_;
  NamedPredicates &predicates_;
  Vocabulary &vocabulary_;
  Queries &finder_;
  Queries &queries_;
  const ParametricFacts &facts_;
  ThreadPaths &paths_;
  std::map<const ThreadPath *, Frame> frames_;
  std::map<std::pair<const ThreadPath *, PlaceId>, PassiveFrame> passiveFrames_;
  std::map<const ParametricRaces::Encounter *, MeetingFrame> meetingFrames_;
  std::map<std::tuple<const ThreadPath *, PredicateBits, PredicateBits>, std::vector<Pattern>> after_;
  std::map<std::tuple<const PassiveFrame *, PredicateBits, PredicateBits, PredicateBits, Pattern>, std::vector<Pattern>>
      passive_;
};

} // namespace heddle::proof
