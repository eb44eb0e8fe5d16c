// Which locks a thread may hold at each location, and whether it can always go on to give them up, or to end.
//
// A *lock* is static memory that holds nothing but zero and handles of threads (Templates::handleCells): a thread takes
// it by storing its own handle, and frees it by storing zero. What a thread may hold follows from these stores. So a
// lock has a value other than zero only if it is the handle of a thread that may hold it, provided that no thread ends
// with a lock that it may hold.
//
// Whether it can is analysis/certain_arrival.
#pragma once

#include "analysis/points_to.hpp"
#include "engines/parametric/templates.hpp"
#include "program/program.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace heddle::engines::parametric {

class Progress {
public:
  using Locks = std::uint64_t; // a set of indices of Templates::handleCells
  static constexpr std::size_t mostLocks = 64;

  Progress(const program::Program &program, const Templates &templates, const analysis::PointsTo &pointsTo);

  /// Why nothing is known about the locks of the program: the construct, and where it is.
  const std::optional<std::string> &obstacle() const { return obstacle_; }
  /// The locks that a thread at the location may hold.
  Locks heldAt(program::CfaId cfa, program::LocationId location) const { return held_[cfa][location]; }
  /// Why a thread that holds a lock might not free it, for some thread function.
  const std::optional<std::string> &keepsLock() const { return keepsLock_; }
  /// Why some thread might never end.
  const std::optional<std::string> &runsForever() const { return runsForever_; }
  static bool joins(const program::Action &action);

private:
  void findHeld(program::CfaId cfa, const analysis::PointsTo &pointsTo);
  bool mayStop(const program::Action &action) const;
  std::string placeOf(program::CfaId cfa, program::LocationId location) const;

  const program::Program &program_;
  const std::vector<Templates::HandleCell> &cells_;
  std::optional<std::string> obstacle_;
  std::optional<std::string> keepsLock_;
  std::optional<std::string> runsForever_;
  std::vector<std::vector<Locks>> held_; // by function and location
};

} // namespace heddle::engines::parametric
