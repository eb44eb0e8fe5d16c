// The places of accesses, by regions, alignment and the kinds of objects.
#include "events/places.hpp"

#include <gtest/gtest.h>

namespace heddle::events {

namespace {

using analysis::Region;
using program::Bits;
using program::StaticObject;

constexpr ObjectId variable = 1; // 8 bytes
constexpr ObjectId constant = 2; // 4 bytes
// 3 is a function
constexpr ObjectId dynamic = 4; // 4 bytes, of site 0
constexpr std::size_t many = 100;

class Places : public ::testing::Test {
protected:
  Places() {
    addStatic(StaticObject::Kind::Variable, 8);
    addStatic(StaticObject::Kind::Constant, 4);
    addStatic(StaticObject::Kind::Function, 1);
    unwound.program = &source;
    unwound.objects.emplace_back().size = 4;
  }

  void addStatic(StaticObject::Kind kind, std::uint64_t size) {
    StaticObject object;
    object.kind = kind;
    object.size = size;
    source.objects.push_back(object);
  }

  Bits at(ObjectId object, std::uint64_t offset) const { return source.pointers.pointer(object, offset); }
  Expr anyAddress() { return unwound.symbol(source.pointers.width); }
  Expr multipleOf4() {
    return unwound.pool->make(program::ExprKind::Mul, anyAddress(), unwound.pool->constant(4, source.pointers.width));
  }
  /// Of accesses of four bytes.
  std::vector<Bits> wordsIn(const analysis::RegionSet &regions, Expr address, bool write = false) {
    return placesIn(unwound, regions, address, 4, write, many).value();
  }

  program::Program source;
  UnwoundProgram unwound;
};

using Expected = std::vector<Bits>;

TEST_F(Places, LieInsideTheObjects) {
  EXPECT_TRUE(wordsIn({Region::object(variable)}, anyAddress()) ==
              (Expected{at(variable, 0), at(variable, 1), at(variable, 2), at(variable, 3), at(variable, 4)}));
}

TEST_F(Places, HaveTheAlignmentOfTheAddress) {
  EXPECT_TRUE(wordsIn({Region::anywhere()}, multipleOf4()) ==
              (Expected{at(variable, 0), at(variable, 4), at(constant, 0), at(dynamic, 0)}));
}

TEST_F(Places, TouchTheBytesOfTheRegions) {
  EXPECT_TRUE(wordsIn({Region::object(variable, 4, 8)}, multipleOf4()) == Expected{at(variable, 4)});
  EXPECT_TRUE(wordsIn({Region::site(0)}, multipleOf4()) == Expected{at(dynamic, 0)});
}

TEST_F(Places, OfWritesAreNotInConstants) {
  EXPECT_TRUE(wordsIn({Region::object(constant), Region::site(0)}, multipleOf4(), true) == Expected{at(dynamic, 0)});
}

TEST_F(Places, OfNoBytesAreInTheWholeObject) {
  const auto places = placesIn(unwound, {Region::site(0, 0, 0)}, multipleOf4(), 0, false, many);
  EXPECT_TRUE(places == (Expected{at(dynamic, 0), at(dynamic, 4)}));
}

TEST_F(Places, AreNotListedBeyondTheLimit) {
  EXPECT_TRUE(placesIn(unwound, {Region::object(variable)}, anyAddress(), 4, false, 5).has_value());
  EXPECT_FALSE(placesIn(unwound, {Region::object(variable)}, anyAddress(), 4, false, 4).has_value());
}

} // namespace

} // namespace heddle::events
