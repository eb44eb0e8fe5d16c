// Footprints: which memory an action may read and write, and what it does to threads.
#pragma once

#include "analysis/region.hpp"
#include "program/program.hpp"

#include <functional>

namespace heddle::analysis {

/// The memory that `bytes` bytes at `address`, evaluated by a thread in `cfa`, may be.
/// PointsTo::regions is one; without points-to, everything may be Region::anywhere().
using RegionsOf = std::function<RegionSet(program::CfaId cfa, program::Expr address, std::uint64_t bytes)>;

/// What an action may do that threads can notice of each other.
struct Footprint {
  RegionSet reads; // sorted, without duplicates
  RegionSet writes;
  RegionSet ends;          // objects whose life it may end: part of what it writes
  bool spawns = false;     // starts a thread
  bool joins = false;      // waits for a thread's end, or gives up waiting for it (Detach)
  bool endsThread = false; // its own
  /// Nothing, or nothing that is looked at, happens after it in any thread: the program ends, Heddle gives
  /// up, or the execution is discarded because an assumption failed in an atomic block.
  bool endsExecution = false;
  bool endsProgram = false; // so, and not only because something is wrong in an atomic block

  bool isEmpty() const { return reads.empty() && writes.empty() && !spawns && !joins && !endsThread && !endsExecution; }
  void add(const Footprint &other);
};

/// Which accesses count: those that other threads may notice, or all.
enum class Accesses : std::uint8_t { Shared, All };

Footprint footprintOf(const program::Program &program, program::CfaId cfa, const program::Action &action,
                      const RegionsOf &regionsOf, Accesses accesses = Accesses::Shared);

} // namespace heddle::analysis
