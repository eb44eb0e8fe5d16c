// How format strings of printf are taken apart.
#include "frontend/format.hpp"

#include <gtest/gtest.h>

namespace heddle::frontend {
namespace {

std::vector<FormatPart> parts(std::string_view format) {
  auto parsed = parseFormat(format);
  if (!parsed) {
    ADD_FAILURE() << parsed.error().message;
    return {FormatPart{}};
  }
  return *parsed;
}

const Conversion &onlyConversion(const std::vector<FormatPart> &of) {
  EXPECT_EQ(of.size(), 2U);
  EXPECT_TRUE(of.front().conversion.has_value());
  return *of.front().conversion;
}

TEST(Format, TextAndConversionsAlternate) {
  const auto of = parts("a %d b%sc");
  ASSERT_EQ(of.size(), 3U);
  EXPECT_EQ(of[0].text, "a ");
  EXPECT_EQ(of[0].conversion->specifier, 'd');
  EXPECT_EQ(of[1].text, " b");
  EXPECT_EQ(of[1].conversion->specifier, 's');
  EXPECT_EQ(of[2].text, "c");
  EXPECT_FALSE(of[2].conversion.has_value());
}

TEST(Format, AFormatWithoutConversionsIsText) {
  const auto of = parts("100%% sure\n");
  ASSERT_EQ(of.size(), 1U);
  EXPECT_EQ(of[0].text, "100% sure\n");
}

TEST(Format, FlagsComeBeforeTheWidth) {
  const Conversion conversion = onlyConversion(parts("%-+ #010d"));
  EXPECT_TRUE(conversion.leftAligned && conversion.showsPlus && conversion.showsSpace && conversion.alternative &&
              conversion.zeroPadded);
  EXPECT_EQ(std::get<int>(conversion.width), 10);
}

TEST(Format, APrecisionWithoutDigitsIsZero) {
  EXPECT_EQ(std::get<int>(onlyConversion(parts("%.s")).precision), 0);
  EXPECT_EQ(std::get<int>(onlyConversion(parts("%.7s")).precision), 7);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(onlyConversion(parts("%s")).precision));
}

TEST(Format, WidthAndPrecisionMayBeArguments) {
  const Conversion conversion = onlyConversion(parts("%*.*s"));
  EXPECT_TRUE(std::holds_alternative<TakenFromArgument>(conversion.width));
  EXPECT_TRUE(std::holds_alternative<TakenFromArgument>(conversion.precision));
}

TEST(Format, LengthsOfArguments) {
  EXPECT_EQ(onlyConversion(parts("%hhd")).length, ArgumentLength::Char);
  EXPECT_EQ(onlyConversion(parts("%hd")).length, ArgumentLength::Short);
  EXPECT_EQ(onlyConversion(parts("%ld")).length, ArgumentLength::Long);
  EXPECT_EQ(onlyConversion(parts("%zu")).length, ArgumentLength::Long);
  EXPECT_EQ(onlyConversion(parts("%lld")).length, ArgumentLength::LongLong);
  EXPECT_EQ(onlyConversion(parts("%jd")).length, ArgumentLength::LongLong);
  EXPECT_EQ(onlyConversion(parts("%Lf")).length, ArgumentLength::LongDouble);
}

TEST(Format, WhatHasNoModelIsAnError) {
  EXPECT_FALSE(parseFormat("%1$s"));
  EXPECT_FALSE(parseFormat("%y"));
  EXPECT_FALSE(parseFormat("ends with %"));
  EXPECT_FALSE(parseFormat("%5"));
}

} // namespace
} // namespace heddle::frontend
