// The theory of event orders, for checking lemmas: a second decision procedure, independent of events/order_graph.
//
// An execution is a total order of the nodes of an unwound program such that
//   1. it contains program order: the nodes of a thread by their numbers, after the node that creates the thread, and
//      before a join that is certain to succeed;
//   2. it contains the edges of the abstraction whose literals hold;
//   3. if a read reads from a write, the write comes first, and no other write of the cell that takes place is between
//      the two.
// A set of literals is excluded if no total order meets these conditions. This is decided by closing a relation under
// the conditions and trying both sides of every choice that is left: another write is before the one that is read, or
// after the read. Nothing is shared with the derivation of reasons, not even program order.
#pragma once

#include "engines/symbolic/abstraction.hpp"
#include "support/cancellation.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

namespace heddle::engines::symbolic {

class OrderTheory {
public:
  explicit OrderTheory(const Abstraction &abstraction, Literal always);

  /// Whether no order exists if these literals hold. `holds` tells which literals follow from them: writes take place
  /// whose guards hold. False if it is cancelled.
  bool excludes(std::span<const Literal> literals, const std::function<bool(Literal)> &holds,
                support::Cancellation &cancellation) const;

  /// The guards of the writes that may come between the ends of the read-froms among the literals.
  std::vector<Literal> guards(std::span<const Literal> literals) const;

private:
  struct Write {
    NodeId node;
    Literal guard;
  };
  struct ReadsFrom {
    NodeId from;
    NodeId to;
    events::CellId cell;
  };
  struct Edge {
    NodeId before;
    NodeId after;
  };

  void orderNodes(const events::UnwoundProgram &program);
  bool precedes(NodeId a, NodeId b) const;

  Literal always_;
  std::vector<events::ThreadId> threadOf_;
  std::vector<std::uint32_t> positionOf_; // in its thread
  std::size_t threads_ = 0;
  std::vector<std::uint32_t> before_; // by node and thread: how many of its nodes come first
  std::unordered_multimap<Literal, ReadsFrom> readsFrom_;
  std::unordered_multimap<Literal, Edge> edges_;
  std::vector<std::vector<Write>> writes_; // by cell
};

} // namespace heddle::engines::symbolic
