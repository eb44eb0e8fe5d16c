// What the answers to queries rest on besides the clauses of the encoding, recorded so that it can be checked.
#pragma once

#include "events/order_graph.hpp"
#include "program/expression.hpp"
#include "smt/solver.hpp"

#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace heddle::engines::symbolic {

using events::NodeId;
using smt::Literal;

/// Literals that cannot hold together because of the order of events. Their clause is not a consequence of the formula:
/// it is a lemma of the theory of orders.
struct OrderLemma {
  /// Of a lemma on happens-before: an order that is implied if the literal holds.
  struct Edge {
    NodeId before;
    NodeId after;
    Literal reason; // events::always: in every execution
  };

  std::vector<Literal> together;
  /// Of a lemma on happens-before: the order of its points, which are not nodes of the program. Null: the lemma is
  /// about the nodes of the program.
  std::shared_ptr<const events::ProgramOrder> points = nullptr;
  std::vector<Edge> edges = {};
};

/// The queries that are asked about an unwound program. Which of them are necessary depends on the property.
enum class Query : std::uint8_t { Races, Deadlocks };

struct Records {
  std::vector<OrderLemma> lemmas;
  /// Literals that are false in every execution: one for each query. All that the verdict says follows from this.
  std::vector<Literal> impossible;
  /// The violations and side exits that these queries ask for.
  std::set<std::pair<program::Expr, NodeId>> goals;
  /// The other queries that have been answered, perhaps because there was nothing to ask.
  std::set<Query> answered;
};

} // namespace heddle::engines::symbolic
