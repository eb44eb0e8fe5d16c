// Builds candidate executions for tests, and decides their feasibility by brute force.
#pragma once

#include "events/order_graph.hpp"

#include <algorithm>
#include <optional>
#include <random>
#include <set>

namespace heddle::events {

/// A program order and an execution of it. Node 0 writes cells 0 to cells - 1.
struct Sample {
  explicit Sample(CellId cells = 0) {
    for (CellId cell = 0; cell < cells; ++cell)
      execution.writes.push_back({0, cell, always});
  }

  /// The index of the new write; the initial write of a cell has the cell's number.
  std::uint32_t write(NodeId node, CellId cell, Literal guard = always) {
    execution.writes.push_back({node, cell, guard});
    return static_cast<std::uint32_t>(execution.writes.size() - 1);
  }
  void read(NodeId node, std::uint32_t from, Literal readsFrom) {
    execution.reads.push_back({node, execution.writes[from].cell, from, readsFrom});
  }
  void edge(NodeId before, NodeId after, Literal reason) { execution.edges.push_back({before, after, reason}); }

  OrderAnalysis analyse(OrderLimits limits = {}) const {
    support::Cancellation cancellation;
    return events::analyse(program, execution, participants, limits, cancellation);
  }

  ProgramOrder program;
  CandidateExecution execution;
  std::vector<NodeId> participants;
};

/// The part of the execution that remains if only these literals hold.
inline CandidateExecution restricted(const CandidateExecution &execution, const Reason &literals) {
  const auto holds = [&](Literal literal) {
    return literal == always || std::find(literals.begin(), literals.end(), literal) != literals.end();
  };
  CandidateExecution result;
  std::vector<std::uint32_t> place(execution.writes.size());
  for (std::uint32_t i = 0; i < execution.writes.size(); ++i) {
    bool happens = holds(execution.writes[i].guard);
    for (const CandidateExecution::Read &read : execution.reads)
      happens |= read.write == i && holds(read.readsFrom);
    place[i] = static_cast<std::uint32_t>(result.writes.size());
    if (happens)
      result.writes.push_back(execution.writes[i]);
  }
  for (const CandidateExecution::Read &read : execution.reads)
    if (holds(read.readsFrom))
      result.reads.push_back({read.node, read.cell, place[read.write], read.readsFrom});
  for (const CandidateExecution::Edge &edge : execution.edges)
    if (holds(edge.reason))
      result.edges.push_back(edge);
  return result;
}

/// Enumerates all linearisations of program order and executes them: a read takes the value that was written last.
class BruteForce {
public:
  BruteForce(const ProgramOrder &program, const CandidateExecution &execution)
      : program_(program), execution_(execution), place_(program.nodes(), unplaced) {}

  bool isFeasible() { return step(0); }

  /// Whether the order, with node 0 before it, meets all requirements.
  bool accepts(const std::vector<NodeId> &order) {
    std::size_t count = 0;
    if (!place(0, count++))
      return false;
    return std::all_of(order.begin(), order.end(), [&](NodeId node) { return place(node, count++); });
  }

private:
  static constexpr std::size_t unplaced = ~std::size_t{0};

  bool step(std::size_t count) {
    if (count == program_.nodes())
      return true;
    if (!seen_.insert(state()).second)
      return false; // was visited without success
    for (NodeId node = 0; node < program_.nodes(); ++node) {
      if (place_[node] != unplaced)
        continue;
      bool isNext = true;
      for (NodeId other = 0; other < program_.nodes(); ++other)
        isNext &= place_[other] != unplaced || !program_.precedes(other, node);
      if (!isNext)
        continue;
      if (place(node, count) && step(count + 1))
        return true;
      place_[node] = unplaced;
    }
    return false;
  }

  /// What the remaining placements depend on: the nodes that are placed, and the last write of each cell.
  std::vector<std::uint32_t> state() const {
    std::vector<std::uint32_t> result;
    for (const std::size_t place : place_)
      result.push_back(place == unplaced ? 0 : 1);
    for (const CandidateExecution::Read &read : execution_.reads)
      result.push_back(lastWrite(read.cell).value_or(~0U));
    return result;
  }

  bool place(NodeId node, std::size_t count) {
    if (place_[node] != unplaced)
      return false;
    for (NodeId other = 0; other < program_.nodes(); ++other)
      if (place_[other] != unplaced && program_.precedes(node, other))
        return false;
    for (const CandidateExecution::Edge &edge : execution_.edges)
      if (edge.after == node && place_[edge.before] == unplaced)
        return false;
    for (const CandidateExecution::Read &read : execution_.reads)
      if (read.node == node && lastWrite(read.cell) != read.write)
        return false;
    place_[node] = count;
    return true;
  }

  std::optional<std::uint32_t> lastWrite(CellId cell) const {
    std::optional<std::uint32_t> last;
    for (std::uint32_t i = 0; i < execution_.writes.size(); ++i) {
      const CandidateExecution::Write &write = execution_.writes[i];
      if (write.cell != cell || place_[write.node] == unplaced)
        continue;
      if (!last || place_[execution_.writes[*last].node] < place_[write.node])
        last = i;
    }
    return last;
  }

  const ProgramOrder &program_;
  const CandidateExecution &execution_;
  std::vector<std::size_t> place_;
  std::set<std::vector<std::uint32_t>> seen_;
};

} // namespace heddle::events
