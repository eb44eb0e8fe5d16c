#include "engines/symbolic/order_theory.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <optional>

namespace heddle::engines::symbolic {

namespace {

/// A write that is not between a write and the read that reads from it.
struct Choice {
  std::size_t other;
  std::size_t from;
  std::size_t to;
};

/// A transitive relation of a few nodes.
class Relation {
public:
  explicit Relation(std::size_t nodes) : nodes_(nodes), precedes_(nodes * nodes, false) {}

  bool precedes(std::size_t a, std::size_t b) const { return precedes_[a * nodes_ + b]; }
  /// False if there is a cycle then.
  bool order(std::size_t a, std::size_t b) {
    if (a == b || precedes(b, a))
      return false;
    if (precedes(a, b))
      return true;
    for (std::size_t first = 0; first < nodes_; ++first) {
      if (first != a && !precedes(first, a))
        continue;
      for (std::size_t second = 0; second < nodes_; ++second)
        if (second == b || precedes(b, second))
          precedes_[first * nodes_ + second] = true;
    }
    return true;
  }

private:
  std::size_t nodes_;
  std::vector<bool> precedes_;
};

/// Whether the relation can be extended to a total order that decides all choices.
class Search {
public:
  Search(std::vector<Choice> choices, support::Cancellation &cancellation)
      : choices_(std::move(choices)), cancellation_(cancellation) {}

  bool isPossible(Relation relation) {
    if (!close(relation))
      return false;
    const auto isOpen = [&](const Choice &choice) {
      return !relation.precedes(choice.other, choice.from) && !relation.precedes(choice.to, choice.other);
    };
    const auto open = std::find_if(choices_.begin(), choices_.end(), isOpen);
    if (open == choices_.end() || cancellation_.poll(1 + choices_.size()))
      return true;
    Relation earlier = relation;
    if (earlier.order(open->other, open->from) && isPossible(std::move(earlier)))
      return true;
    return relation.order(open->to, open->other) && isPossible(std::move(relation));
  }

private:
  /// Adds the sides of choices of which the other side would make a cycle.
  bool close(Relation &relation) const {
    for (bool isChanged = true; isChanged;) {
      isChanged = false;
      for (const Choice &choice : choices_) {
        const bool isAfterFrom = choice.other == choice.from || relation.precedes(choice.from, choice.other);
        const bool isBeforeTo = choice.other == choice.to || relation.precedes(choice.other, choice.to);
        if (isAfterFrom && isBeforeTo)
          return false;
        if (isAfterFrom && !relation.precedes(choice.to, choice.other)) {
          if (!relation.order(choice.to, choice.other))
            return false;
          isChanged = true;
        }
        if (isBeforeTo && !relation.precedes(choice.other, choice.from)) {
          if (!relation.order(choice.other, choice.from))
            return false;
          isChanged = true;
        }
      }
    }
    return true;
  }

  std::vector<Choice> choices_;
  support::Cancellation &cancellation_;
};

} // namespace

OrderTheory::OrderTheory(const Abstraction &abstraction, Literal always)
    : always_(always), writes_(abstraction.cells().cells.size()) {
  const events::CellEvents &cells = abstraction.cells();
  orderNodes(abstraction.program());
  for (const Abstraction::Write &write : abstraction.writes())
    writes_[cells.writes[write.write].cell].push_back({cells.writes[write.write].node, write.guard});
  for (const Abstraction::Read &read : abstraction.reads())
    for (const Abstraction::Read::Candidate &candidate : read.candidates) {
      const events::CellWrite &from = cells.writes[abstraction.writes()[candidate.write].write];
      const events::CellRead &to = cells.reads[read.read];
      assert(from.cell == to.cell && "a read is from a write of the same cell");
      readsFrom_.emplace(candidate.readsFrom, ReadsFrom{from.node, to.node, to.cell});
    }
  for (const Abstraction::Edge &edge : abstraction.edges())
    edges_.emplace(edge.condition, Edge{edge.before, edge.after});
}

/// Counts the predecessors of every node, node by node in an order that contains program order.
void OrderTheory::orderNodes(const events::UnwoundProgram &program) {
  const std::size_t nodes = program.nodes.size();
  threads_ = program.threads.size();
  threadOf_.resize(nodes);
  positionOf_.resize(nodes);
  before_.assign(nodes * threads_, 0);
  std::vector<std::vector<NodeId>> after(nodes);
  std::vector<std::uint32_t> missing(nodes, 0); // predecessors that were not visited yet
  const auto add = [&](NodeId a, NodeId b) {
    after[a].push_back(b);
    ++missing[b];
  };
  std::vector<std::optional<NodeId>> last(threads_);
  std::vector<std::uint32_t> sizes(threads_, 0);
  for (NodeId node = 0; node < nodes; ++node) {
    const events::ThreadId thread = program.nodes[node].thread;
    threadOf_[node] = thread;
    positionOf_[node] = sizes[thread]++;
    if (last[thread])
      add(*last[thread], node);
    else if (node != 0)
      add(program.threads[thread].created, node);
    last[thread] = node;
  }
  for (const events::JoinEdge &join : program.joins)
    if (join.isStatic)
      add(program.threads[join.joined].last, join.node);

  std::vector<NodeId> ready;
  for (NodeId node = 0; node < nodes; ++node)
    if (missing[node] == 0)
      ready.push_back(node);
  while (!ready.empty()) {
    const NodeId node = ready.back();
    ready.pop_back();
    for (const NodeId next : after[node]) {
      for (std::size_t thread = 0; thread < threads_; ++thread)
        before_[next * threads_ + thread] =
            std::max(before_[next * threads_ + thread], before_[node * threads_ + thread]);
      std::uint32_t &own = before_[next * threads_ + threadOf_[node]];
      own = std::max(own, positionOf_[node] + 1);
      if (--missing[next] == 0)
        ready.push_back(next);
    }
  }
}

bool OrderTheory::precedes(NodeId a, NodeId b) const { return before_[b * threads_ + threadOf_[a]] > positionOf_[a]; }

std::vector<Literal> OrderTheory::guards(std::span<const Literal> literals) const {
  std::vector<Literal> result;
  for (const Literal literal : literals)
    for (auto [entry, end] = readsFrom_.equal_range(literal); entry != end; ++entry)
      for (const Write &write : writes_[entry->second.cell])
        result.push_back(write.guard);
  std::ranges::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

bool OrderTheory::excludes(std::span<const Literal> literals, const std::function<bool(Literal)> &holds,
                           support::Cancellation &cancellation) const {
  std::map<NodeId, std::size_t> numbers;
  const auto numberOf = [&](NodeId node) { return numbers.try_emplace(node, numbers.size()).first->second; };
  std::vector<std::pair<std::size_t, std::size_t>> orders;
  std::vector<Choice> choices;
  std::vector<Literal> all(literals.begin(), literals.end());
  all.push_back(always_);
  for (const Literal literal : all) {
    for (auto [entry, end] = edges_.equal_range(literal); entry != end; ++entry)
      orders.emplace_back(numberOf(entry->second.before), numberOf(entry->second.after));
    for (auto [entry, end] = readsFrom_.equal_range(literal); entry != end; ++entry) {
      const auto [from, to, cell] = entry->second;
      orders.emplace_back(numberOf(from), numberOf(to));
      for (const Write &other : writes_[cell])
        if (other.node != from && other.node != to && holds(other.guard))
          choices.push_back({numberOf(other.node), numberOf(from), numberOf(to)});
    }
  }

  Relation relation(numbers.size());
  for (const auto &[a, first] : numbers)
    for (const auto &[b, second] : numbers)
      if (precedes(a, b) && !relation.order(first, second))
        return true;
  for (const auto &[first, second] : orders)
    if (!relation.order(first, second))
      return true;
  return !Search(std::move(choices), cancellation).isPossible(std::move(relation)) && !cancellation.poll();
}

} // namespace heddle::engines::symbolic
