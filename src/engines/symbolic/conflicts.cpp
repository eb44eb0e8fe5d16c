// Most kernel reasons are two read-froms that contradict each other by program order alone: two threads that each
// read a value which the other has overwritten, or reads that go back in time. There are at most quadratically many
// such pairs, and each is found by a few comparisons of clocks, whereas refinement needs a model of the whole formula
// for each batch of them. Reasons of three or more read-froms are left to refinement.
//
// A read-from w → r of a cell implies w < r. Another write x of the cell that happens as well satisfies x < w if
// x < r in program order, and r < x if w < x. Two read-froms conflict if two such orders form a cycle, or if an
// order that one of them implies puts a write between the two ends of the other, or if both are read-modify-writes
// that read from the same write.
#include "engines/symbolic/conflicts.hpp"

#include <algorithm>

namespace heddle::engines::symbolic {

namespace {

constexpr std::size_t mostPairs = 4'000'000;
constexpr std::size_t pairsPerEffort = 128;

struct Order {
  NodeId before;
  NodeId after;
};

struct ReadsFrom {
  Literal literal;
  std::size_t read;
  NodeId from;
  NodeId to;
  std::vector<Order> orders;   // that follow from it and from program order
  std::vector<NodeId> between; // other writes of the cell, which happen if this does
  events::CellId cell;
  bool modifies; // the reading node writes the cell, too
};

class Conflicts {
public:
  explicit Conflicts(Abstraction &abstraction)
      : abstraction_(abstraction), order_(abstraction.program().order), writesOf_(abstraction.cells().cells.size()) {
    std::size_t readFroms = 0;
    for (const Abstraction::Read &read : abstraction.reads())
      readFroms += read.candidates.size();
    if (readFroms * readFroms / 2 > mostPairs)
      return;
    for (const Abstraction::Write &write : abstraction.writes()) {
      const events::CellWrite &what = abstraction.cells().writes[write.write];
      if (what.node != 0)
        writesOf_[what.cell].push_back(&what);
    }
    for (std::size_t read = 0; read < abstraction.reads().size(); ++read)
      for (const Abstraction::Read::Candidate &candidate : abstraction.reads()[read].candidates)
        add(read, candidate);
  }

  std::uint64_t exclude(std::size_t firstRead) {
    std::uint64_t clauses = 0;
    const std::size_t effort = 1 + all_.size() / pairsPerEffort;
    for (std::size_t i = 0; i < all_.size() && !abstraction_.cancellation().poll(effort); ++i)
      for (std::size_t j = i + 1; j < all_.size(); ++j) {
        const ReadsFrom &a = all_[i];
        const ReadsFrom &b = all_[j];
        if (a.read == b.read || b.read < firstRead)
          continue;
        const bool takeTurns = a.cell == b.cell && a.from == b.from && a.modifies && b.modifies;
        if (!takeTurns && !formCycle(a, b) && !separates(a, b) && !separates(b, a) &&
            !abstraction_.mutator().strikes(Mutation::InventedConflict))
          continue;
        OrderLemma lemma{{a.literal, b.literal}};
        if (abstraction_.mutator().strikes(Mutation::StrongerConflict))
          lemma.together.pop_back();
        abstraction_.addLemma(std::move(lemma));
        ++clauses;
      }
    return clauses;
  }

private:
  void add(std::size_t read, const Abstraction::Read::Candidate &candidate) {
    const events::CellRead &what = abstraction_.cells().reads[abstraction_.reads()[read].read];
    const events::CellWrite &source = abstraction_.cells().writes[abstraction_.writes()[candidate.write].write];
    ReadsFrom readsFrom{candidate.readsFrom,        read, source.node, what.node,
                        {{source.node, what.node}}, {},   what.cell,   false};
    for (const events::CellWrite *other : writesOf_[what.cell]) {
      if (other->node == what.node)
        readsFrom.modifies = happensWith(*other, what, source);
      if (other->node == source.node || other->node == what.node)
        continue;
      if (!guards_.implies(what.guard, other->guard) && !guards_.implies(source.guard, other->guard))
        continue;
      readsFrom.between.push_back(other->node);
      if (order_.precedes(other->node, what.node))
        addOrder(readsFrom, {other->node, source.node});
      else if (order_.precedes(source.node, other->node))
        addOrder(readsFrom, {what.node, other->node});
    }
    all_.push_back(std::move(readsFrom));
  }

  /// Whether a node writes the cell that it has read, given the value: a lock that finds the mutex free takes it.
  bool happensWith(const events::CellWrite &write, const events::CellRead &read, const events::CellWrite &source) {
    if (guards_.implies(read.guard, write.guard))
      return true;
    if (!source.value->isConstant())
      return false;
    const Expr guard = abstraction_.program().pool->substitute(
        write.guard, [&](Expr symbol) { return symbol == read.value ? source.value : nullptr; });
    return guards_.implies(read.guard, guard);
  }

  /// Of several orders between the same threads, the tightest imply the others.
  void addOrder(ReadsFrom &readsFrom, Order order) const {
    if (order_.precedes(order.before, order.after))
      return;
    for (Order &known : readsFrom.orders) {
      if (notAfter(order.before, known.before) && notAfter(known.after, order.after))
        return;
      if (notAfter(known.before, order.before) && notAfter(order.after, known.after)) {
        known = order;
        return;
      }
    }
    readsFrom.orders.push_back(order);
  }

  bool notAfter(NodeId a, NodeId b) const { return a == b || order_.precedes(a, b); }

  bool formCycle(const ReadsFrom &a, const ReadsFrom &b) const {
    for (const Order &one : a.orders)
      for (const Order &other : b.orders)
        if (notAfter(one.after, other.before) && notAfter(other.after, one.before))
          return true;
    return false;
  }

  /// Whether `b` puts a write between the two ends of `a`.
  bool separates(const ReadsFrom &b, const ReadsFrom &a) const {
    for (const Order &order : b.orders) {
      const bool afterWrite = notAfter(a.from, order.before);
      const bool beforeRead = notAfter(order.after, a.to);
      if (!afterWrite && !beforeRead)
        continue;
      const auto isBetween = [&](NodeId other) {
        return (afterWrite && notAfter(order.after, other) && order_.precedes(other, a.to)) ||
               (beforeRead && notAfter(other, order.before) && order_.precedes(a.from, other));
      };
      if (b.modifies && b.cell == a.cell && b.to != a.from && b.to != a.to && isBetween(b.to))
        return true;
      if (std::any_of(a.between.begin(), a.between.end(), isBetween))
        return true;
    }
    return false;
  }

  Abstraction &abstraction_;
  const events::ProgramOrder &order_;
  std::vector<std::vector<const events::CellWrite *>> writesOf_; // by cell
  events::GuardFacts guards_;
  std::vector<ReadsFrom> all_;
};

} // namespace

std::uint64_t excludeConflicts(Abstraction &abstraction, std::size_t from) {
  return Conflicts(abstraction).exclude(from);
}

} // namespace heddle::engines::symbolic
