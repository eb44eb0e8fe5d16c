#include "native/assembly.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::native {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr const char *example = R"(	.file	"a.c"
	.file	0 "/home/me" "a.c" md5 0x0
main:                                   # @main
	.loc	0 3 7 prologue_end
	callq	malloc@PLT
	.loc	1 12 2
	callq	__tsan_read4@PLT
	movq	free@GOTPCREL(%rip), %rax
	.asciz	"callq malloc"
	.quad	reach_error
	.globl	reach_error
	.file	1 "include" "b.h"
reach_error:
)";

std::string rewritten(const std::string &text, Places &places, const Renaming &renaming = {}) {
  return rewrite(text, renaming, places, [](const std::string &path) { return SourcePlace{path, 0, 0, false}; });
}

TEST(Assembly, CallsHaveThePlacesOfTheirLines) {
  Places places;
  const std::string text = rewritten(example, places);
  ASSERT_EQ(places.all().size(), 3U);
  EXPECT_EQ(places[1], (SourcePlace{"/home/me/a.c", 3, 7, false}));
  EXPECT_EQ(places[2], (SourcePlace{"/home/me/include/b.h", 12, 2, false}));
  EXPECT_THAT(text, HasSubstr("callq\tmalloc@PLT\n.Lheddle_call0:\n"));
  EXPECT_THAT(text, HasSubstr(".long\t.Lheddle_call1-.\n\t.long\t2\n"));
}

TEST(Assembly, OnlyReferencesAreRenamed) {
  Places places;
  const Renaming renaming{{{"malloc", "heddleModel_malloc"}, {"free", "mine"}, {"reach_error", "error"}}, {}};
  const std::string text = rewritten(example, places, renaming);
  EXPECT_THAT(text, HasSubstr("callq\theddleModel_malloc@PLT\n"));
  EXPECT_THAT(text, HasSubstr("movq\tmine@GOTPCREL(%rip), %rax\n"));
  EXPECT_THAT(text, HasSubstr(".quad\terror\n"));
  EXPECT_THAT(text, HasSubstr(".asciz\t\"callq malloc\"\n"));
  EXPECT_THAT(text, HasSubstr(".globl\treach_error\n"));
  EXPECT_THAT(text, HasSubstr("\nreach_error:\n"));
}

TEST(Assembly, DefinitionsAreRenamedByTheirOwnTable) {
  Places places;
  const std::string text = rewritten(example, places, {{}, {{"reach_error", "other"}}});
  EXPECT_THAT(text, HasSubstr(".globl\tother\n"));
  EXPECT_THAT(text, HasSubstr("\nother:\n"));
  EXPECT_THAT(text, HasSubstr(".quad\treach_error\n"));
}

TEST(Assembly, CallsOfInlineAssemblyAreLeftAlone) {
  Places places;
  EXPECT_THAT(rewritten("\t#APP\n\tcallq\tf\n\t#NO_APP\n", places), Not(HasSubstr(".Lheddle_call0")));
}

TEST(Assembly, SymbolsAreDefinedOrMentioned) {
  const Symbols symbols = symbolsOf(example);
  EXPECT_THAT(symbols.defined, Contains("main"));
  EXPECT_THAT(symbols.defined, Contains("reach_error"));
  EXPECT_THAT(symbols.defined, Not(Contains("malloc")));
  EXPECT_THAT(symbols.mentioned, Contains("malloc"));
  EXPECT_THAT(symbols.mentioned, Contains("free"));
}

} // namespace
} // namespace heddle::native
