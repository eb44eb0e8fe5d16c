// From events with addresses to reads and writes of cells.
//
// Memory is cut into *cells* so that every access, wherever it may be, covers whole cells. A symbolic address
// becomes a choice of cells, each under the condition that the address is there. What a node does to one cell
// is summed up: it reads it at most once, before it writes it, and writes it at most once, the last value that
// counts. Reads that come after writes of the same node are resolved here and never see the outside.
#pragma once

#include "events/unwound_program.hpp"

#include <cstdint>
#include <vector>

namespace heddle::events {

struct Cell {
  std::uint64_t address = 0;
  unsigned size = 0; // in bytes
};

struct CellRead {
  NodeId node = 0;
  CellId cell = 0;
  Expr guard = nullptr;
  Expr value = nullptr;   // a symbol
  bool isAttempt = false; // see MemoryEvent
};

struct CellWrite {
  NodeId node = 0;
  CellId cell = 0;
  Expr guard = nullptr;
  Expr value = nullptr;
};

/// What a Phantom does to a cell. Its last assignment is an ordinary write of `end`; a read while the thread is on its
/// way may find anything.
struct PhantomCell {
  NodeId begin = 0;
  NodeId end = 0;
  CellId cell = 0;
  Expr guard = nullptr;
};

/// guard → left = right, to be said if the symbol matters.
struct Definition {
  SymbolId symbol;
  Expr guard = nullptr;
  Expr left = nullptr;
  Expr right = nullptr;
};

struct CellEvents {
  std::vector<Cell> cells;
  std::vector<CellRead> reads;
  std::vector<CellWrite> writes; // node 0 writes the initial values
  std::vector<PhantomCell> phantoms;
  std::vector<Definition> definitions;
};

/// Places must be resolved (places.hpp). Not complete when it is cancelled.
CellEvents resolveCells(UnwoundProgram &program, support::Cancellation &cancellation);

} // namespace heddle::events
