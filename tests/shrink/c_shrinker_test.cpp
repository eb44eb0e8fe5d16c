#include "shrink/c_shrinker.hpp"

#include "shrink/c_tree.hpp"
#include "source_directory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace heddle::shrink {

namespace {

std::string rendered(const std::string &text) {
  const CTree tree(text);
  return tree.render(Forms(tree.pieces().size(), whole));
}

std::vector<std::string> spellings(const std::string &text) {
  std::vector<std::string> result;
  for (const Token &token : tokenise(text))
    result.push_back(token.text);
  return result;
}

bool mentions(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

/// Shrinks by a predicate on the text alone: interesting is what has balanced brackets and all the parts.
std::string keeping(const std::string &text, const std::vector<std::string> &parts) {
  Budget budget(10'000);
  const auto isInteresting = [&](const std::string &candidate) {
    return std::count(candidate.begin(), candidate.end(), '{') == std::count(candidate.begin(), candidate.end(), '}') &&
           std::all_of(parts.begin(), parts.end(), [&](const std::string &part) { return mentions(candidate, part); });
  };
  const std::string result = shrinkC(text, isInteresting, budget);
  EXPECT_TRUE(isInteresting(result)) << result;
  EXPECT_FALSE(budget.isExhausted());
  return result;
}

} // namespace

TEST(CTokens, AreThoseOfC) {
  EXPECT_EQ(spellings("#define A 1 \\\n  2\nint x=0x1p+3; // no\nc = 'a' + \"b\\\"\" /* no */ ->y<<=2;"),
            (std::vector<std::string>{"#define A 1 \\\n  2", "int", "x", "=", "0x1p+3", ";", "c", "=", "'a'", "+",
                                      "\"b\\\"\"", "->", "y", "<<=", "2", ";"}));
}

TEST(CTokens, LayOutWritesOneStatementToALine) {
  EXPECT_EQ(layOut("int a[2] = {1, 2}; void f(void) { if (a[0]) { g(); } else h(); for (;;) ; }"),
            "int a[2] = {1, 2};\nvoid f(void) {\n  if (a[0]) {\n    g();\n  } else h();\n  for (;;) ;\n}\n");
}

TEST(CTree, RendersTheSameTokens) {
  unsigned files = 0;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(HEDDLE_SOURCE_DIR "/tests/programs")) {
    if (entry.path().extension() != ".c")
      continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    EXPECT_EQ(spellings(rendered(text.str())), spellings(text.str())) << entry.path();
    EXPECT_EQ(spellings(layOut(text.str())), spellings(text.str())) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 100U);
}

TEST(CTree, AcceptsTextThatIsNotC) {
  for (const char *text : {"}", "{", "if", "if (", "else } ; ) (", "do", "int a = {", "case", "for (;", "", "struct {"})
    EXPECT_EQ(spellings(rendered(text)), spellings(text)) << text;
}

TEST(ShrinkC, RemovesStatementsAndFunctions) {
  EXPECT_EQ(keeping("int f(int a) { return a; }\nint main(void) { int x; x = 1; error(); return 0; }", {"error()"}),
            "int main(void) {\n  error();\n}\n");
}

TEST(ShrinkC, ReplacesControlFlowByItsBody) {
  EXPECT_EQ(keeping("void f(void) { if (a) { while (b) { do { hit(); } while (c); } } else x(); }", {"f(", "hit()"}),
            "void f(void) {\n  hit();\n}\n");
}

TEST(ShrinkC, KeepsTheElseBranchThatMatters) {
  EXPECT_EQ(keeping("if (a) x(); else if (b) hit(); else y();", {"hit()"}), "hit();\n");
}

TEST(ShrinkC, RemovesDeclaratorsAndInitialisers) {
  EXPECT_EQ(keeping("int a = 1, *b = &a, c[2] = {1, 2}, d;", {"int", "b"}), "int *b;\n");
}

TEST(ShrinkC, RemovesFields) {
  EXPECT_EQ(keeping("struct s { int a; char b; long c; } one, two;", {"struct s", "char b", "two"}),
            "struct s {\n  char b;\n} two;\n");
}

TEST(ShrinkC, SimplifiesExpressions) {
  EXPECT_EQ(keeping("x = (a + 5) * hit(17, b[c & 3]) - (d ? 2 : 3);", {"x =", "hit("}), "x = hit(0, 0);\n");
}

/// A thread is its function, its variable, its creation and its join. With an error in between, no contiguous range
/// of them can be removed, and none of them alone.
TEST(ShrinkC, RemovesEverythingThatDependsOnAName) {
  const auto isInteresting = [](const std::string &text) {
    const bool isCreated = mentions(text, "create(&t");
    return isCreated == mentions(text, "join(t") && isCreated == mentions(text, "pthread_t t") &&
           (!isCreated || (mentions(text, "void *worker") && mentions(text, ", worker"))) && mentions(text, "error()");
  };
  Budget budget(1000);
  const std::string text = "void *worker(void *a) { return a; }\n"
                           "int main(void) { pthread_t t; create(&t, 0, worker, 0); error(); join(t, 0); }\n";
  ASSERT_TRUE(isInteresting(text));
  EXPECT_EQ(shrinkC(text, isInteresting, budget), "int main(void) {\n  error();\n}\n");
}

TEST(ShrinkC, IsDeterministicAndStopsAtItsBudget) {
  std::string text;
  for (int i = 0; i < 200; ++i)
    text += "x" + std::to_string(i) + " = " + std::to_string(i) + ";\n";
  const auto isInteresting = [](const std::string &candidate) {
    return mentions(candidate, "x7 ") && mentions(candidate, "x70 ") && mentions(candidate, "x177 ");
  };
  Budget first(30);
  Budget second(30);
  const std::string result = shrinkC(text, isInteresting, first);
  EXPECT_TRUE(isInteresting(result));
  EXPECT_LT(result.size(), text.size());
  EXPECT_EQ(result, shrinkC(text, isInteresting, second));
  EXPECT_EQ(first.spent(), 30U);
}

} // namespace heddle::shrink
