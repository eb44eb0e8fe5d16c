#include "program/property.hpp"

#include <gtest/gtest.h>

namespace heddle::program {
namespace {

TEST(Properties, EveryNameParsesToItsProperty) {
  for (unsigned i = 0; i < userPropertyCount; ++i) {
    const auto property = static_cast<Property>(i);
    const auto parsed = parseProperty(name(property));
    ASSERT_TRUE(parsed.has_value()) << name(property);
    EXPECT_EQ(*parsed, PropertySet{property});
  }
}

TEST(Properties, PropertiesThatAreNotForUsersHaveANameButDoNotParse) {
  for (unsigned i = userPropertyCount; i < propertyCount; ++i) {
    EXPECT_FALSE(name(static_cast<Property>(i)).empty());
    EXPECT_FALSE(parseProperty(name(static_cast<Property>(i))).has_value());
  }
}

TEST(Properties, MemsafetyIsThreeProperties) {
  const PropertySet expected{Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack};
  EXPECT_EQ(parseProperty("valid-memsafety"), expected);
}

TEST(Properties, OtherWordsAreNotProperties) {
  EXPECT_FALSE(parseProperty("").has_value());
  EXPECT_FALSE(parseProperty("termination").has_value());
  EXPECT_FALSE(parseProperty("UNREACH-CALL").has_value());
}

TEST(Properties, UnionHoldsBoth) {
  const PropertySet both = PropertySet{Property::NoDataRace} | PropertySet{Property::NoDeadlock};
  EXPECT_TRUE(both.contains(Property::NoDataRace));
  EXPECT_TRUE(both.contains(Property::NoDeadlock));
  EXPECT_FALSE(both.contains(Property::NoOverflow));
}

} // namespace
} // namespace heddle::program
