// The access that a thread is about to take.
#pragma once

#include "program/program.hpp"

#include <cstdint>
#include <optional>

namespace heddle::interpreter {

/// The bytes of an access; none if they depend on an input, or on what the step does before.
struct NextAccess {
  std::optional<std::uint64_t> address;
  std::uint64_t size = 0;
};

inline bool mayOverlap(const NextAccess &a, const NextAccess &b) {
  return !a.address || !b.address || (*a.address < *b.address + b.size && *b.address < *a.address + a.size);
}

} // namespace heddle::interpreter
