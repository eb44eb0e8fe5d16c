#include "frontend/assembly_text.hpp"

#include <gtest/gtest.h>

namespace heddle::frontend {
namespace {

TEST(AssemblyText, PrefixesBelongToTheNextInstruction) {
  const auto instructions = parseAssembly("lock; xaddl $0, $1\n\tlock incl $1; decl $1");
  ASSERT_TRUE(instructions);
  ASSERT_EQ(instructions->size(), 3U);
  EXPECT_TRUE((*instructions)[0].locked);
  EXPECT_EQ((*instructions)[0].mnemonic, "xaddl");
  EXPECT_TRUE((*instructions)[1].locked);
  EXPECT_FALSE((*instructions)[2].locked);
}

TEST(AssemblyText, ArgumentsAreOperandsImmediatesRegistersAndMemory) {
  const auto instructions = parseAssembly("foo ${2:b}, $$-0x10, %r10d, 8($1), (%rsp)");
  ASSERT_TRUE(instructions);
  const std::vector<AsmArgument> &arguments = instructions->front().arguments;
  ASSERT_EQ(arguments.size(), 5U);
  EXPECT_EQ(std::get<AsmOperand>(arguments[0]).number, 2U);
  EXPECT_EQ(std::get<AsmOperand>(arguments[0]).modifier, 'b');
  EXPECT_EQ(std::get<AsmImmediate>(arguments[1]).value, -16);
  EXPECT_EQ(std::get<AsmRegister>(arguments[2]).name, "10");
  EXPECT_EQ(std::get<AsmRegister>(arguments[2]).width, 32U);
  EXPECT_EQ(std::get<AsmMemory>(arguments[3]).displacement, 8);
  EXPECT_EQ(std::get<AsmRegister>(std::get<AsmMemory>(arguments[4]).base).name, "sp");
}

TEST(AssemblyText, CommentsAndEmptyStatementsAreNothing) {
  EXPECT_TRUE(parseAssembly("# nothing")->empty());
  EXPECT_TRUE(parseAssembly(" \n\t; ")->empty());
  EXPECT_EQ(parseAssembly("rep; nop")->size(), 1U);
}

TEST(AssemblyText, EverythingElseIsRefused) {
  for (const char *text : {"1: jmp 1b", "jne label", ".byte 1", "rep movsb", "lock", "incl 4(%rax,%rbx,2)", "incl $0+4",
                           "incl %xmm0", "incl ${0:h}"})
    EXPECT_FALSE(parseAssembly(text)) << text;
}

} // namespace
} // namespace heddle::frontend
