// Options as engines describe them.
#include "engines/option.hpp"

#include <gtest/gtest.h>

namespace heddle::engines {
namespace {

TEST(Option, ANumberIsSetWithinItsRange) {
  unsigned depth = 3;
  const Option option = number("--depth", "N", depth, "how deep", 1, 10);
  EXPECT_EQ(option.defaultValue, "3");
  EXPECT_EQ(option.set("7"), std::nullopt);
  EXPECT_EQ(depth, 7U);
}

TEST(Option, ANumberRefusesWhatIsNoNumberOrOutOfRange) {
  unsigned depth = 3;
  const Option option = number("--depth", "N", depth, "how deep", 1, 10);
  for (const char *text : {"", "0", "11", "-1", "3x", "x", " 3", "99999999999999999999999"}) {
    const auto error = option.set(text);
    ASSERT_TRUE(error) << text;
    EXPECT_EQ(error->message, "'" + std::string(text) + "' is not a whole number from 1 to 10");
  }
  EXPECT_EQ(depth, 3U);
}

TEST(Option, AChoiceKnowsItsNamesAndItsDefault) {
  bool lazy = true;
  const Option option = choice("--pruning", lazy, {{"full", false}, {"lazy", true}}, "what is kept");
  EXPECT_EQ(option.choices, (std::vector<std::string>{"full", "lazy"}));
  EXPECT_EQ(option.defaultValue, "lazy");
  EXPECT_EQ(option.set("full"), std::nullopt);
  EXPECT_FALSE(lazy);
  EXPECT_EQ(option.set("none")->message, "'none' is not full or lazy");
}

TEST(Option, AFlagHasNoValue) {
  bool monolithic = false;
  const Option option = flag("--monolithic", monolithic, "all at once");
  EXPECT_TRUE(option.isFlag());
  EXPECT_EQ(option.set(""), std::nullopt);
  EXPECT_TRUE(monolithic);
}

TEST(Option, AlternativesReadLikeASentence) {
  EXPECT_EQ(alternatives({"a"}), "a");
  EXPECT_EQ(alternatives({"a", "b"}), "a or b");
  EXPECT_EQ(alternatives({"a", "b", "c"}), "a, b or c");
}

} // namespace
} // namespace heddle::engines
