// Printing of bit-vector values; the standard library does not print 128-bit integers.
#include "support/bits.hpp"

#include <algorithm>

namespace heddle::support {

namespace {

std::string digits(Bits value, unsigned base) {
  if (value == 0)
    return "0";
  std::string text;
  for (; value != 0; value /= base)
    text.push_back("0123456789abcdef"[static_cast<unsigned>(value % base)]);
  std::reverse(text.begin(), text.end());
  return text;
}

} // namespace

std::string toDecimal(Bits value) { return digits(value, 10); }

std::string toSignedDecimal(Bits value, unsigned width) {
  if (!signBit(value, width))
    return toDecimal(value);
  return "-" + toDecimal(truncate(~value + 1, width));
}

std::string toHex(Bits value) { return "0x" + digits(value, 16); }

} // namespace heddle::support
