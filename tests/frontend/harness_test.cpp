#include "frontend/harness.hpp"

#include "temporary_files.hpp"

#include <gtest/gtest.h>

namespace heddle::frontend {
namespace {

std::vector<std::string> threadsOf(const std::string &text) {
  std::vector<std::string> texts;
  const auto threads = parseThreads(text);
  EXPECT_TRUE(threads) << threads.error().message;
  if (threads)
    for (const Harness::Code &thread : *threads)
      texts.push_back(thread.text);
  return texts;
}

TEST(HarnessThreads, AreSeparatedByBars) {
  EXPECT_EQ(threadsOf("f(&q, 1) | g(&q)"), (std::vector<std::string>{"f(&q, 1)", "g(&q)"}));
  EXPECT_EQ(threadsOf("f()"), std::vector<std::string>{"f()"});
}

TEST(HarnessThreads, KeepTheBarsOfC) {
  const std::vector<std::string> whole{"f(a | b, \"|\", '|') , x |= 1 , y = a || b , { z = a | b; }"};
  EXPECT_EQ(threadsOf(whole.front()), whole);
  EXPECT_EQ(threadsOf(R"(f("\"|") | g())"), (std::vector<std::string>{R"(f("\"|"))", "g()"}));
}

TEST(HarnessThreads, MustNotBeEmpty) {
  EXPECT_FALSE(parseThreads(""));
  EXPECT_FALSE(parseThreads("f() |"));
  EXPECT_FALSE(parseThreads("| f()"));
}

TEST(HarnessFile, GivesEachPartItsLine) {
  TemporaryFiles files;
  const std::string path = files.write("h.yaml", "setup: init();\nthreads:\n  - f()\n  - |\n    g();\n    h();\n");
  const auto harness = parseHarness(path);
  ASSERT_TRUE(harness) << harness.error().message;
  EXPECT_EQ(harness->setup, (Harness::Code{"init();", path, 1}));
  ASSERT_EQ(harness->threads.size(), 2U);
  EXPECT_EQ(harness->threads[0], (Harness::Code{"f()", path, 3}));
  EXPECT_EQ(harness->threads[1], (Harness::Code{"g();\nh();\n", path, 5}));
}

TEST(HarnessSource, KeepsChecksWhereTheLibraryHasNone) {
  Harness harness;
  harness.threads = {{"f()", "t", 1}};
  harness.check = {"assert(x)", "c", 7};
  const std::string text = toSource(harness, false);
  EXPECT_NE(text.find("#undef NDEBUG\n#include <assert.h>"), std::string::npos);
  EXPECT_NE(text.find("# 7 \"c\"\nassert(x)"), std::string::npos);
  EXPECT_EQ(toSource(harness, true).find("#include"), std::string::npos);
}

} // namespace
} // namespace heddle::frontend
