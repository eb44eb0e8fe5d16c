// Footprints: which memory an action may read and write, and what it does to threads.
#pragma once

#include "analysis/region.hpp"
#include "program/program.hpp"

#include <functional>

namespace heddle::analysis {

/// The memory to which `bytes` bytes at `address`, evaluated by a thread in `cfa`, may belong. PointsTo::regions is
/// such a function; without points-to information, the result is Region::anywhere().
using RegionsOf = std::function<RegionSet(program::CfaId cfa, program::Expr address, std::uint64_t bytes)>;

/// The effects of an action that may affect other threads or be affected by them.
struct Footprint {
  RegionSet reads; // sorted, without duplicates
  RegionSet writes;
  RegionSet ends;          // objects whose lifetime it may end; a subset of `writes`
  bool spawns = false;     // starts a thread
  bool joins = false;      // joins or detaches a thread
  bool endsThread = false; // its own thread
  /// No thread is followed after it: the program ends, Heddle cannot follow the execution, or the execution is
  /// discarded because of a failure in an atomic block.
  bool endsExecution = false;
  bool endsProgram = false; // EndProgram or Halt, not only a failure in an atomic block

  bool isEmpty() const { return reads.empty() && writes.empty() && !spawns && !joins && !endsThread && !endsExecution; }
  void add(const Footprint &other);
};

/// Which accesses count: the visible ones, or all.
enum class Accesses : std::uint8_t { Shared, All };

Footprint footprintOf(const program::Program &program, program::CfaId cfa, const program::Action &action,
                      const RegionsOf &regionsOf, Accesses accesses = Accesses::Shared);

} // namespace heddle::analysis
