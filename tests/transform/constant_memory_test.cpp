#include "program_builder.hpp"
#include "transform/constant_memory.hpp"

#include <gtest/gtest.h>

namespace heddle::transform {
namespace {

using namespace heddle::testing;

class ConstantMemoryTest : public ::testing::Test {
protected:
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  ObjectId x = build.global("x", 8);
  RegisterId a = main.reg("a", 32);
  RegisterId p = main.reg("p", 64);

  std::size_t loadsLeft() {
    foldConstantMemory(build.program);
    EXPECT_EQ(validate(build.program), std::nullopt);
    std::size_t result = 0;
    for (const Action &action : build.program.cfas[0].actions)
      for (const Instruction &instruction : action.instructions)
        result += std::holds_alternative<Load>(instruction.operation) ? 1 : 0;
    return result;
  }
};

TEST_F(ConstantMemoryTest, LoadsOfMemoryThatIsNeverWrittenAreConstants) {
  main.fromEntry().load(a, build.address(x)).endThread();
  EXPECT_EQ(loadsLeft(), 0U);
}

TEST_F(ConstantMemoryTest, LoadsOfWrittenBytesStay) {
  main.fromEntry().load(a, build.address(x)).store(build.address(x), build.constant(1, 32)).endThread();
  EXPECT_EQ(loadsLeft(), 1U);
}

TEST_F(ConstantMemoryTest, WritesToOtherBytesOfTheObjectDoNotMatter) {
  main.fromEntry().load(a, build.address(x)).store(build.address(x, 4), build.constant(1, 32)).endThread();
  EXPECT_EQ(loadsLeft(), 0U);
}

TEST_F(ConstantMemoryTest, WritesThroughPointersCount) {
  main.fromEntry()
      .load(a, build.address(x))
      .assign(p, build.address(x))
      .store(main.use(p), build.constant(1, 32))
      .endThread();
  EXPECT_EQ(loadsLeft(), 1U);
}

TEST_F(ConstantMemoryTest, UnknownContentIsNoConstant) {
  build.program.objects[x].initial.reset();
  main.fromEntry().load(a, build.address(x)).endThread();
  EXPECT_EQ(loadsLeft(), 1U);
}

TEST_F(ConstantMemoryTest, InvalidLoadsStay) {
  main.fromEntry().load(a, build.address(x, 6)).endThread();
  EXPECT_EQ(loadsLeft(), 1U);
}

} // namespace
} // namespace heddle::transform
