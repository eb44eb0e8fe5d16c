// The scheduling constraint as one formula, as in CBMC: every node has a clock, and for every read, every write that it
// may read from and every other write of the cell, a clause states that the other write is not between the two. The
// encoding is cubic in the number of accesses but needs no refinement: it is a second opinion, and the baseline against
// which refinement is measured.
#include "engines/symbolic/scheduling.hpp"
#include "support/stopwatch.hpp"

#include <algorithm>
#include <bit>

namespace heddle::engines::symbolic {

namespace {

class MonolithicScheduler final : public Scheduler {
public:
  MonolithicScheduler(Abstraction &abstraction, SchedulingStatistics &statistics, support::Cancellation &cancellation)
      : abstraction_(abstraction), program_(abstraction.program()), statistics_(statistics),
        cancellation_(cancellation), firstSymbol_(program_.symbols),
        width_(static_cast<unsigned>(std::bit_width(program_.nodes.size()))) {}

  Schedulable solve(std::span<const Literal> assumptions,
                    const std::function<std::vector<NodeId>()> &participants) override {
    smt::Solver &solver = abstraction_.solver();
    const std::uint64_t clauses = solver.size().clauses;
    encode();
    statistics_.constraint += solver.size().clauses - clauses;
    const smt::Answer answer = ask(assumptions);
    if (answer == smt::Answer::Unknown || cancellation_.poll()) // the encoding may be incomplete
      return {Schedulable::Kind::Unknown, {}};
    if (answer == smt::Answer::Unsatisfiable)
      return {Schedulable::Kind::No, {}};
    return {Schedulable::Kind::Yes, orderOf(participants())};
  }

private:
  smt::Answer ask(std::span<const Literal> assumptions) {
    const support::Stopwatch stopwatch(statistics_.solving);
    return abstraction_.solver().solve(assumptions, cancellation_);
  }

  /// Encodes the order of everything that was added to the abstraction since the last call.
  void encode() {
    if (!programOrderEncoded_)
      encodeProgramOrder();
    programOrderEncoded_ = true;
    for (; edgesEncoded_ < abstraction_.edges().size(); ++edgesEncoded_) {
      const Abstraction::Edge &edge = abstraction_.edges()[edgesEncoded_];
      abstraction_.solver().addClause({-edge.condition, before(edge.before, edge.after)});
    }
    for (; readsEncoded_ < abstraction_.reads().size(); ++readsEncoded_)
      encodeRead(abstraction_.reads()[readsEncoded_]);
  }

  void encodeProgramOrder() {
    std::vector<NodeId> lastOf(program_.threads.size());
    for (NodeId node = 1; node < program_.nodes.size(); ++node) {
      const events::Thread &thread = program_.threads[program_.nodes[node].thread];
      NodeId &last = lastOf[program_.nodes[node].thread];
      require(node == thread.first ? thread.created : last, node);
      last = node;
    }
    for (const events::JoinEdge &join : program_.joins)
      if (join.isStatic)
        require(program_.threads[join.joined].last, join.node);
  }

  void encodeRead(const Abstraction::Read &read) {
    smt::Solver &solver = abstraction_.solver();
    const events::CellEvents &cells = abstraction_.cells();
    const events::CellRead &what = cells.reads[read.read];
    for (const Abstraction::Read::Candidate &candidate : read.candidates) {
      const NodeId from = cells.writes[abstraction_.writes()[candidate.write].write].node;
      solver.addClause({-candidate.readsFrom, before(from, what.node)});
      for (const Abstraction::Write &other : abstraction_.writes()) {
        const events::CellWrite &write = cells.writes[other.write];
        if (write.cell != what.cell || write.node == from || write.node == what.node)
          continue;
        solver.addClause({-candidate.readsFrom, -other.guard, before(write.node, from), before(what.node, write.node)});
      }
    }
  }

  Expr clockOf(NodeId node) { return program_.pool->reg(firstSymbol_ + node, width_); }

  Literal before(NodeId a, NodeId b) {
    smt::Solver &solver = abstraction_.solver();
    if (program_.order.precedes(a, b))
      return solver.trueLiteral();
    if (a == b || program_.order.precedes(b, a))
      return -solver.trueLiteral();
    return solver.literalOf(program_.pool->make(program::ExprKind::Ult, clockOf(a), clockOf(b)));
  }

  void require(NodeId a, NodeId b) {
    if (a == 0)
      return;
    abstraction_.solver().addClause(
        {abstraction_.solver().literalOf(program_.pool->make(program::ExprKind::Ult, clockOf(a), clockOf(b)))});
  }

  std::vector<NodeId> orderOf(std::vector<NodeId> participants) {
    const events::CandidateExecution execution = abstraction_.candidate();
    for (const auto &write : execution.writes)
      participants.push_back(write.node);
    for (const auto &read : execution.reads)
      participants.push_back(read.node);
    std::sort(participants.begin(), participants.end());
    participants.erase(std::unique(participants.begin(), participants.end()), participants.end());
    std::erase(participants, 0);
    std::vector<std::pair<program::Bits, NodeId>> byClock;
    for (const NodeId node : participants)
      byClock.emplace_back(abstraction_.solver().value(clockOf(node)), node);
    // Nodes with equal clocks do not access the same memory: any order of them is correct.
    std::sort(byClock.begin(), byClock.end());
    std::vector<NodeId> order;
    for (const auto &[clock, node] : byClock)
      order.push_back(node);
    return order;
  }

  Abstraction &abstraction_;
  const events::UnwoundProgram &program_;
  SchedulingStatistics &statistics_;
  support::Cancellation &cancellation_;
  events::SymbolId firstSymbol_; // of the clocks, after those of the program
  unsigned width_;
  bool programOrderEncoded_ = false;
  std::size_t edgesEncoded_ = 0;
  std::size_t readsEncoded_ = 0;
};

} // namespace

std::unique_ptr<Scheduler> makeMonolithicScheduler(Abstraction &abstraction, SchedulingStatistics &statistics,
                                                   support::Cancellation &cancellation) {
  return std::make_unique<MonolithicScheduler>(abstraction, statistics, cancellation);
}

} // namespace heddle::engines::symbolic
