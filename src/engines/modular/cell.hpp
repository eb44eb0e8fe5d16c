// Cells: parts of static memory that are loaded and stored as a whole.
#pragma once

#include "engines/modular/owned_object.hpp"

#include <compare>
#include <cstdint>

namespace heddle::engines::modular {

/// Bytes of a static object.
struct Cell {
  static constexpr std::uint64_t mostBytes = 16;
  AbstractObject object = 0;
  std::uint64_t offset = 0;
  unsigned bytes = 0;

  bool overlaps(AbstractObject other, std::uint64_t begin, std::uint64_t end) const {
    return object == other && offset < end && begin < offset + bytes;
  }
  auto operator<=>(const Cell &) const = default;
};

} // namespace heddle::engines::modular
