// The abstractor: builds the abstract reachability graph until it is complete, or an abstract violation is in it.
//
// The graph is a tree with covers. A node at rest is expanded by a persistent set of threads (reachability/
// persistent_sets); a node in the middle of a step by the thread whose step it is. A node is covered by any other with
// the same control location and a state that contains its own: what the reduction leaves out is a matter of the
// covering node alone.
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
  /// Goes on until there is a target: a violation, or a transition that cannot be followed or is not defined, and was
  /// not dismissed. None: the graph is complete, a variable has too many values, or work was stopped.
  std::optional<Target> explore();
  /// The transition is known to be possible, or cannot be excluded: it is no target any more.
  void dismiss(const Transition *transition) { dismissed_.insert(transition); }

  /// Values of variables that do not end: where predicates could say it better, they are no longer tracked.
  struct TooMany {
    ControlId control = 0;
    VariableId variable = 0;
  };
  const std::optional<TooMany> &tooMany() const { return tooMany_; }

  /// After the precision has changed: builds everything anew.
  void restart();
  /// After the precision has grown: takes out what is below the node, and computes its state anew; goes on where
  /// persistent sets are none any more.
  void prune(NodeId node);

  /// With labels, for a proof.
  const reachability::Tree &finishedTree();
  const reachability::Tree &tree() const { return *tree_; }
  std::size_t countNodes() const; // that are still in the tree
  const reachability::PersistentSets::Set &persistentSet(NodeId node) const { return extras_[node].persistent; }

  struct Counts {
    std::uint64_t states = 0; // all that were made, also in earlier iterations
    std::uint64_t actions = 0;
    std::uint64_t covers = 0;
    std::uint64_t sets = 0;    // persistent sets of nodes with more than one active thread,
    std::uint64_t members = 0; // the threads in them,
    std::uint64_t choices = 0; // and all of the active threads there
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
  void follow(NodeId node, const Transition &transition);
  reachability::PersistentSets::Set persistentSetAt(NodeId node, const std::vector<bool> *initial);
  bool cover(NodeId node);
  void reprocess();
  void remove(NodeId root);
  void countValues(ControlId control, const AbstractState &state);
  void enqueue(NodeId node);
  NodeId dequeue();
  unsigned distance(NodeId node);

  const Context &context_;
  const Options &options_;
  const Weakening weakening_;
  reachability::Semantics &semantics_;
  const program::Program &program_;
  Domain &domain_;
  const Precision &precision_;
  const std::vector<std::vector<unsigned>> distances_; // to a violation, by CFA and location
  reachability::PersistentSets sets_;
  std::unique_ptr<reachability::Tree> tree_;
  std::deque<Extra> extras_; // by node
  /// Nodes that can cover, by control and how much their state says: only equal ones and those that say less matter.
  struct Candidates {
    std::map<std::size_t, std::vector<NodeId>> bySize;
    std::unordered_multimap<std::size_t, NodeId> byHash;
  };
  std::unordered_map<ControlId, Candidates> candidates_;
  std::deque<NodeId> queue_;
  bool takesOldest_ = false;                     // next, if the search is mixed
  std::set<std::pair<unsigned, NodeId>> ranked_; // instead, if the search ranks nodes: the lowest comes first
  std::optional<Target> target_;
  std::optional<TooMany> tooMany_;
  std::unordered_map<VariableId, std::unordered_set<Expr>> valuesSeen_;
  std::unordered_set<const Transition *> dismissed_;
  Counts counts_;
};

} // namespace heddle::engines::cegar
