#include "support/bytes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace heddle::support {
namespace {

TEST(Bytes, LowestComesFirst) {
  const std::array<std::uint8_t, 3> bytes{0x01, 0x02, 0xff};
  EXPECT_TRUE(fromLittleEndian(bytes) == 0xff0201);
}

TEST(Bytes, OfNoneAreZero) { EXPECT_TRUE(fromLittleEndian({}) == 0); }

TEST(Bytes, FillAll128Bits) {
  const std::vector<std::uint8_t> bytes(16, 0xff);
  EXPECT_TRUE(fromLittleEndian(bytes) == ~Bits{0});
}

} // namespace
} // namespace heddle::support
