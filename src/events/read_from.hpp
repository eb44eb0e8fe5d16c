// The read-from relation: for each read, the writes that it may read from, as far as they cannot be excluded without a
// solver.
//
// Only relevant reads are kept. A read is relevant if its value can reach one of the given conditions through guards,
// addresses and the values of writes. Any other read can be given the value that its cell has at that time, whatever
// the order of events is, so it constrains nothing.
#pragma once

#include "events/cells.hpp"
#include "events/guards.hpp"

#include <cstdint>
#include <vector>

namespace heddle::events {

struct ReadFrom {
  struct Read {
    std::uint32_t read;                    // index into CellEvents::reads
    std::vector<std::uint32_t> candidates; // indices into CellEvents::writes
    std::vector<std::uint32_t> phantoms;   // indices into CellEvents::phantoms that may be assigning during the read
  };
  std::vector<Read> reads;                // the relevant ones
  std::vector<std::uint32_t> writes;      // all writes of the cells that are read: they may come between
  std::vector<std::uint32_t> definitions; // indices into CellEvents::definitions
  std::vector<std::uint32_t> constraints; // indices into UnwoundProgram::constraints
};

class ReadFromFinder {
public:
  /// Refers to both; no symbol may be added to the program after this.
  ReadFromFinder(const UnwoundProgram &program, const CellEvents &cells, support::Cancellation &cancellation);

  /// What the conditions depend on, without what earlier calls have returned. Not complete if it is cancelled.
  ReadFrom find(const std::vector<Expr> &conditions);
  /// The read-froms that facts exclude, and nothing else.
  std::uint64_t countExcluded() const { return excluded_; }
  bool matters(SymbolId symbol) const { return needed_[symbol]; }

private:
  static constexpr std::uint32_t none = UINT32_MAX;

  void need(Expr expression);
  void follow(SymbolId symbol, ReadFrom &result);
  std::vector<std::uint32_t> candidatesOf(const CellRead &read);
  std::vector<std::uint32_t> phantomsOf(const CellRead &read);

  const UnwoundProgram &program_;
  const CellEvents &cells_;
  support::Cancellation &cancellation_;
  GuardFacts guards_;
  std::uint64_t excluded_ = 0;
  std::size_t compared_ = 0;          // pairs of writes, since the last poll
  std::vector<std::uint32_t> readOf_; // by symbol
  std::vector<std::vector<std::uint32_t>> definitionsOf_;
  std::vector<std::vector<std::uint32_t>> constraintsOf_;
  std::vector<std::vector<std::uint32_t>> writesOf_; // by cell
  std::vector<std::vector<std::uint32_t>> phantomsOf_;
  std::vector<bool> needed_; // by symbol
  std::vector<bool> seen_;   // by expression
  std::vector<bool> writeNeeded_;
  std::vector<bool> canWait_; // by node
  std::vector<SymbolId> pending_;
};

} // namespace heddle::events
