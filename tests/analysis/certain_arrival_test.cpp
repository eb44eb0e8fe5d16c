#include "analysis/certain_arrival.hpp"

#include "random_programs.hpp"

#include <gtest/gtest.h>

namespace heddle::analysis {
namespace {

using namespace heddle::testing;
using program::ActionId;
using program::LocationId;

class CertainArrivalTest : public ::testing::Test {
protected:
  ProgramBuilder build;
  CfaBuilder f = build.cfa("f");
  LocationId middle = f.location();
  LocationId last = f.location();
  ArrivalRules rules{.mayStop = [](ActionId) { return false; }};

  std::optional<LocationId> failing() const {
    const program::Cfa &cfa = build.program.cfas[0];
    std::vector<bool> set(cfa.locations.size());
    set[last] = set[cfa.exit] = true;
    return withoutArrival(cfa, set, rules);
  }
};

TEST_F(CertainArrivalTest, OfAStraightLine) {
  f.from(f.entry()).jump(middle);
  f.from(middle).jump(last);
  EXPECT_EQ(failing(), std::nullopt);
}

TEST_F(CertainArrivalTest, NotThroughALoopWithoutABound) {
  f.from(f.entry()).jump(middle);
  f.from(middle).jump(middle);
  f.from(middle).jump(last);
  EXPECT_TRUE(failing());
}

TEST_F(CertainArrivalTest, ThroughALoopThatIsNeverRepeated) {
  f.from(f.entry()).jump(middle);
  f.from(middle).jump(middle);
  f.from(middle).jump(last);
  const program::Cfa &cfa = build.program.cfas[0];
  rules.mayBeTaken = [&](ActionId id) { return cfa.actions[id].from != cfa.actions[id].to; };
  EXPECT_EQ(failing(), std::nullopt);
}

TEST_F(CertainArrivalTest, ThroughALoopThatIsCounted) {
  const auto i = f.reg("i", 32);
  f.from(f.entry()).assign(i, build.constant(0, 32)).jump(middle);
  f.from(middle)
      .guard(build.pool().make(program::ExprKind::Ult, f.use(i), build.constant(3, 32)))
      .assign(i, build.pool().add(f.use(i), build.constant(1, 32)))
      .jump(middle);
  f.from(middle)
      .guard(build.pool().negate(build.pool().make(program::ExprKind::Ult, f.use(i), build.constant(3, 32))))
      .jump(last);
  EXPECT_EQ(failing(), std::nullopt);
}

TEST_F(CertainArrivalTest, NotIfTheThreadMayStop) {
  f.from(f.entry()).jump(middle);
  f.from(middle).jump(last);
  rules.mayStop = [&](ActionId id) { return build.program.cfas[0].actions[id].to == last; };
  EXPECT_TRUE(failing());
}

} // namespace
} // namespace heddle::analysis
