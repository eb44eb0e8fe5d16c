#include "support/utf8.hpp"

#include <gtest/gtest.h>

namespace heddle::support {

TEST(Utf8, HasCharactersOfOneToFourBytes) {
  for (const std::string_view text : {"a", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"})
    EXPECT_EQ(utf8Length(text, 0), text.size()) << text;
  EXPECT_EQ(utf8Length("a", 1), 0) << "beyond the end";
}

TEST(Utf8, HasNoOtherForms) {
  for (const std::string_view text : {"\x80", "\xC3", "\xC0\xAF", "\xE9 a", "\xE0\x80\xAF", "\xED\xA0\x80",
                                      "\xF4\x90\x80\x80", "\xF0\x9F\x98", "\xFF"})
    EXPECT_EQ(utf8Length(text, 0), 0) << static_cast<int>(text[0]);
}

TEST(Printable, KeepsTextAndReplacesWhatCannotBeRead) {
  EXPECT_EQ(printable("caf\xC3\xA9 <1>"), "caf\xC3\xA9 <1>");
  EXPECT_EQ(printable("caf\xE9\t1"), "caf\xEF\xBF\xBD 1");
}

TEST(Printable, LeavesOutColours) {
  EXPECT_EQ(printable("\x1B[1;31merror\x1B[0m: x"), "error: x");
  EXPECT_EQ(printable("a\x1B"), "a");
  EXPECT_EQ(printable("a\x1B["), "a");
}

} // namespace heddle::support
