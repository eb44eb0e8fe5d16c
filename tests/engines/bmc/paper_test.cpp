// The programs of "Scheduling Constraint Based Abstraction Refinement for Multi-Threaded Program Verification".
#include "engines/ask.hpp"

namespace heddle::testing {

using engines::bmc::Options;

namespace {

constexpr const char *figureTwo = R"(
int x = 1, y = 1, m = 0, n = 0;
void *thr1(void *arg) { x = y + 1; m = y; x = 0; return 0; }
void *thr2(void *arg) { y = x + 1; n = x; y = 0; return 0; }
int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, thr1, 0);
  pthread_create(&t2, 0, thr2, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  check(!(m == 1 && n == 1));
  return 0;
}
)";

/// Figure 6. What the reads see, p0 and p1 say; `ends` are the orders between threads, by flags that are seen.
std::string butterfly(const std::string &valueOfW) {
  return R"(
int m, n, x, y, w, a, b, c, d, seen0, seen1;
void *p2(void *arg) { m = 1; n = 2; a = 1; return 0; }
void *p3(void *arg) { n = 1; m = 2; b = 1; return 0; }
void *p4(void *arg) { x = 1; y = 2; c = 1; return 0; }
void *p5(void *arg) { y = 1; x = 2; d = 1; return 0; }
void *p0(void *arg) {
  w = 1;
  int sawM = m, sawN = n;
  if (c && d)
    seen0 = w == )" +
         valueOfW + R"( && sawM == 1 && sawN == 1;
  return 0;
}
void *p1(void *arg) {
  if (a && b) {
    w = 2;
    int sawX = x, sawY = y;
    seen1 = sawX == 1 && sawY == 1;
  }
  return 0;
}
int main(void) {
  pthread_t t[6];
  t[0] = start(p0, 0); t[1] = start(p1, 0); t[2] = start(p2, 0);
  t[3] = start(p3, 0); t[4] = start(p4, 0); t[5] = start(p5, 0);
  for (int i = 0; i < 6; ++i)
    join(t[i]);
  check(!(seen0 && seen1));
  return 0;
}
)";
}

} // namespace

TEST(BmcPaper, VerifiesFigureTwoWithFewRefinements) {
  const Program program = compile(figureTwo);

  const Outcome outcome = askBmc(program);

  EXPECT_EQ(outcome.verdict(), Verdict::True) << reasonOf(outcome);
  EXPECT_LE(number(outcome, "refinements"), 10U);
  EXPECT_LE(number(outcome, "clauses.refinement"), 30U);
}

TEST(BmcPaper, VerifiesFigureTwoWithoutRefinementWhenMonolithic) {
  const Program program = compile(figureTwo);
  Options options;
  options.solving.monolithic = true;

  const Outcome outcome = askBmc(program, options);

  EXPECT_EQ(outcome.verdict(), Verdict::True) << reasonOf(outcome);
  EXPECT_EQ(number(outcome, "refinements"), 0U);
}

TEST(BmcPaper, FindsTheButterflyInfeasibleByCaseSplit) {
  const Program program = compile(butterfly("1"));

  const Outcome outcome = askBmc(program);

  EXPECT_EQ(outcome.verdict(), Verdict::True) << reasonOf(outcome);
  EXPECT_GE(number(outcome, "refinements.split"), 1U);
}

TEST(BmcPaper, MonolithicFindsTheButterflyInfeasible) {
  const Program program = compile(butterfly("1"));
  Options options;
  options.solving.monolithic = true;
  EXPECT_EQ(askBmc(program, options).verdict(), Verdict::True);
}

TEST(BmcPaper, FindsTheButterflyFeasibleIfTheOtherWriteIsRead) { EXPECT_EQ(verdictOf(butterfly("2")), Verdict::False); }

} // namespace heddle::testing
