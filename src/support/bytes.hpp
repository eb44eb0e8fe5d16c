// The representation of values in memory.
#pragma once

#include "support/bits.hpp"

#include <cassert>
#include <cstdint>
#include <span>

namespace heddle::support {

/// The value of up to 16 bytes, the lowest first.
inline Bits fromLittleEndian(std::span<const std::uint8_t> bytes) {
  assert(bytes.size() <= maxWidth / 8 && "a value has up to 128 bits");
  Bits value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    value |= Bits{bytes[i]} << (8 * i);
  return value;
}

} // namespace heddle::support
