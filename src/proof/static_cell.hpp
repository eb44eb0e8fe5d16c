// A piece of static memory that a proof speaks of.
#pragma once

#include "program/program.hpp"

#include <compare>
#include <cstdint>

namespace heddle::proof {

/// Bytes of a static object.
struct StaticCell {
  program::ObjectId object = program::nullObject;
  std::uint64_t offset = 0;
  unsigned bytes = 0;
  auto operator<=>(const StaticCell &) const = default;
};

/// Whether it is a part of a variable of the program, at most 8 bytes long.
bool exists(const program::Program &program, const StaticCell &cell);

} // namespace heddle::proof
