// The Impact algorithm for concurrent programs with partial-order reduction: Algorithms 1 and 2 of
// "Verifying Multi-threaded Software with Impact" (Wachter, Kroening, Ouaknine).
//
// ARCHITECTURE.md lists the departures from the paper. The main one: a transition that cannot be taken on the path of
// its node is refuted when the node is expanded, as if it led to an error. Otherwise a thread that waits for a lock
// would be explored inside its critical section, interleaved with all others, until an error path far below shows that
// it cannot be there.
#pragma once

#include "engines/lazy/lazy.hpp"
#include "engines/lazy/weakening.hpp"
#include "engines/tree/counterexample.hpp"
#include "engines/tree/search.hpp"
#include "reachability/interpolation.hpp"
#include "reachability/labels.hpp"
#include "reachability/path_values.hpp"
#include "reachability/reduction.hpp"
#include "reachability/semantics.hpp"
#include "reachability/tree.hpp"

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace heddle::engines::lazy {

using program::Expr;
using reachability::NodeId;
using reachability::Transition;

class Impact final : public tree::Search {
public:
  Impact(const Context &context, const Options &options, const Weakening &weakening = {});

  Answer run() override;
  proof::ReachabilityProof proof() override;
  const std::vector<program::Warning> &warnings() const override { return warnings_; }
  Statistics statistics() const override;
  const reachability::Tree &tree() const { return tree_; }
  /// Of the violation, if there is one.
  const tree::ErrorPath &error() const { return error_; }
  reachability::Semantics &semantics() { return setting_.semantics; }

private:
  void build();
  void expand(NodeId node);
  void expandThread(NodeId node, unsigned slot);
  /// Refutes the transition, or adds the node to which it leads. False if it leads to a violation, which ends the
  /// search.
  bool takeTransition(NodeId node, const Transition &transition);
  NodeId addChild(NodeId node, const Transition &transition, std::vector<std::pair<Expr, Expr>> symbols,
                  std::vector<Expr> conditions);
  std::vector<Expr> forgetObjects(NodeId parent, reachability::Node &child);
  bool stepChangedNothing(NodeId node) const;
  bool mayBeSkipped(NodeId node, unsigned slot);
  void damageLabel(NodeId node);  // for mutations only
  bool coverWrongly(NodeId node); // for mutations only
  void warn(const Transition &transition);
  std::string describe(const Transition &transition) const; // for the log

  bool areInTheSameStep(NodeId a, NodeId b) const;
  void close(NodeId node);
  bool establishCover(NodeId node, NodeId by);
  bool isEntailed(NodeId node, Expr conjunct);
  Expr valueAt(NodeId node, Expr conjunct);
  void cover(NodeId node, NodeId by);
  void mendCovers();
  void uncover(NodeId node);
  void requireThreads(NodeId node);

  void enqueue(NodeId node);
  NodeId dequeue();
  bool isAtRest(NodeId node) const;

  const Context &context_;
  const program::Program &program_;
  const Options &options_;
  const Weakening weakening_;
  tree::Mutator mutator_ = weakening_.mutator;
  tree::Setting setting_;
  reachability::Entailment &entailment_ = setting_.entailment;
  reachability::Semantics &semantics_ = setting_.semantics;
  reachability::Tree tree_;
  reachability::PathValues values_;
  std::unique_ptr<reachability::Interpolator> interpolator_;
  reachability::LocationFacts facts_;
  reachability::Labels labels_;
  reachability::MonotonicReduction reduction_;
  std::deque<NodeId> queue_;
  tree::ErrorPath error_;
  std::optional<Unknown> halt_; // why no proof is possible
  std::vector<program::Warning> warnings_;

  struct Counts {
    std::uint64_t refinements = 0; // refuted transitions
    std::uint64_t covers = 0;
    std::uint64_t forced = 0;
    std::uint64_t uncovered = 0;
    std::uint64_t coverExpansions = 0; // of a thread at a node, because a node that it covers requires it
    std::uint64_t nodesOfCoverExpansions = 0;
    std::uint64_t syntactic = 0; // implications, by the test that decided them
    std::uint64_t cached = 0;
    std::uint64_t solved = 0;
    std::chrono::nanoseconds covering{};
    std::chrono::nanoseconds expanding{};
  } counts_;
  std::map<std::vector<Expr>, bool> implications_; // by label, followed by the conjunct
  NodeId evaluatedAt_ = reachability::noNode;
  std::unordered_map<Expr, Expr> evaluated_; // the values of conjuncts at that node
  bool expandsForCover_ = false;
};

} // namespace heddle::engines::lazy
