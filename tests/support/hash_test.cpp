#include "support/hash.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <unordered_set>
#include <vector>

namespace heddle::support {
namespace {

std::vector<unsigned char> bytes(std::size_t size) {
  std::vector<unsigned char> result(size);
  std::iota(result.begin(), result.end(), static_cast<unsigned char>(1));
  return result;
}

TEST(HashBytes, IsAFunctionOfContentAndSeed) {
  const auto data = bytes(37);
  const auto copy = data;
  EXPECT_EQ(hashBytes(data.data(), data.size()), hashBytes(copy.data(), copy.size()));
  EXPECT_NE(hashBytes(data.data(), data.size(), 1), hashBytes(data.data(), data.size(), 2));
}

TEST(HashBytes, ZeroesOfDifferentLengthDiffer) {
  const std::vector<unsigned char> zeroes(64);
  std::unordered_set<std::uint64_t> hashes;
  for (std::size_t size = 0; size <= zeroes.size(); ++size)
    hashes.insert(hashBytes(zeroes.data(), size));
  EXPECT_EQ(hashes.size(), zeroes.size() + 1);
}

TEST(HashBytes, EveryBitOfEveryByteCounts) {
  auto data = bytes(43);
  std::unordered_set<std::uint64_t> hashes{hashBytes(data.data(), data.size())};
  for (auto &byte : data)
    for (unsigned bit = 0; bit < 8; ++bit) {
      byte = static_cast<unsigned char>(byte ^ (1U << bit));
      hashes.insert(hashBytes(data.data(), data.size()));
      byte = static_cast<unsigned char>(byte ^ (1U << bit));
    }
  EXPECT_EQ(hashes.size(), data.size() * 8 + 1);
}

TEST(HashBytes, ExchangedWordsDiffer) {
  const std::vector<std::uint64_t> a{1, 2, 3, 4};
  const std::vector<std::uint64_t> b{2, 1, 3, 4};
  const std::vector<std::uint64_t> c{3, 2, 1, 4};
  EXPECT_NE(hashBytes(a.data(), 32), hashBytes(b.data(), 32));
  EXPECT_NE(hashBytes(a.data(), 32), hashBytes(c.data(), 32));
}

TEST(HashBytes, DoesNotDependOnAlignment) {
  auto data = bytes(41);
  const std::uint64_t expected = hashBytes(data.data(), 40);
  data.insert(data.begin(), 0);
  EXPECT_EQ(hashBytes(data.data() + 1, 40), expected);
}

} // namespace
} // namespace heddle::support
