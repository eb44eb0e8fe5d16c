// Hashing: one way to combine, one way to hash bytes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::support {

/// A strong 64-bit finaliser (the one of SplitMix64).
constexpr std::uint64_t mix(std::uint64_t value) {
  value ^= value >> 30;
  value *= 0xbf58476d1ce4e5b9ULL;
  value ^= value >> 27;
  value *= 0x94d049bb133111ebULL;
  value ^= value >> 31;
  return value;
}

constexpr std::uint64_t combine(std::uint64_t seed, std::uint64_t value) {
  return mix(seed + 0x9e3779b97f4a7c15ULL + value);
}

std::uint64_t hashBytes(const void *data, std::size_t size, std::uint64_t seed = 0);

} // namespace heddle::support
