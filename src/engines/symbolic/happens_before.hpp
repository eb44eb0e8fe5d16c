// Happens-before of C11 in the executions of an unwound program, as interpreter/races.hpp defines it for one execution.
//
// Its elements are the accesses and fences of the program (events::RaceAccess) rather than nodes: an atomic block may
// acquire after it has released. Program order, creations and joins that always take place are computed once, as a
// ProgramOrder of *points*. What depends on the execution is a set of edges between points, each with the literals that
// imply it:
//
// - a join that succeeds;
// - a release sequence: the store A by which thread T releases, and a load that acquires and reads from A or from a
//   later element of the sequence that A heads. Either side may be a fence together with a relaxed access (7.17.4).
//
// A release sequence is a contiguous part of the modification order, whose elements after A are read-modify-writes, or
// stores of T (5.1.2.4p10 of C11; C++20 has dropped the latter). A read-modify-write reads from its predecessor, so the
// literals of these read-froms prove that a part of the sequence that ends in read-modify-writes is contiguous. If the
// element before them is a store B of T that is no read-modify-write, no literal tells whether a store that ends the
// sequence is between A and B. The solver has to choose: either a new literal, *unbroken*, holds, or one of these
// stores takes place and is ordered between A and B. A race that needs the sequence to be broken is found with the
// second choice.
#pragma once

#include "engines/symbolic/abstraction.hpp"
#include "engines/symbolic/scheduling.hpp"
#include "events/cells.hpp"
#include "events/unwound_program.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace heddle::engines::symbolic {

using AccessId = std::uint32_t; // index into UnwoundProgram::accesses

class HappensBefore {
public:
  explicit HappensBefore(Abstraction &abstraction);

  /// Whether one of the accesses happens before the other in every execution in which both happen.
  bool areAlwaysOrdered(AccessId a, AccessId b) const {
    return points_->precedes(pointOf_[a], pointOf_[b]) || points_->precedes(pointOf_[b], pointOf_[a]);
  }

  /// Adds everything that happens-before depends on to the abstraction.
  void encode();

  /// If the accesses are ordered in the solver's model, adds clauses that exclude `chosen` for this reason and returns
  /// true. Also returns true, after having added clauses, if the model does not say whether they are ordered. In both
  /// cases the model is out of date. `encode` must have been called before the model was found.
  bool refine(AccessId a, AccessId b, Literal chosen, SchedulingStatistics &statistics);

private:
  using Point = NodeId; // node of `points_`

  /// The stores of a node to a cell, and what they do to release sequences.
  struct NodeWrite {
    struct Store {
      AccessId access;
      Expr heads; // it takes place and heads a release sequence, if it releases, which readers of the node see
    };
    std::vector<Store> stores;
    Expr continues = nullptr; // they are read-modify-writes: sequences of all threads go on
    Expr keepsOwn = nullptr;  // they are atomic: sequences of the same thread go on
  };
  struct ReadsFrom {
    std::uint32_t write; // index into CellEvents::writes
    Literal literal;
  };
  using NodeCell = std::pair<NodeId, events::CellId>;
  /// An edge, the literals that imply it together, and further conditions that do.
  struct Edge {
    Point before = 0;
    Point after = 0;
    std::vector<Literal> literals;
    std::vector<Expr> conditions;
  };
  /// Two writes of one thread, by their index into CellEvents::writes.
  using OwnWrites = std::pair<std::uint32_t, std::uint32_t>;

  void makePoints();
  Expr covers(const events::RaceAccess &access, events::CellId cell) const;
  const NodeWrite &storesOf(NodeId node, events::CellId cell);
  Expr isContinued(const events::RaceAccess &store, AccessId id) const;
  void addJoins();
  void addAcquisitions(const events::CellRead &read, const ReadsFrom &from);
  void followSequence(ReadsFrom from, Edge edge);
  bool addHead(const NodeWrite::Store &store, Edge edge);
  void addOwnHeads(std::uint32_t write, const Edge &edge);
  std::optional<AccessId> fenceBefore(AccessId store) const;
  std::optional<AccessId> fenceAfter(AccessId load) const;
  Literal makeUnbroken(const OwnWrites &writes);
  Literal reasonOf(const Edge &edge);
  void exclude(const events::Reason &reason, const events::CandidateExecution &candidate,
               SchedulingStatistics &statistics);
  bool holds(Expr condition) { return abstraction_.solver().value(condition) != 0; }
  const events::RaceAccess &access(AccessId id) const { return unwound_.accesses[id]; }

  Abstraction &abstraction_;
  const events::UnwoundProgram &unwound_;
  const events::CellEvents &cells_;
  program::ExprPool &pool_;
  std::shared_ptr<events::ProgramOrder> points_ = std::make_shared<events::ProgramOrder>(); // shared with lemmas
  std::vector<Point> pointOf_;                                                              // by access
  std::vector<Point> joinPointOf_;                                                          // by join
  std::vector<Point> lastPointOf_;                                                          // by thread
  std::vector<std::vector<AccessId>> accessesOf_;                                           // by node
  std::vector<std::vector<AccessId>> fencesOf_;                                             // by thread, in their order
  std::vector<std::vector<std::uint32_t>> writesOf_;     // by cell: indices into CellEvents::writes
  std::map<NodeCell, NodeWrite> stores_;                 // computed on demand
  std::map<OwnWrites, Literal> unbroken_;                // that were made
  std::map<std::vector<Literal>, Literal> conjunctions_; // a literal that they imply together

  // Of the model that is being analysed:
  std::map<NodeCell, ReadsFrom> readsFrom_;
  std::vector<Edge> edges_;
  std::vector<OwnWrites> undecided_;
};

} // namespace heddle::engines::symbolic
