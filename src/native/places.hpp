// The places of a program's source, numbered for the native run. The number 0 is that of an unknown place.
#pragma once

#include "program/source.hpp"

#include <compare>
#include <map>
#include <string>
#include <vector>

namespace heddle::native {

using PlaceId = unsigned;
constexpr PlaceId noPlace = 0;

struct SourcePlace {
  std::string file; // an absolute path, or the name of a library model
  unsigned line = 0;
  unsigned column = 0;
  bool isModel = false;

  auto operator<=>(const SourcePlace &) const = default;
};

class Places {
public:
  PlaceId add(SourcePlace place);
  /// The place of the span; that of another execution of the same code is the same.
  PlaceId add(const program::SourceSpan &span, const program::SourceMap &sources);
  const SourcePlace &operator[](PlaceId id) const { return places_[id]; }
  const std::vector<SourcePlace> &all() const { return places_; }

private:
  std::vector<SourcePlace> places_ = std::vector<SourcePlace>(1);
  std::map<SourcePlace, PlaceId> ids_;
};

/// As SourcePlace::file has it.
std::string absolutePath(const std::string &path);

} // namespace heddle::native
