#include "analysis/initialisation.hpp"
#include "program_builder.hpp"

#include <gtest/gtest.h>

namespace heddle::analysis {
namespace {

using namespace heddle::testing;

class InitialisationTest : public ::testing::Test {
protected:
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  RegisterId a = main.reg("a", 32);
  RegisterId p = main.pointer("p");

  static constexpr Access copying{MemoryOrder::Plain, true, true, false};

  bool isInitialised(Expr address) {
    const PointsTo pointsTo(build.program);
    return Initialisation(build.program, pointsTo).isInitialised(main.id(), Load{a, address, 32, {}});
  }
};

TEST_F(InitialisationTest, GlobalsAreInitialised) {
  const ObjectId x = build.global("x", 4);
  EXPECT_TRUE(isInitialised(build.address(x)));
}

TEST_F(InitialisationTest, UndefinedExternIsNot) {
  const ObjectId x = build.global("x", 4);
  build.program.objects[x].initial.reset();
  EXPECT_FALSE(isInitialised(build.address(x)));
}

TEST_F(InitialisationTest, ZeroedMemoryIsAndOtherFreshMemoryIsNot) {
  const RegisterId q = main.pointer("q");
  main.fromEntry().allocate(p, build.site("calloc"), 4, true).allocate(q, build.site("malloc"), 4).endProgram();
  EXPECT_TRUE(isInitialised(main.use(p)));
  EXPECT_FALSE(isInitialised(main.use(q)));
}

TEST_F(InitialisationTest, CopyOfUninitialisedMemoryIsNotInitialised) {
  const ObjectId x = build.global("x", 4);
  const ObjectId y = build.global("y", 4);
  main.fromEntry()
      .allocate(p, build.site("malloc"), 4)
      .load(a, main.use(p), copying)
      .store(build.address(x), main.use(a), copying)
      .endProgram();
  EXPECT_FALSE(isInitialised(build.address(x)));
  EXPECT_TRUE(isInitialised(build.address(y)));
}

TEST_F(InitialisationTest, CopyOfInitialisedMemoryIsInitialised) {
  const ObjectId x = build.global("x", 4);
  const ObjectId y = build.global("y", 4);
  main.fromEntry().load(a, build.address(y), copying).store(build.address(x), main.use(a), copying).endProgram();
  EXPECT_TRUE(isInitialised(build.address(x)));
}

TEST_F(InitialisationTest, WildMemoryIsNotInitialised) { EXPECT_FALSE(isInitialised(main.use(p))); }

} // namespace
} // namespace heddle::analysis
