// Fixed-width bit-vector values of up to 128 bits.
//
// A value of width w keeps its w low bits in `Bits` and zeroes above them; every function here takes
// and returns values in that normal form. 128 bits are enough for every C scalar, `__int128` and x87's
// 80-bit `long double` included.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::support {

__extension__ typedef unsigned __int128 Bits;
__extension__ typedef __int128 SignedBits;

constexpr unsigned maxWidth = 128;

constexpr Bits mask(unsigned width) { return width >= maxWidth ? ~Bits{0} : (Bits{1} << width) - 1; }

constexpr Bits truncate(Bits value, unsigned width) { return value & mask(width); }

constexpr bool signBit(Bits value, unsigned width) { return ((value >> (width - 1)) & 1) != 0; }

/// The value read as two's complement.
constexpr SignedBits toSigned(Bits value, unsigned width) {
  return static_cast<SignedBits>(signBit(value, width) ? value | ~mask(width) : value);
}

constexpr Bits fromSigned(SignedBits value, unsigned width) { return truncate(static_cast<Bits>(value), width); }

std::string toDecimal(Bits value);
std::string toSignedDecimal(Bits value, unsigned width);
std::string toHex(Bits value);

} // namespace heddle::support
