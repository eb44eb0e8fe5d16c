// The examples of the paper.
#include "coverability/boolean_program.hpp"
#include "coverability/oracle.hpp"
#include "systems.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace heddle::coverability {

namespace {

constexpr const char *figure3 = R"(
shared s : 0..3 := 0;
0: atomic {
     if s != 0
       goto 0;
     else
       s := 3; }
1: atomic {
     if s != 3
       goto 1; }
2: atomic {
     if s = 2
       goto 2;
     s := (s + 1) mod 4;
     goto 0; }
target s = 2 | ;
)";

/// wait, signal and broadcast on one condition variable, with threads that wait and threads that signal.
constexpr const char *figure5 = R"(
cond c;
0: goto 1, 2, 3;
1: wait c;
   goto 5;
2: signal c;
   goto 4;
3: broadcast c;
4: goto 4;
5: skip;
6: goto 6;
)";

System compiled(const std::string &text, const std::string &target = {}) {
  auto program = parseBooleanProgram(text, "test.cbp");
  EXPECT_TRUE(program) << program.error().message;
  if (!target.empty()) {
    EXPECT_TRUE(parseProgramTargets(*program, target, "--target"));
  }
  auto result = compileBooleanProgram(*program, "test.cbp");
  EXPECT_TRUE(result) << result.error().message;
  return std::move(*result);
}

Options with(Algorithm algorithm, bool oracle) {
  Options options;
  options.algorithm = algorithm;
  options.oracle = oracle;
  return options;
}

std::uint64_t mostThreads(const Certificate &certificate) {
  std::uint64_t most = 0;
  for (const Configuration &configuration : certificate.minimal)
    most = std::max(most, finiteDimension(configuration.threads));
  return most;
}

} // namespace

TEST(Figure3, CompilesToTheSystemOfFigure4) {
  const System system = compiled(figure3);
  EXPECT_EQ(system.sharedStates(), 4u);
  EXPECT_EQ(system.localStates(), 3u);
  EXPECT_EQ(system.transitions().size(), 5u);
}

TEST(Figure4, BackwardSearchFindsTheProofOfFigure6) {
  for (const bool oracle : {false, true}) {
    const Answer answer = ask(system(figure4), with(Algorithm::Backward, oracle));
    ASSERT_EQ(answer.verdict, Verdict::Uncoverable);
    EXPECT_EQ(answer.certificate->minimal.size(), 9u);
    EXPECT_EQ(mostThreads(*answer.certificate), 3u);
    EXPECT_EQ(answer.statistics.longestPath, 7u);
  }
}

TEST(Figure4, WideningFindsTheProofOfFigure8) {
  for (const Algorithm algorithm : {Algorithm::Widen, Algorithm::Lean}) {
    for (const bool oracle : {false, true}) {
      for (const System &asked : {system(figure4), compiled(figure3)}) {
        const Answer answer = ask(asked, with(algorithm, oracle));
        ASSERT_EQ(answer.verdict, Verdict::Uncoverable);
        EXPECT_EQ(answer.certificate->minimal.size(), 7u);
        EXPECT_EQ(mostThreads(*answer.certificate), 2u);
      }
    }
  }
}

TEST(Widen, ATargetBelowAnotherOneStaysATarget) {
  // Widening the first target gives (1 | 0), which is the second one, and coverable.
  const std::string text = "2 2\ninit 0|0\n0 0 -> 1 0\ntarget 1|0,1\ntarget 1|0\n";
  for (const Algorithm algorithm : {Algorithm::Backward, Algorithm::Widen, Algorithm::Lean})
    EXPECT_EQ(verdict(text, with(algorithm, false)), Verdict::Coverable);
}

TEST(Figure5, ASignalWakesOneAndABroadcastAll) {
  EXPECT_EQ(ask(compiled(figure5, "| 5")).verdict, Verdict::Coverable);
  EXPECT_EQ(ask(compiled(figure5, "| 5, 5, 5")).verdict, Verdict::Coverable);
  EXPECT_EQ(ask(compiled(figure5, "| 4, 4")).verdict, Verdict::Coverable);
}

TEST(Figure5, NoThreadWakesUpWithoutASignal) {
  const char *withoutSignal = "cond c; 0: wait c; 1: signal c; 2: skip;";
  EXPECT_EQ(ask(compiled(withoutSignal, "| 1")).verdict, Verdict::Uncoverable);
}

TEST(Figure5, ASignalWakesNoMoreThanOne) {
  // Only one thread may signal, and only once.
  const char *once = "shared signalled := 0; cond c;\n"
                     "0: goto 1, 2;\n"
                     "1: wait c; woken: goto woken;\n"
                     "2: atomic { assume signalled = 0; signalled := 1; } signal c; 3: goto 3;\n";
  EXPECT_EQ(ask(compiled(once, "| woken")).verdict, Verdict::Coverable);
  EXPECT_EQ(ask(compiled(once, "| woken, woken")).verdict, Verdict::Uncoverable);
}

TEST(Trace, ASilentSignalOfThePlanWakesAnInitialThread) {
  // The plan needs no thread in local state 1, but every initial configuration has one there.
  const System asked = system("2 2\ninit 0|1\n0 1 !> 1 0\ntarget 1|\n");
  Options options;
  options.oracle = false;
  EXPECT_EQ(ask(asked, options).verdict, Verdict::Coverable);
}

TEST(Figure11, TwoThreadsInLocalState2AreUncoverable) {
  for (const Algorithm algorithm : {Algorithm::Backward, Algorithm::Widen, Algorithm::Lean}) {
    for (const bool oracle : {false, true})
      EXPECT_EQ(verdict(figure11, with(algorithm, oracle)), Verdict::Uncoverable);
  }
}

TEST(Figure11, TheOracleDoesNotAccelerateAcrossTheBroadcast) {
  const System asked = system(figure11);
  support::Cancellation cancellation;
  Oracle oracle(asked, cancellation);
  oracle.searchUpTo(1000);
  std::vector<Oracle::Finding> findings;
  oracle.collect(findings);
  EXPECT_TRUE(std::any_of(findings.begin(), findings.end(), [](const Oracle::Finding &finding) {
    return covered(Configuration{0, {{0, 9}, {1, 9}, {2, 1}}}, finding.configuration);
  }));
  EXPECT_TRUE(std::none_of(findings.begin(), findings.end(), [](const Oracle::Finding &finding) {
    return covered(Configuration{0, {{2, 2}}}, finding.configuration);
  }));
  EXPECT_TRUE(oracle.exhausted());
}

} // namespace heddle::coverability
