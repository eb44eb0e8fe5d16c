// The abstractor: builds the abstract reachability graph until it is complete or contains an abstract violation.
//
// The graph is a tree with covers. A node at which all threads rest is expanded by a persistent set of threads
// (reachability/persistent_sets), a node in the middle of a step by the thread whose step it is. A node is covered by
// any other node with the same control location and an abstract state that contains its own. The reduction need not be
// compared: the persistent set of the covering node is valid for all states that it represents.
#pragma once

#include "engines/cegar/domain.hpp"
#include "engines/cegar/precision.hpp"
#include "engines/cegar/weakening.hpp"
#include "reachability/persistent_sets.hpp"
#include "reachability/tree.hpp"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace heddle::engines::cegar {

using reachability::NodeId;

class Abstractor {
public:
  Abstractor(const Context &context, const Options &options, const Weakening &weakening,
             reachability::Semantics &semantics, Domain &domain, const Precision &precision);

  /// The path to a node, and a transition from there that the abstract state allows.
  struct Target {
    NodeId node = reachability::noNode;
    const Transition *transition = nullptr;
  };
  /// Explores until there is a target that was not dismissed: a violation, a halt, or undefined behaviour. None if the
  /// graph is complete, a variable has too many values, or work was cancelled.
  std::optional<Target> explore();
  /// The transition is no longer a target: it is known to be feasible, or cannot be excluded.
  void dismiss(const Transition *transition) { dismissed_.insert(transition); }

  /// A variable with too many values to track them; predicates can describe it instead.
  struct TooMany {
    ControlId control = 0;
    VariableId variable = 0;
  };
  const std::optional<TooMany> &tooMany() const { return tooMany_; }

  /// After a change of the precision: discards the graph.
  void restart();
  /// After the precision has grown: removes the subtree of the node and recomputes its abstract state. Nodes whose
  /// persistent set is no longer valid are expanded further.
  void prune(NodeId node);

  /// The tree with labels, for a proof.
  const reachability::Tree &finishedTree();
  const reachability::Tree &tree() const { return *tree_; }
  std::size_t countNodes() const; // that are still in the tree
  const reachability::PersistentSets::Set &persistentSet(NodeId node) const { return extras_[node].persistent; }

  struct Counts {
    std::uint64_t states = 0; // created in all iterations
    std::uint64_t actions = 0;
    std::uint64_t covers = 0;
    std::uint64_t sets = 0;    // persistent sets of nodes with more than one active thread
    std::uint64_t members = 0; // threads in these sets
    std::uint64_t choices = 0; // active threads at these nodes
    std::uint64_t reprocessed = 0;
  };
  const Counts &counts() const { return counts_; }

private:
  struct Extra {
    AbstractState state;
    reachability::PersistentSets::Set persistent;
  };

  NodeId add(NodeId parent, const Transition *via, ControlId control, AbstractState state);
  ControlId withoutDeadObjects(ControlId control, const AbstractState &before, const Transition &via);
  void expand(NodeId node);
  void expandThread(NodeId node, unsigned slot);
  void addSuccessors(NodeId node, const Transition &transition);
  reachability::PersistentSets::Set persistentSetAt(NodeId node, const std::vector<bool> *initial);
  /// Covers the node by another one, or makes it a candidate for covering others. False if it is not covered.
  bool tryCover(NodeId node);
  bool coverWrongly(NodeId node); // for mutations only
  void reprocess();
  void remove(NodeId root);
  void countValues(ControlId control, const AbstractState &state);
  void enqueue(NodeId node);
  NodeId dequeue();
  unsigned distance(NodeId node);

  const Context &context_;
  const Options &options_;
  const Weakening weakening_;
  tree::Mutator mutator_ = weakening_.mutator;
  reachability::Semantics &semantics_;
  const program::Program &program_;
  Domain &domain_;
  const Precision &precision_;
  const std::vector<std::vector<unsigned>> distances_; // to a violation, by CFA and location
  reachability::PersistentSets sets_;
  std::unique_ptr<reachability::Tree> tree_;
  std::deque<Extra> extras_; // by node
  /// The nodes that can cover others. A state is contained only in equal states and in those with fewer values and
  /// literals.
  struct Candidates {
    std::map<std::size_t, std::vector<NodeId>> bySize;
    std::unordered_multimap<std::size_t, NodeId> byHash;
  };
  std::unordered_map<ControlId, Candidates> candidates_;
  std::deque<NodeId> queue_;
  bool takesOldest_ = false;                     // Search::Mixed: the next node
  std::set<std::pair<unsigned, NodeId>> ranked_; // the queue of searches that rank nodes, lowest first
  std::optional<Target> target_;
  std::optional<TooMany> tooMany_;
  std::unordered_map<VariableId, std::unordered_set<Expr>> valuesSeen_;
  std::unordered_set<const Transition *> dismissed_;
  Counts counts_;
};

} // namespace heddle::engines::cegar
