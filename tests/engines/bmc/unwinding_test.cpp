// How deep loops are unwound, and what is said of those that go deeper.
#include "engines/ask.hpp"

#include <gmock/gmock.h>

namespace heddle::testing {

using engines::bmc::Options;

TEST(BmcUnwinding, UnwindsAConstantLoopExactlyAtDepthOne) {
  const Program program = compile(R"(
int main(void) { int s = 0; for (int i = 0; i < 50; ++i) s += i; check(s == 1225); return 0; }
)");
  const Outcome outcome = askBmc(program);
  EXPECT_EQ(outcome.verdict(), Verdict::True) << reasonOf(outcome);
  EXPECT_EQ(number(outcome, "depth"), 1U);
}

TEST(BmcUnwinding, FindsTheViolationBehindAConstantLoopAtDepthOne) {
  const Program program = compile(R"(
int s; int main(void) { for (int i = 0; i < 50; ++i) s += i; check(s != 1225); return 0; }
)");
  const Outcome outcome = askBmc(program);
  EXPECT_EQ(outcome.verdict(), Verdict::False) << reasonOf(outcome);
  EXPECT_EQ(number(outcome, "depth"), 1U);
}

TEST(BmcUnwinding, UnwindsNestedConstantLoopsExactly) {
  const Program program = compile(R"(
int cell[4][5];
int main(void) {
  int s = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 5; ++j)
      cell[i][j] = i * j;
  for (int i = 0; i < 4; ++i)
    for (int j = i; j < 5; ++j)
      s += cell[i][j];
  check(s == 0 + (1 + 2 + 3 + 4) + (4 + 6 + 8) + (9 + 12));
  return 0;
}
)");
  const Outcome outcome = askBmc(program);
  EXPECT_EQ(outcome.verdict(), Verdict::True) << reasonOf(outcome);
  EXPECT_EQ(number(outcome, "depth"), 1U);
}

TEST(BmcUnwinding, UnwindsConstantLoopsInThreadsExactly) {
  const Program program = compile(R"(
atomic_int x;
void *worker(void *arg) { for (int i = 0; i < 3; ++i) x++; return 0; }
int main(void) {
  pthread_t t = start(worker, 0), u = start(worker, 0);
  join(t); join(u);
  check(x == 6);
  return 0;
}
)");
  const Outcome outcome = askBmc(program);
  EXPECT_EQ(outcome.verdict(), Verdict::True) << reasonOf(outcome);
  EXPECT_EQ(number(outcome, "depth"), 1U);
}

TEST(BmcUnwinding, GoesDeeperForALoopBoundedByAnInput) {
  const Program program = compile(R"(
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n > 4) n = 4;
  int s = 0;
  for (int i = 0; i < n; ++i) s += 2;
  check(s == 2 * n);
  return 0;
}
)");
  const Outcome outcome = askBmc(program);
  EXPECT_EQ(outcome.verdict(), Verdict::True) << reasonOf(outcome);
  EXPECT_GT(number(outcome, "depth"), 1U);
}

TEST(BmcUnwinding, SaysHowDeepItLookedWhenTheDepthIsGiven) {
  const Program program = compile(R"(
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  int s = 0;
  for (int i = 0; i < n; ++i) s += 2;
  check(s < 100);
  return 0;
}
)");
  Options options;
  options.depth = 3;
  const Outcome outcome = askBmc(program, options);
  EXPECT_EQ(outcome.verdict(), Verdict::Unknown);
  EXPECT_EQ(reasonOf(outcome), "no violation up to depth 3");
}

TEST(BmcUnwinding, ADepthThatIsEnoughGivesAProof) {
  Options options;
  options.depth = 5;
  EXPECT_EQ(verdictOf(R"(
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n > 4) n = 4;
  int s = 0;
  for (int i = 0; i < n; ++i) s += 2;
  check(s == 2 * n);
  return 0;
}
)",
                      {Property::UnreachCall}, options),
            Verdict::True);
}

TEST(BmcUnwinding, UnwindsTheLoopOfALineToItsOwnDepth) {
  const std::string text = R"(
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n > 6) n = 6;
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += 2;
  unsigned char k = __VERIFIER_nondet_uchar();
  if (k > 1) k = 1;
  for (int i = 0; i < k; ++i)
    s += 1;
  check(s <= 13);
  return 0;
}
)";
  Options options;
  options.depth = 2;
  EXPECT_EQ(verdictOf(text, {Property::UnreachCall}, options), Verdict::Unknown);
  options.loopDepths = {{"6", 8}};
  EXPECT_EQ(verdictOf(text, {Property::UnreachCall}, options), Verdict::True);
}

TEST(BmcUnwinding, FindsAViolationOnlyInTheSeventhIteration) {
  const Program program = compile(R"(
int main(void) {
  volatile int i = 0; // a register would tell the analysis of loops that the seventh iteration is the last
  while (__VERIFIER_nondet_bool()) {
    i += __VERIFIER_nondet_bool();
    check(i != 7);
  }
  return 0;
}
)");
  const Outcome outcome = askBmc(program);
  EXPECT_EQ(outcome.verdict(), Verdict::False) << reasonOf(outcome);
  EXPECT_EQ(complaint(program, outcome), "");
  Options options;
  options.depth = 5; // so often the loop goes back to its head
  EXPECT_EQ(askBmc(program, options).verdict(), Verdict::Unknown);
}

TEST(BmcUnwinding, ADepthThatIsGivenForALoopIsFinal) {
  const Program program = compile(R"(
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += 2;
  check(s < 600);
  return 0;
}
)");
  Options options;
  options.loopDepths = {{"5", 2}};
  const Outcome outcome = askBmc(program, options);
  EXPECT_EQ(outcome.verdict(), Verdict::Unknown);
  EXPECT_THAT(reasonOf(outcome), ::testing::HasSubstr("a loop that is unwound 2 times (--unwindset)"));
}

TEST(BmcUnwinding, ADepthForALoopThatDoesNotExistIsAnError) {
  Options options;
  options.loopDepths = {{"nowhere.c:12", 2}};
  const auto error = options.check(compile("int main(void) { return 0; }"));
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message,
            "--unwindset: no loop that can be reached begins at line nowhere.c:12; the program has none");
}

TEST(BmcUnwinding, ProvesProgramsThatSpin) {
  EXPECT_EQ(verdictOf(R"(
atomic_int flag; int data;
void *producer(void *arg) { data = 42; flag = 1; return 0; }
int main(void) {
  start(producer, 0);
  while (!flag);
  check(data == 42);
  return 0;
}
)"),
            Verdict::True);
}

TEST(BmcUnwinding, FindsViolationsBehindASpin) {
  EXPECT_EQ(verdictOf(R"(
atomic_int flag; int data;
void *producer(void *arg) { flag = 1; data = 42; return 0; }
int main(void) {
  start(producer, 0);
  while (!flag);
  check(data == 42);
  return 0;
}
)"),
            Verdict::False);
}

TEST(BmcUnwinding, ASpinThatCountsIsNotForgotten) {
  EXPECT_EQ(verdictOf(R"(
atomic_int flag;
void *producer(void *arg) { flag = 1; return 0; }
int main(void) {
  int rounds = 0;
  start(producer, 0);
  while (!flag) rounds++;
  check(rounds != 3);
  return 0;
}
)"),
            Verdict::False);
}

TEST(BmcUnwinding, ProvesPetersonsAlgorithm) {
  const std::string text = R"(
atomic_int wants0, wants1, turn; int inside;
void *p0(void *arg) {
  wants0 = 1; turn = 1;
  while (wants1 && turn == 1);
  inside++; check(inside == 1); inside--;
  wants0 = 0;
  return 0;
}
void *p1(void *arg) {
  wants1 = 1; turn = 0;
  while (wants0 && turn == 0);
  inside++; check(inside == 1); inside--;
  wants1 = 0;
  return 0;
}
int main(void) { pthread_t t = start(p0, 0), u = start(p1, 0); join(t); join(u); return 0; }
)";
  EXPECT_EQ(verdictOf(text), Verdict::True);
  EXPECT_EQ(verdictOf(text, {Property::NoDataRace}), Verdict::True);
}

TEST(BmcUnwinding, UnwindsLoopsMadeOfGotos) {
  EXPECT_EQ(verdictOf(R"(
int main(void) {
  int i = 0, s = 0;
again:
  s += i;
  if (++i < 5) goto again;
  check(s == 10);
  return 0;
}
)"),
            Verdict::True);
}

TEST(BmcUnwinding, UnwindsLoopsThatAreEnteredInTheirMiddle) {
  const std::string text = R"(
int main(void) {
  int i = 0, s = 0;
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n > 3) n = 3;
  if (__VERIFIER_nondet_bool()) goto middle;
top:
  s += 1;
middle:
  s += 10;
  if (++i < n) goto top;
  check(s != )";
  EXPECT_EQ(verdictOf(text + "32); return 0; }"), Verdict::False);
  EXPECT_EQ(verdictOf(text + "34); return 0; }"), Verdict::True);
}

TEST(BmcUnwinding, LeavesLoopsFromTheirMiddle) {
  EXPECT_EQ(verdictOf(R"(
int main(void) {
  int i, s = 0;
  for (i = 0; i < 10; ++i) {
    if (__VERIFIER_nondet_bool()) continue;
    if (s == 3) break;
    ++s;
  }
  check(s <= 3 && i <= 10 && (s == 3 || i == 10));
  return 0;
}
)"),
            Verdict::True);
}

TEST(BmcUnwinding, StartsThreadsInALoop) {
  const std::string text = R"(
atomic_int x;
void *worker(void *arg) { x += 1; return 0; }
int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 3; ++i) t[i] = start(worker, 0);
  for (int i = 0; i < 3; ++i) join(t[i]);
  check(x == )";
  EXPECT_EQ(verdictOf(text + "3); return 0; }"), Verdict::True);
  EXPECT_EQ(verdictOf(text + "2); return 0; }"), Verdict::False);
}

TEST(BmcUnwinding, StartsAsManyThreadsAsAnInputSays) {
  const std::string text = R"(
atomic_int x;
void *worker(void *arg) { x += 1; return 0; }
int main(void) {
  pthread_t t[4];
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n > 3) n = 3;
  for (int i = 0; i < n; ++i) t[i] = start(worker, 0);
  for (int i = 0; i < n; ++i) join(t[i]);
  check(x )";
  EXPECT_EQ(verdictOf(text + "== n); return 0; }"), Verdict::True);
  EXPECT_EQ(verdictOf(text + "!= 3); return 0; }"), Verdict::False);
}

TEST(BmcUnwinding, StartsAndJoinsOneThreadAfterTheOther) {
  EXPECT_EQ(verdictOf(R"(
int x;
void *worker(void *arg) { x += 1; return 0; }
int main(void) {
  for (int i = 0; i < 3; ++i) join(start(worker, 0));
  check(x == 3);
  return 0;
}
)",
                      {Property::UnreachCall}),
            Verdict::True);
}

TEST(BmcUnwinding, RecursionIsFollowed) {
  EXPECT_EQ(verdictOf(R"(
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) { check(fib(6) == 8); return 0; }
)"),
            Verdict::True);
}

TEST(BmcUnwinding, CompareExchangeLoopsLoseNoUpdate) {
  EXPECT_EQ(verdictOf(R"(
atomic_int x;
void *worker(void *arg) {
  int old = x;
  while (!atomic_compare_exchange_strong(&x, &old, old + 1));
  return 0;
}
int main(void) { pthread_t t = start(worker, 0), u = start(worker, 0); join(t); join(u); check(x == 2); return 0; }
)"),
            Verdict::True);
}

} // namespace heddle::testing
