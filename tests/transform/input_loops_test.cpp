#include "program_builder.hpp"
#include "transform/input_loops.hpp"

#include <gtest/gtest.h>

namespace heddle::transform {
namespace {

using namespace heddle::testing;

class InputLoopsTest : public ::testing::Test {
protected:
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  RegisterId input = main.reg("input", 1);

  bool becomesVisible() {
    markInputsInLoops(build.program);
    EXPECT_EQ(validate(build.program), std::nullopt);
    for (const Action &action : build.program.cfas[0].actions)
      for (const Instruction &instruction : action.instructions)
        if (const auto *havoc = std::get_if<Havoc>(&instruction.operation))
          return havoc->visible;
    ADD_FAILURE() << "no input";
    return false;
  }
};

TEST_F(InputLoopsTest, AnInputOnALocalCycleBecomesVisible) {
  const LocationId after = main.fromEntry().havoc(input).here();
  main.from(after).guard(main.use(input)).jump(main.entry());
  main.from(after).guard(build.pool().negate(main.use(input))).endThread();
  EXPECT_TRUE(becomesVisible());
}

TEST_F(InputLoopsTest, AnInputThatIsTakenOnceStaysLocal) {
  main.fromEntry().havoc(input).endThread();
  EXPECT_FALSE(becomesVisible());
}

TEST_F(InputLoopsTest, AnInputInALoopWithAVisibleOperationStaysLocal) {
  const ObjectId x = build.global("x", 4);
  const LocationId after = main.fromEntry().havoc(input).store(build.address(x), build.constant(1, 32)).here();
  main.from(after).guard(main.use(input)).jump(main.entry());
  main.from(after).guard(build.pool().negate(main.use(input))).endThread();
  EXPECT_FALSE(becomesVisible());
}

} // namespace
} // namespace heddle::transform
