// Event order graphs: whether the events of one candidate execution have a total order.
//
// Follows sections 4 and 5 of "Scheduling Constraint Based Abstraction Refinement for Multi-Threaded Program
// Verification" (Yin, Dong, Liu, Wang), and departs from it in what a node is. A node is one step of a thread (one
// access, or all accesses of an atomic block), which may read and write several cells at the same instant. The nodes of
// a thread are ordered by their numbers whether they execute or not, so program order needs no reason; a node that does
// not execute takes part in no read-from and writes nothing.
#pragma once

#include "smt/solver.hpp"
#include "support/cancellation.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace heddle::events {

using NodeId = std::uint32_t;
using ThreadId = std::uint32_t;
using CellId = std::uint32_t;
using smt::Literal;

/// A literal that always holds, and is left out of reasons.
constexpr Literal always = 0;

/// The order that holds in every execution: between the nodes of one thread, between the creation of a thread and its
/// nodes, and along edges that are added. Node 0 is the initial node, before all others, and the only one of thread 0
/// unless nodes are added there. A query computes the clocks if something was added since the last query, so the first
/// query must not run concurrently with others.
class ProgramOrder {
public:
  ProgramOrder();

  /// A new thread, all of whose nodes come after `creator`.
  ThreadId addThread(NodeId creator);
  /// The next node of the thread.
  NodeId addNode(ThreadId thread);
  void addEdge(NodeId before, NodeId after);

  /// Strictly before, in every execution.
  bool precedes(NodeId a, NodeId b) const;
  /// How many nodes of the thread come strictly before the node: they are the thread's first ones.
  std::uint32_t countBefore(NodeId node, ThreadId thread) const;
  ThreadId threadOf(NodeId node) const { return threadOf_[node]; }
  /// How many nodes of its thread come before it.
  std::uint32_t positionOf(NodeId node) const { return positionOf_[node]; }
  std::size_t nodes() const { return threadOf_.size(); }
  /// Its neighbours in its thread.
  std::optional<NodeId> previous(NodeId node) const;
  std::optional<NodeId> next(NodeId node) const;
  std::size_t threads() const;

private:
  struct Edge {
    NodeId before;
    NodeId after;
  };

  void computeClocks() const;

  std::vector<ThreadId> threadOf_;
  std::vector<std::uint32_t> positionOf_;
  std::vector<std::vector<NodeId>> nodesOf_; // of each thread
  std::vector<NodeId> creatorOf_;            // of each thread
  std::vector<Edge> edges_;
  mutable std::vector<std::uint32_t> clocks_; // countBefore of each node and thread; empty: to be computed
};

/// One candidate execution, as a model of the abstraction describes it.
struct CandidateExecution {
  struct Write {
    NodeId node;
    CellId cell;
    Literal guard; // holds in this execution: the write happens
  };
  struct Read {
    NodeId node;
    CellId cell;
    std::uint32_t write; // index of the write that it reads from, which is not of the same node
    Literal readsFrom;   // holds in this execution; implies that both happen
  };
  struct Edge {
    NodeId before;
    NodeId after;
    Literal reason; // holds in this execution
  };
  std::vector<Write> writes; // at most one for each node and cell; node 0 writes the initial values
  std::vector<Read> reads;   // at most one for each node and cell
  std::vector<Edge> edges;   // orders that hold in this execution only: joins, …
};

/// Literals that hold in the candidate but not together in any execution: sorted, without duplicates.
using Reason = std::vector<Literal>;

struct OrderLimits {
  std::size_t reasonsPerOrder = 8; // core kernel reasons that are kept for one order, the shortest ones
  std::size_t reasons = 256;       // that are returned
};

struct OrderAnalysis {
  enum class Kind : std::uint8_t { Feasible, Infeasible, Cancelled };
  Kind kind = Kind::Cancelled;
  std::vector<NodeId> order;   // Feasible: a total order of all participants but node 0 that meets every requirement
  std::vector<Reason> reasons; // Infeasible: core kernel reasons, none a subset of another
  bool bySplitting = false;    // the graph has no cycle; the case split showed the infeasibility
};

/// `participants` are the nodes that the total order must list, besides those with reads, writes and edges.
OrderAnalysis analyse(const ProgramOrder &program, const CandidateExecution &execution,
                      const std::vector<NodeId> &participants, const OrderLimits &limits,
                      support::Cancellation &cancellation);

} // namespace heddle::events
