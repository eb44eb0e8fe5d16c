#include "report/explanation.hpp"

#include <gtest/gtest.h>

namespace heddle::report {

namespace {

using program::SourceSpan;

/// worker (a.c:20) calls submit in b.c, which calls push (a.c:9) through a function of a library model.
struct Calls {
  Calls() {
    a = sources.addFile("src/a.c");
    b = sources.addFile("src/b.c");
    const program::FileId runtime = sources.addFile("once.c");
    sources.markRuntime(runtime);
    worker = sources.addFrame({"worker", {}});
    submit = sources.addFrame({"submit", {a, 20, 3, worker}});
    const program::FrameId once = sources.addFrame({"pthread_once", {b, 14, 3, submit}});
    push = sources.addFrame({"push", {runtime, 5, 1, once}});
  }
  SourceSpan inPush() const { return {a, 9, 1, push}; }

  program::SourceMap sources;
  program::FileId a = 0;
  program::FileId b = 0;
  program::FrameId worker = 0;
  program::FrameId submit = 0;
  program::FrameId push = 0;
};

} // namespace

TEST(ExplanationText, StackLeavesOutLibraryModels) {
  const Calls calls;
  EXPECT_EQ(stackText(calls.sources, calls.inPush()), "push ← submit b.c:14 ← worker:20");
  EXPECT_EQ(stackText(calls.sources, {calls.a, 20, 1, calls.worker}), "worker");
  EXPECT_EQ(stackText(calls.sources, {}), "");
}

TEST(ExplanationText, OfADeepStackShowsBothEnds) {
  Calls calls;
  program::FrameId frame = calls.worker;
  for (int i = 0; i < 10; ++i)
    frame = calls.sources.addFrame({"down", {calls.a, 30, 1, frame}});
  EXPECT_EQ(stackText(calls.sources, {calls.a, 31, 1, frame}),
            "down ← down:30 ← down:30 ← … 5 more … ← down:30 ← down:30 ← worker:30");
}

TEST(ExplanationText, HasALineForEachFact) {
  const Calls calls;
  interpreter::Explanation explanation;
  explanation.facts = {{interpreter::Fact::Role::Access, "T1 writes x", 1, calls.inPush(), ", holding no lock"},
                       {interpreter::Fact::Role::Order, "they hold no lock in common", {}, {}}};
  EXPECT_EQ(explanationLines(explanation, calls.sources, 200),
            "why:\n"
            "  T1 writes x at src/a.c:9 in push ← submit b.c:14 ← worker:20, holding no lock\n"
            "  they hold no lock in common\n");
}

TEST(ExplanationText, IsWrapped) {
  const Calls calls;
  interpreter::Explanation explanation;
  explanation.facts = {{interpreter::Fact::Role::Order, "one two three four five six seven eight nine ten", {}, {}}};
  EXPECT_EQ(explanationLines(explanation, calls.sources, 40),
            "why:\n  one two three four five six seven\n      eight nine ten\n");
}

TEST(ExplanationText, IsEmptyWithoutFacts) { EXPECT_EQ(explanationLines({}, Calls().sources, 80), ""); }

} // namespace heddle::report
