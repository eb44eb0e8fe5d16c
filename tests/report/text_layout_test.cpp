#include "report/text_layout.hpp"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using Lines = std::vector<std::string>;

TEST(TextLayout, CountsCodePointsAsColumns) {
  EXPECT_EQ(displayWidth("x → 1"), 5U);
  EXPECT_EQ(displayWidth(""), 0U);
}

TEST(TextLayout, CutsOnlyTextThatDoesNotFit) {
  EXPECT_EQ(cut("abcdef", 6), "abcdef");
  EXPECT_EQ(cut("abcdef", 5), "abcd…");
  EXPECT_EQ(cut("→→→→", 2), "→…");
  EXPECT_EQ(cut("abc", 0), "");
}

TEST(TextLayout, PadsToAnExactWidth) {
  EXPECT_EQ(pad("→", 3), "→  ");
  EXPECT_EQ(pad("abcd", 3), "ab…");
}

TEST(TextLayout, WrapsAtSpacesWithAHangingIndent) {
  EXPECT_EQ(wrap("one two three", 8, 2), (Lines{"one two", "  three"}));
  EXPECT_EQ(wrap("short", 8, 2), Lines{"short"});
}

TEST(TextLayout, BreaksWordsThatAreTooLong) { EXPECT_EQ(wrap("abcdefgh", 4, 1), (Lines{"abcd", " efg", " h"})); }

TEST(TextLayout, DoesNotBreakInsideTheIndentation) {
  EXPECT_EQ(wrap("    abcdefgh", 8, 4), (Lines{"    abcd", "    efgh"}));
}

} // namespace
} // namespace heddle::report
