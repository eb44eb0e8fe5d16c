// The partition of objects into cells.
//
// Every cell is one state variable. Cells begin and end where some access of the program begins or ends, according to
// points-to analysis; an access with an unknown offset divides the object into pieces of its own size. Each access
// therefore covers a sequence of whole cells, unless it is misaligned in a way that the analysis cannot see, which
// address resolution must detect.
#pragma once

#include "analysis/points_to.hpp"
#include "program/program.hpp"

#include <map>
#include <set>
#include <vector>

namespace heddle::reachability {

struct Cell {
  std::uint64_t offset = 0;
  unsigned bytes = 0;
};

class MemoryCells {
public:
  /// An object with more cells is not modelled.
  static constexpr std::size_t limit = 4096;

  MemoryCells(const program::Program &program, const analysis::PointsTo &pointsTo);

  /// The cells of an object of `size` bytes, ascending; bytes that are never accessed are in no cell. Empty also if
  /// there would be more than `limit`.
  const std::vector<Cell> &of(analysis::AbstractObject object, std::uint64_t size);

private:
  struct Stride {
    std::uint64_t first;
    unsigned bytes;
    auto operator<=>(const Stride &) const = default;
  };
  struct Boundaries {
    std::set<std::pair<std::uint64_t, std::uint64_t>> ranges; // [begin, end)
    std::set<Stride> strides;
  };

  void addBoundaries(const analysis::PointsTo &pointsTo, program::CfaId cfa, program::Expr address, unsigned bytes);

  std::vector<Boundaries> boundaries_; // by abstract object
  std::map<std::pair<analysis::AbstractObject, std::uint64_t>, std::vector<Cell>> cells_;
};

/// The remainder modulo `bytes` of the offsets at which accesses of `bytes` bytes at `address` begin, if it is known.
std::optional<std::uint64_t> alignment(program::Expr address, unsigned bytes);

} // namespace heddle::reachability
