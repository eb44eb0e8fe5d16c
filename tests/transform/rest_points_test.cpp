#include "program_builder.hpp"
#include "transform/rest_points.hpp"

#include <gtest/gtest.h>

namespace heddle::transform {
namespace {

using namespace heddle::testing;

/// A location with a compare-exchange that may fail, and what happens otherwise.
class RestPointsTest : public ::testing::Test {
protected:
  ProgramBuilder build;
  const ObjectId x = build.global("x", 4);
  CfaBuilder main = build.cfa("main");
  const RegisterId enters = main.reg("enters", 1);
  const RegisterId expected = main.reg("expected", 32);
  const RegisterId old = main.reg("old", 32);
  const LocationId start = main.fromEntry().havoc(enters).havoc(expected).here();
  const Expr succeeds = build.pool().eq(main.use(expected), main.use(old));

  /// `local` says that no other thread stores in x.
  Operation load(bool local) {
    Access access;
    access.shared = !local;
    return Load{old, build.address(x), 32, access};
  }
  ActionId add(std::vector<Operation> operations) {
    main.from(start).actionTo(main.exit(), std::move(operations));
    return static_cast<ActionId>(build.program.cfas[0].actions.size() - 1);
  }
  Operation endThread() { return EndThread{build.constant(0, build.program.pointers.width)}; }
  bool isVisibleAfterwards(ActionId action) {
    alignRestPoints(build.program);
    EXPECT_EQ(validate(build.program), std::nullopt);
    return isVisible(build.program.cfas[0].actions[action]);
  }
};

TEST_F(RestPointsTest, ALocalActionBesideOneThatMayFailTakesAStep) {
  add({AtomicBegin{}, load(true), Guard{succeeds}, Store{build.address(x), build.constant(0, 32), {}}, endThread()});
  const ActionId failure = add({load(true), Guard{build.pool().negate(succeeds)}, endThread()});
  EXPECT_TRUE(isVisibleAfterwards(failure));
}

TEST_F(RestPointsTest, AnActionThatTheFirstGuardExcludesStaysLocal) {
  const Expr entering = main.use(enters);
  add({Guard{entering}, AtomicBegin{}, load(true), Guard{succeeds}, Store{build.address(x), build.constant(0, 32), {}},
       endThread()});
  const ActionId failure = add({Guard{entering}, load(true), Guard{build.pool().negate(succeeds)}, endThread()});
  const ActionId around = add({Guard{build.pool().negate(entering)}, endThread()});
  EXPECT_FALSE(isVisibleAfterwards(around));
  const Operation &first = build.program.cfas[0].actions[failure].instructions.front().operation;
  EXPECT_TRUE(std::holds_alternative<Guard>(first)) << "the action is considered although the guard excludes it";
}

/// The second action becomes visible because of the first, and the third because of the second.
TEST_F(RestPointsTest, AnActionBesideOneThatHasBecomeVisibleTakesAStep) {
  const Expr entering = main.use(enters);
  add({Guard{entering}, AtomicBegin{}, load(true), Guard{succeeds}, Store{build.address(x), build.constant(0, 32), {}},
       endThread()});
  add({load(true), Guard{build.pool().conjunction(entering, build.pool().negate(succeeds))}, endThread()});
  const ActionId around = add({Guard{build.pool().negate(entering)}, endThread()});
  EXPECT_TRUE(isVisibleAfterwards(around));
}

} // namespace
} // namespace heddle::transform
