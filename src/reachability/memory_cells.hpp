// How objects are cut into cells.
//
// Every cell is one state variable. The boundaries are where some access of the program begins or ends, by the word of
// points-to analysis; an access that may be anywhere in an object boundaries it into pieces of its own size. So each
// access is a sequence of whole cells, unless it is misaligned in a way that analysis could not see: whoever
// resolves addresses has to look out for that.
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
  /// More cells than this in one object are too many.
  static constexpr std::size_t limit = 4096;

  MemoryCells(const program::Program &program, const analysis::PointsTo &pointsTo);

  /// The cells of an object of `size` bytes, ascending; bytes that nobody accesses have none. Empty also if there
  /// would be too many.
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

/// Where accesses of `bytes` bytes at `address` begin: at offsets that are this modulo `bytes`, if that is known.
std::optional<std::uint64_t> alignment(program::Expr address, unsigned bytes);

} // namespace heddle::reachability
