// The constants are the fractional parts of square and cube roots of the first primes. They are computed in integers,
// so that no table has to be trusted: floor(sqrt(p) * 2^32) is the largest r with r^2 <= p * 2^64, and likewise for
// cube roots.
#include "witness/sha256.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>

namespace heddle::witness {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr bool isPrime(unsigned n) {
  for (unsigned d = 2; d * d <= n; ++d)
    if (n % d == 0)
      return false;
  return n >= 2;
}

/// The low 32 bits of floor(p^(1/degree) * 2^32).
constexpr std::uint32_t rootFraction(unsigned p, unsigned degree) {
  std::uint64_t root = 0;
  for (unsigned bit = 37; bit-- > 0;) { // p < 512, so that the root is below 2^37
    const std::uint64_t tried = root | std::uint64_t{1} << bit;
    const bool fits = degree == 2 ? Wide{tried} * tried <= Wide{p} << 64
                                  : tried < std::uint64_t{1} << 36 && Wide{tried} * tried * tried <= Wide{p} << 96;
    if (fits)
      root = tried;
  }
  return static_cast<std::uint32_t>(root);
}

template <std::size_t count> constexpr std::array<std::uint32_t, count> rootFractions(unsigned degree) {
  std::array<std::uint32_t, count> result{};
  unsigned p = 2;
  for (std::size_t i = 0; i < count; ++p)
    if (isPrime(p))
      result[i++] = rootFraction(p, degree);
  return result;
}

constexpr auto initial = rootFractions<8>(2);
constexpr auto round = rootFractions<64>(3);

void compress(std::array<std::uint32_t, 8> &hash, const unsigned char *block) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 16; ++i)
    w[i] = std::uint32_t{block[4 * i]} << 24 | std::uint32_t{block[4 * i + 1]} << 16 |
           std::uint32_t{block[4 * i + 2]} << 8 | block[4 * i + 3];
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
    const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = hash;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t sum1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t t1 = h + sum1 + ((e & f) ^ (~e & g)) + round[i] + w[i];
    const std::uint32_t sum0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  const std::array<std::uint32_t, 8> added{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i)
    hash[i] += added[i];
}

} // namespace

std::string sha256(std::string_view text) {
  std::string padded(text);
  padded += '\x80';
  while (padded.size() % 64 != 56)
    padded += '\0';
  const std::uint64_t bits = std::uint64_t{text.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8)
    padded += static_cast<char>(bits >> shift & 0xff);
  std::array<std::uint32_t, 8> hash = initial;
  for (std::size_t i = 0; i < padded.size(); i += 64)
    compress(hash, reinterpret_cast<const unsigned char *>(padded.data()) + i);
  std::string digits;
  for (const std::uint32_t word : hash)
    digits += fmt::format("{:08x}", word);
  return digits;
}

} // namespace heddle::witness
