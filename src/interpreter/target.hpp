// Where a violation is looked for: points of the program at which threads are held back, and how far it is there.
#pragma once

#include "program/program.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace heddle::interpreter {

struct Target {
  /// Of a pair of accesses: threads meet at points of different sides.
  static constexpr std::uint8_t first = 1;
  static constexpr std::uint8_t second = 2;

  /// The step that begins at a location may take this instruction.
  struct Point {
    std::uint8_t sides = 0; // none: threads only wait there for others to go on
    program::ActionId action = 0;
    std::size_t instruction = 0; // of the action
    bool writes = false;
  };
  std::map<std::pair<program::CfaId, program::LocationId>, std::vector<Point>> points;

  /// Visible actions to the nearest of some points, by CFA and location; empty for a CFA without points.
  using Distances = std::vector<std::vector<std::uint32_t>>;
  static constexpr std::uint32_t unreachable = UINT32_MAX;
  /// Each thread approaches one of these groups of points.
  std::vector<Distances> aims;

  /// Whether two accesses that meet are a violation by themselves, so that both are taken at once.
  bool isRace = false;
};

} // namespace heddle::interpreter
