// Hashing of byte strings.
//
// Two lanes run over alternate 8-byte words, each step a bijection of its lane, so two inputs of equal
// length that differ in one word never collide inside a lane, and the two multiply chains overlap in the
// processor's pipeline. States of programs are long runs of similar bytes: a full mixing of every word
// costs little more than a weak one and avoids structured collisions.
#include "support/hash.hpp"

#include <cstring>

namespace heddle::support {

namespace {

std::uint64_t word(const unsigned char *bytes, std::size_t size) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, size);
  return value;
}

} // namespace

std::uint64_t hashBytes(const void *data, std::size_t size, std::uint64_t seed) {
  const auto *bytes = static_cast<const unsigned char *>(data);
  std::uint64_t even = combine(seed, size);
  std::uint64_t odd = ~even;
  std::size_t left = size;
  for (; left >= 16; left -= 16, bytes += 16) {
    even = combine(even, word(bytes, 8));
    odd = combine(odd, word(bytes + 8, 8));
  }
  if (left >= 8) {
    even = combine(even, word(bytes, 8));
    left -= 8;
    bytes += 8;
  }
  if (left != 0)
    odd = combine(odd, word(bytes, left));
  return combine(even, odd);
}

} // namespace heddle::support
