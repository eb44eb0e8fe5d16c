// A region: a part of memory that an access may refer to, as static analysis describes it.
//
// Points-to analysis produces sets of regions; footprints and dependence use them. A region is a range of bytes, or
// the whole, of either one static object, or every object of one allocation site, or (kind Anywhere) all of
// memory. Everything here errs towards "may overlap".
#pragma once

#include "program/program.hpp"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <limits>
#include <vector>

namespace heddle::analysis {

struct Region {
  enum class Kind : std::uint8_t { Object, Site, Anywhere };
  static constexpr std::uint64_t unbounded = std::numeric_limits<std::uint64_t>::max();

  Kind kind = Kind::Anywhere;
  std::uint32_t id = 0;          // Object: the static object's ObjectId; Site: the SiteId
  std::uint64_t begin = 0;       // the bytes [begin, end) of the object;
  std::uint64_t end = unbounded; // `unbounded`: up to the end of the object

  static Region object(program::ObjectId id, std::uint64_t begin = 0, std::uint64_t end = unbounded) {
    return {Kind::Object, id, begin, end};
  }
  static Region site(program::SiteId id, std::uint64_t begin = 0, std::uint64_t end = unbounded) {
    return {Kind::Site, id, begin, end};
  }
  static Region anywhere() { return {}; }

  bool isWhole() const { return begin == 0 && end == unbounded; }

  auto operator<=>(const Region &) const = default;
};

/// The memory that an access may refer to. Empty: none (or the access is never executed).
using RegionSet = std::vector<Region>;

/// Sorts, and removes duplicates.
inline void normalise(RegionSet &regions) {
  std::sort(regions.begin(), regions.end());
  regions.erase(std::unique(regions.begin(), regions.end()), regions.end());
}

constexpr bool mayOverlap(const Region &a, const Region &b) {
  if (a.kind == Region::Kind::Anywhere || b.kind == Region::Kind::Anywhere)
    return true;
  return a.kind == b.kind && a.id == b.id && a.begin < b.end && b.begin < a.end;
}

inline bool mayOverlap(const RegionSet &as, const RegionSet &bs) {
  for (const Region &a : as)
    for (const Region &b : bs)
      if (mayOverlap(a, b))
        return true;
  return false;
}

} // namespace heddle::analysis
