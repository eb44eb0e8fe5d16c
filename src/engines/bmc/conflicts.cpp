// Most kernel reasons are two read-froms that contradict each other by program order alone: two threads that each
// read what the other has overwritten, reads that go back in time. There are at most quadratically many such
// pairs, and each is found by a few comparisons of clocks; found one by one, each batch of them would cost a
// model of the whole formula, arithmetic included. What takes three read-froms or more is left to refinement.
//
// A read-from w → r of a cell says w < r, and with another write x of the cell that certainly happens: x < w if
// x < r in program order, r < x if w < x. Two read-froms conflict if two such orders form a cycle, or if an
// order that one of them implies puts a write between the two ends of the other.
#include "engines/bmc/conflicts.hpp"

#include <array>

namespace heddle::engines::bmc {

namespace {

constexpr std::size_t mostPairs = 4'000'000;

struct Order {
  NodeId before;
  NodeId after;
};

struct ReadsFrom {
  Literal literal;
  std::size_t read;
  events::CellId cell;
  NodeId from;
  NodeId to;
  std::vector<Order> orders; // that follow from it and from program order
};

class Conflicts {
public:
  explicit Conflicts(Abstraction &abstraction)
      : abstraction_(abstraction), order_(abstraction.program().order), certain_(abstraction.cells().cells.size()) {
    const Literal yes = abstraction.solver().trueLiteral();
    for (const Abstraction::Write &write : abstraction.writes()) {
      const events::CellWrite &what = abstraction.cells().writes[write.write];
      if (write.guard == yes && what.node != 0)
        certain_[what.cell].push_back(what.node);
    }
    for (std::size_t read = 0; read < abstraction.reads().size(); ++read)
      for (const Abstraction::Read::Candidate &candidate : abstraction.reads()[read].candidates)
        add(read, candidate);
  }

  std::uint64_t exclude(std::size_t firstRead) {
    if (all_.size() * all_.size() / 2 > mostPairs)
      return 0;
    std::uint64_t clauses = 0;
    for (std::size_t i = 0; i < all_.size(); ++i)
      for (std::size_t j = i + 1; j < all_.size(); ++j) {
        const ReadsFrom &a = all_[i];
        const ReadsFrom &b = all_[j];
        if (a.read == b.read || b.read < firstRead)
          continue;
        if (!formCycle(a, b) && !separates(a, b) && !separates(b, a))
          continue;
        abstraction_.solver().addClause({-a.literal, -b.literal});
        ++clauses;
      }
    return clauses;
  }

private:
  void add(std::size_t read, const Abstraction::Read::Candidate &candidate) {
    const events::CellRead &what = abstraction_.cells().reads[abstraction_.reads()[read].read];
    const NodeId from = abstraction_.cells().writes[abstraction_.writes()[candidate.write].write].node;
    ReadsFrom readsFrom{candidate.readsFrom, read, what.cell, from, what.node, {{from, what.node}}};
    for (const NodeId other : certain_[what.cell]) {
      if (other == from || other == what.node)
        continue;
      if (order_.precedes(other, what.node))
        addOrder(readsFrom, {other, from});
      else if (order_.precedes(from, other))
        addOrder(readsFrom, {what.node, other});
    }
    all_.push_back(std::move(readsFrom));
  }

  /// Of orders between the same threads, only the tightest say something.
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
      for (const NodeId other : certain_[a.cell]) {
        if (other == a.from || other == a.to)
          continue;
        if (afterWrite && notAfter(order.after, other) && order_.precedes(other, a.to))
          return true;
        if (beforeRead && notAfter(other, order.before) && order_.precedes(a.from, other))
          return true;
      }
    }
    return false;
  }

  Abstraction &abstraction_;
  const events::ProgramOrder &order_;
  std::vector<std::vector<NodeId>> certain_; // by cell: writes that happen in every execution
  std::vector<ReadsFrom> all_;
};

} // namespace

std::uint64_t excludeConflicts(Abstraction &abstraction, std::size_t from) {
  return Conflicts(abstraction).exclude(from);
}

} // namespace heddle::engines::bmc
