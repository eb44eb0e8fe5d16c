// Who may read from whom: the candidates of each read, pruned by what is certain without a solver.
//
// Only what matters is kept. A read matters if its value can reach one of the conditions that are asked about,
// through guards, addresses and the values of writes; a read that does not can always be given the value that
// is there, whatever the order.
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
    std::vector<std::uint32_t> phantoms;   // indices into CellEvents::phantoms: assigned at the time of the read
  };
  std::vector<Read> reads;                // those that matter
  std::vector<std::uint32_t> writes;      // of the cells that are read: they may be read, or come between
  std::vector<std::uint32_t> definitions; // indices into CellEvents::definitions
  std::vector<std::uint32_t> constraints; // indices into UnwoundProgram::constraints
};

class ReadFromFinder {
public:
  /// Refers to both; no symbol may be added to the program after this.
  ReadFromFinder(const UnwoundProgram &program, const CellEvents &cells, support::Cancellation &cancellation);

  /// What the conditions depend on, less what was found before; less than that when it is cancelled.
  ReadFrom find(const std::vector<Expr> &conditions);
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
