#include "support/graphviz.hpp"

#include <gtest/gtest.h>

namespace heddle::support {
namespace {

TEST(Graphviz, EscapesQuotesBackslashesAndLineBreaks) {
  EXPECT_EQ(escapedForGraphviz("a\"b\\c\r\nd"), "a\\\"b\\\\c\\ld");
}

} // namespace
} // namespace heddle::support
