// The abstraction φ0 of an unwound program: threads, initial state, and "each read takes the value of some write
// that it may see" (Definition 3.1 of the paper). It does not require that a total order of the events exists.
//
// It grows on demand: each query adds only the events that it depends on.
#pragma once

#include "engines/symbolic/mutation.hpp"
#include "engines/symbolic/records.hpp"
#include "events/cells.hpp"
#include "events/order_graph.hpp"
#include "events/read_from.hpp"
#include "events/unwound_program.hpp"
#include "smt/recording_solver.hpp"
#include "smt/solver.hpp"

#include <cstdint>
#include <vector>

namespace heddle::engines::symbolic {

using program::Expr;

class Abstraction {
public:
  struct Write {
    std::uint32_t write; // index into CellEvents::writes
    Literal guard;
  };
  struct Read {
    std::uint32_t read; // index into CellEvents::reads
    struct Candidate {
      std::uint32_t write; // index into `writes()`
      Literal readsFrom;
    };
    std::vector<Candidate> candidates;
  };
  struct Edge {
    NodeId before;
    NodeId after;
    Literal condition; // the order is required if this holds
  };

  Abstraction(events::UnwoundProgram &program, const events::CellEvents &cells, smt::Solver &solver,
              support::Cancellation &cancellation);

  /// Adds everything that the conditions depend on. After a cancellation the encoding is incomplete and answers are
  /// invalid.
  void encode(const std::vector<Expr> &conditions);
  /// Of an expression that was encoded, or is composed of encoded ones.
  Literal literalOf(Expr condition) { return solver_.literalOf(condition); }
  void addEdge(NodeId before, NodeId after, Literal condition);
  /// Excludes literals that cannot hold together because of the order of events.
  void addLemma(OrderLemma lemma);

  /// Adds a clause that follows from the others, or that a lemma states.
  void addConsequence(const std::vector<Literal> &clause);

  /// From now on, lemmas are recorded there. `solver` is the solver of the abstraction.
  void recordIn(Records *records, smt::RecordingSolver *solver) {
    records_ = records;
    recording_ = solver;
  }
  /// The clauses of the encoding; null if they are not recorded.
  const smt::Clauses *recordedFormula() const { return recording_ != nullptr ? &recording_->formula() : nullptr; }
  Mutator &mutator() { return mutator_; }
  void mutate(const Mutator &mutator) { mutator_ = mutator; }

  /// The events and orders of the solver's model.
  events::CandidateExecution candidate();

  const std::vector<Read> &reads() const { return reads_; }
  const std::vector<Write> &writes() const { return writes_; }
  const std::vector<Edge> &edges() const { return edges_; }
  const events::UnwoundProgram &program() const { return program_; }
  const events::CellEvents &cells() const { return cells_; }
  smt::Solver &solver() { return solver_; }
  support::Cancellation &cancellation() { return cancellation_; }
  std::uint64_t excludedReadFroms() const { return finder_.countExcluded(); }
  std::uint64_t readFromLiterals() const { return readFromLiterals_; }
  std::uint64_t events() const { return reads_.size() + writes_.size(); }

private:
  void encodeRead(const events::ReadFrom::Read &read);
  bool fails(Expr passes, Expr read, Expr value);
  void atMostOne(const std::vector<Literal> &literals);

  events::UnwoundProgram &program_;
  const events::CellEvents &cells_;
  smt::Solver &solver_;
  support::Cancellation &cancellation_;
  events::ReadFromFinder finder_;
  std::vector<Read> reads_;
  std::vector<Write> writes_;
  std::vector<std::uint32_t> writeIndex_; // by index into CellEvents::writes
  std::vector<Edge> edges_;
  std::vector<bool> joinEncoded_;
  /// By node that can wait: the condition under which its attempt succeeds, if failing attempts need not read from any
  /// write.
  std::vector<Expr> passes_;
  std::uint64_t readFromLiterals_ = 0;
  Records *records_ = nullptr;
  smt::RecordingSolver *recording_ = nullptr;
  Mutator mutator_;
};

} // namespace heddle::engines::symbolic
