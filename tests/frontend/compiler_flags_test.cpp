#include "frontend/compiler_flags.hpp"

#include <gtest/gtest.h>

namespace heddle::frontend {
namespace {

using Words = std::vector<std::string>;

SeparatedFlags separated(const Words &arguments) {
  const auto flags = separateFlags(arguments);
  EXPECT_TRUE(flags) << flags.error().message;
  return flags ? *flags : SeparatedFlags{};
}

TEST(CompilerFlags, KeepsWhatChangesTheMeaningInItsOrder) {
  const SeparatedFlags flags =
      separated({"-DA=1", "-UA", "-I", "include", "-std=c99", "-m32", "-fno-builtin-memcpy", "-includeconfig.h"});
  EXPECT_EQ(asArguments(flags.kept),
            (Words{"-DA=1", "-UA", "-Iinclude", "-std=c99", "-m32", "-fno-builtin-memcpy", "-include", "config.h"}));
  EXPECT_TRUE(flags.ignored.empty());
  EXPECT_TRUE(flags.others.empty());
}

TEST(CompilerFlags, IgnoresOperandsTogetherWithTheirOptions) {
  const SeparatedFlags flags = separated({"-o", "-I", "-MF", "x.d", "-Xlinker", "-rpath", "-lm", "-x", "c", "a.c"});
  EXPECT_EQ(flags.ignored, (Words{"-o -I", "-MF x.d", "-Xlinker -rpath", "-lm", "-x c"}));
  EXPECT_TRUE(flags.kept.empty());
  EXPECT_EQ(flags.others, Words{"a.c"});
}

TEST(CompilerFlags, LeavesHeddlesOwnOptionsAlone) {
  const Words own{"verify", "--property", "no-data-race", "-p", "build", "--timeout=5s", "-h", "--engine", "bmc"};
  EXPECT_EQ(separated(own).others, own);
}

TEST(CompilerFlags, TakesMacrosOutOfOptionsForThePreprocessor) {
  EXPECT_EQ(asArguments(separated({"-Wp,-MD,x.d,-DA=1,-Iinclude"}).kept), (Words{"-DA=1", "-Iinclude"}));
}

TEST(CompilerFlags, KnowsWhichOperandsArePaths) {
  const SeparatedFlags flags = separated({"-Isrc", "-DX", "-include", "a.h"});
  ASSERT_EQ(flags.kept.size(), 3U);
  EXPECT_EQ(flags.kept[0].operand, FlagOperand::Path);
  EXPECT_EQ(flags.kept[1].operand, FlagOperand::Text);
  EXPECT_EQ(flags.kept[2].operand, FlagOperand::HeaderPath);
}

TEST(CompilerFlags, NamesAMissingOperand) {
  const auto flags = separateFlags(Words{"a.c", "-isystem"});
  ASSERT_FALSE(flags);
  EXPECT_EQ(flags.error().message, "-isystem needs a value");
}

TEST(CompilerFlags, RefusesOtherProgramsThanTheGivenOne) {
  EXPECT_FALSE(separateFlags(Words{"-fopenmp"}));
  EXPECT_FALSE(separateFlags(Words{"-mx32"}));
  EXPECT_TRUE(separateFlags(Words{"-fopenmp-simd"}));
}

} // namespace
} // namespace heddle::frontend
