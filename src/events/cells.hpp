// From events with addresses to reads and writes of cells.
//
// Memory is cut into *cells* so that every access, at any of its places, covers whole cells. A symbolic address becomes
// a choice of cells, each under the condition that the address is there. The accesses of a node to one cell are
// combined: a node reads a cell at most once, before it writes it, and writes it at most once, namely the last value.
// Reads after writes of the same node are resolved here and read from no other node.
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

/// The effect of a Phantom on a cell. Its last assignment is an ordinary write of `end`; a read between `begin` and
/// `end` may have any value.
struct PhantomCell {
  NodeId begin = 0;
  NodeId end = 0;
  CellId cell = 0;
  Expr guard = nullptr;
};

/// guard → left = right: part of the formula if the symbol is relevant.
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

/// Places must be resolved (places.hpp). The result is not complete if it is cancelled.
CellEvents resolveCells(UnwoundProgram &program, support::Cancellation &cancellation);

} // namespace heddle::events
