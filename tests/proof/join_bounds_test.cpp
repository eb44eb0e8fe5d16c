// Bounds on the number of started threads, and on the joins that main cannot avoid.
#include "engines/ask.hpp"
#include "proof/join_bounds.hpp"

namespace heddle::testing {

namespace {

struct Bounds {
  explicit Bounds(const std::string &main)
      : program(compile("pthread_t a, b, t[3]; void *leaf(void *p) { return p; }\n"
                        "void *other(void *p) { b = 1; return p; }\n"
                        "void *parent(void *p) { start(leaf, 0); start(leaf, 0); return p; }\n"
                        "void *again(void *p) { start(again, 0); return p; }\n"
                        "int main(void) { " +
                        main + " return 0; }\n")),
        provenance(program), bounds(program, provenance) {}

  /// The joins that main has performed before it ends the program.
  unsigned joinsBeforeTheEnd() const {
    const program::Cfa &main = program.cfas[0];
    unsigned least = UINT32_MAX;
    for (program::ActionId action = 0; action < main.actions.size(); ++action)
      for (const program::Instruction &instruction : main.actions[action].instructions)
        if (std::holds_alternative<program::EndProgram>(instruction.operation))
          least = std::min(least, bounds.joinsBefore(0, action));
    return least;
  }

  /// The threads that main may not have joined before it ends the program.
  std::optional<std::int64_t> unjoinedAtTheEnd() const {
    const program::Cfa &main = program.cfas[0];
    for (program::ActionId action = 0; action < main.actions.size(); ++action)
      for (const program::Instruction &instruction : main.actions[action].instructions)
        if (std::holds_alternative<program::EndProgram>(instruction.operation))
          return bounds.unjoinedBefore(action);
    return std::nullopt;
  }

  Program program;
  proof::Provenance provenance;
  proof::JoinBounds bounds;
};

} // namespace

TEST(ProofJoinBounds, CountsThreadsAndJoins) {
  const Bounds bounds("pthread_create(&a, 0, leaf, 0); pthread_create(&t[0], 0, leaf, 0); join(a); join(t[0]);");
  EXPECT_EQ(bounds.bounds.mostStarted(), 2U);
  EXPECT_EQ(bounds.joinsBeforeTheEnd(), 2U);
}

TEST(ProofJoinBounds, CountsInLoops) {
  const Bounds bounds("for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, leaf, 0);\n"
                      "for (int i = 0; i < 3; i++) join(t[i]);");
  EXPECT_EQ(bounds.bounds.mostStarted(), 3U);
  EXPECT_EQ(bounds.joinsBeforeTheEnd(), 3U);
}

TEST(ProofJoinBounds, FollowsHandlesThroughLocalVariables) {
  const Bounds bounds("pthread_t h; pthread_create(&h, 0, leaf, 0); join(h);");
  EXPECT_EQ(bounds.joinsBeforeTheEnd(), 1U);
}

TEST(ProofJoinBounds, CountsThreadsOfThreads) {
  EXPECT_EQ(Bounds("start(parent, 0); start(parent, 0);").bounds.mostStarted(), 6U);
}

TEST(ProofJoinBounds, HasNoBoundForThreadsInEndlessLoops) {
  EXPECT_EQ(Bounds("while (1) start(leaf, 0);").bounds.mostStarted(), std::nullopt);
}

TEST(ProofJoinBounds, HasNoBoundForThreadsThatStartThemselves) {
  EXPECT_EQ(Bounds("start(again, 0);").bounds.mostStarted(), std::nullopt);
}

TEST(ProofJoinBounds, DoesNotCountAJoinThatMayBeSkipped) {
  const Bounds bounds("pthread_create(&a, 0, leaf, 0); if (__VERIFIER_nondet_int()) join(a);");
  EXPECT_EQ(bounds.joinsBeforeTheEnd(), 0U);
}

TEST(ProofJoinBounds, CountsThreadsThatMainHasNotJoined) {
  EXPECT_EQ(Bounds("pthread_create(&a, 0, leaf, 0); join(a); pthread_create(&a, 0, leaf, 0);").unjoinedAtTheEnd(), 1);
  EXPECT_EQ(Bounds("pthread_create(&a, 0, leaf, 0); if (__VERIFIER_nondet_int()) join(a);").unjoinedAtTheEnd(), 1);
  EXPECT_EQ(Bounds("pthread_create(&a, 0, leaf, 0); join(a);").unjoinedAtTheEnd(), 0);
}

TEST(ProofJoinBounds, JoinsCancelStartsInLoops) {
  const Bounds bounds("while (__VERIFIER_nondet_int()) { pthread_create(&a, 0, leaf, 0); join(a); }");
  EXPECT_EQ(bounds.bounds.mostStarted(), std::nullopt);
  EXPECT_EQ(bounds.bounds.mostStartedByOthers(), 0U);
  EXPECT_EQ(bounds.unjoinedAtTheEnd(), 0);
}

TEST(ProofJoinBounds, CountsThreadsThatOthersStart) {
  EXPECT_GE(Bounds("pthread_create(&a, 0, parent, 0); join(a);").bounds.mostStartedByOthers(), 2U);
  EXPECT_EQ(Bounds("start(again, 0);").bounds.mostStartedByOthers(), std::nullopt);
}

TEST(ProofJoinBounds, DoesNotKnowHandlesThatOthersWrite) {
  const Bounds bounds("pthread_create(&b, 0, other, 0); join(b);");
  EXPECT_EQ(bounds.joinsBeforeTheEnd(), 0U);
}

} // namespace heddle::testing
