// Partial-order reduction: monotonic paths.
//
// Of two neighbouring independent steps of different threads, only the order with the lower thread first is explored
// (SKIP, section IV-C of the paper, after Wang, Yang, Kahlon, Gupta: "Peephole partial order reduction"). The
// exception for loops is the paper's. Independence is static where footprints tell; where it hangs on addresses that
// only the path knows, it is proved for the path, and the proof is written into the labels (section IV-D).
#pragma once

#include "analysis/dependence.hpp"
#include "reachability/labels.hpp"
#include "reachability/semantics.hpp"
#include "reachability/tree.hpp"

#include <vector>

namespace heddle::reachability {

class MonotonicReduction {
public:
  MonotonicReduction(Semantics &semantics, const Tree &tree, Labels &labels);

  /// Whether the thread need not be expanded at the node, at which all threads rest.
  bool trySkip(NodeId node, unsigned slot);

  std::uint64_t conditional() const { return conditional_; } // independences that were proved for a path

private:
  /// What a step has done.
  struct ExecutedStep {
    unsigned slot = 0;
    analysis::Footprint footprint;
    bool closesLoop = false;
  };
  const ExecutedStep &stepInto(NodeId node);
  bool establishIndependence(NodeId node, unsigned slot);
  bool establishDisjointAccesses(NodeId node, unsigned slot);
  bool findAccesses(NodeId node, std::vector<MemoryAccess> &accesses) const;

  Semantics &semantics_;
  const Tree &tree_;
  Labels &labels_;
  analysis::Dependence dependence_;
  NodeId stepNode_ = noNode;
  ExecutedStep step_; // of the step that leads to that node
  std::uint64_t conditional_ = 0;
};

/// The condition under which two accesses touch a common byte.
Expr overlap(program::ExprPool &pool, const MemoryAccess &a, const MemoryAccess &b);

} // namespace heddle::reachability
