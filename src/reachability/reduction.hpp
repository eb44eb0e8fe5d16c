// Monotonic partial-order reduction.
//
// Of two adjacent independent steps of different threads, only the order with the lower slot first is explored: SKIP in
// "Verifying Multi-threaded Software with Impact", section IV-C, after "Peephole Partial Order Reduction" (Wang, Yang,
// Kahlon, Gupta). As in the paper, no thread is skipped after a step that closes a loop. Footprints decide independence
// statically where they can. Where it depends on addresses that are only known on the path, it is proved for the path,
// and the labels are strengthened accordingly (section IV-D, conditional dependence).
#pragma once

#include "analysis/dependence.hpp"
#include "reachability/labels.hpp"
#include "reachability/semantics.hpp"
#include "reachability/tree.hpp"

#include <vector>

namespace heddle::reachability {

class MonotonicReduction {
public:
  /// It is unsound not to count the ends of stacks.
  MonotonicReduction(Semantics &semantics, const Tree &tree, Labels &labels, bool countsStackEnds = true);

  /// Tries to justify that the thread need not be expanded at the node, at which all threads rest. May strengthen
  /// labels to establish independence. False if the thread must be expanded.
  bool trySkip(NodeId node, unsigned slot);

  std::uint64_t conditional() const { return conditional_; } // how often independence was proved for a path

private:
  /// The step that leads to a node.
  struct ExecutedStep {
    unsigned slot = 0;
    analysis::Footprint footprint;
    bool closesLoop = false;
  };
  const ExecutedStep &stepInto(NodeId node);
  bool establishIndependence(NodeId node, unsigned slot);
  /// Proves on the path that the accesses of the two steps are disjoint, and establishes it.
  bool establishDisjointAccesses(NodeId node, unsigned slot);
  bool findAccesses(NodeId node, std::vector<MemoryAccess> &accesses) const;

  Semantics &semantics_;
  const Tree &tree_;
  Labels &labels_;
  analysis::Dependence dependence_;
  bool countsStackEnds_;
  NodeId stepNode_ = noNode;
  ExecutedStep step_; // that leads to stepNode_
  std::uint64_t conditional_ = 0;
};

/// The condition under which two accesses touch a common byte.
Expr overlap(program::ExprPool &pool, const MemoryAccess &a, const MemoryAccess &b);

} // namespace heddle::reachability
