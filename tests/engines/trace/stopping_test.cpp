// The engine stops when it is told to or at the depth that it was given, and says the same thing twice.
#include "configurations.hpp"
#include "engines/stopping.hpp"

namespace heddle::testing {

namespace {

void expectStopped(const Outcome &outcome) {
  EXPECT_EQ(outcome.verdict(), Verdict::Unknown);
  EXPECT_EQ(internalErrorOf(outcome), nullptr);
  EXPECT_FALSE(reasonOf(outcome).empty());
}

/// Two threads that take turns without an end, whose counter is never 8 or more.
std::string turns(const std::string &assertion) {
  return R"(
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned x;
void *worker(void *arg) {
  while (1) { pthread_mutex_lock(&m); x = (x + 1) % 8; check()" +
         assertion + R"(); pthread_mutex_unlock(&m); }
}
int main(void) { pthread_t t = start(worker, 0), u = start(worker, 0); join(t); join(u); return 0; }
)";
}

Options toDepth(std::uint64_t depth) {
  Options options;
  options.depth = depth;
  return options;
}

} // namespace

TEST(TraceStopping, StopsWhenToldToInEveryConfiguration) {
  for (const TraceConfiguration &asked : traceConfigurations()) {
    Options options = asked.options;
    options.depth = 1'000'000;
    expectStopped(askAndStop({asked.name, engines::trace::run, options}));
  }
}

TEST(TraceStopping, StopsWithZ3) {
  Options options;
  options.solver = smt::Backend::Z3;
  expectStopped(askAndStop({"trace", engines::trace::run, options}));
}

TEST(TraceStopping, DoesNothingWhenToldToStopBefore) {
  const Program program = compile(endless);
  support::Cancellation cancellation;
  cancellation.request(support::StopReason::Timeout);

  const Outcome outcome = engines::trace::run({.program = program, .cancellation = cancellation}, {});

  expectStopped(outcome);
  EXPECT_LE(number(outcome, "executions"), 1U);
}

TEST(TraceStopping, SaysTheSameTwice) {
  const Program program = compile(R"(
int x, y;
pthread_mutex_t m;
void *one(void *arg) { pthread_mutex_lock(&m); x = x + 1; y = y + 1; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t = start(one, 0), u = start(one, 0); join(t); join(u); check(x == y); return 0; }
)");
  for (const TraceConfiguration &asked : traceConfigurations())
    expectTheSame(ask(asked, program), ask(asked, program));
}

/// Also if it gives up on questions to the solver.
TEST(TraceStopping, DoesTheSameTwice) {
  const Program program = compile(R"(
int x, y;
void *one(void *arg) { for (int i = 0; i < 6; i++) x = x + y; return 0; }
void *two(void *arg) { for (int i = 0; i < 6; i++) y = y + x; return 0; }
int main(void) {
  x = y = 1;
  pthread_t t = start(one, 0), u = start(two, 0);
  join(t);
  join(u);
  check(x != 0);
  return 0;
}
)");
  const Outcome outcome = ask(engines::trace::run, program, {});
  expectTheSame(outcome, ask(engines::trace::run, program, {}));
  EXPECT_GT(number(outcome, "prunings.attempted"), 0U);
}

TEST(TraceStopping, AnExecutionThatIsCutProvesNothing) {
  const Program program = compile(turns("x < 8"));
  for (const TraceConfiguration &asked : traceConfigurations()) {
    Options options = asked.options;
    options.depth = 8;
    const Outcome outcome = ask(engines::trace::run, program, options);
    EXPECT_EQ(outcome.verdict(), Verdict::Unknown) << asked.name;
    EXPECT_NE(reasonOf(outcome).find("explored up to depth 8"), std::string::npos)
        << asked.name << ": " << reasonOf(outcome);
  }
}

TEST(TraceStopping, ADepthThatSufficesCutsNothing) {
  const Program program = compile(R"(
int x;
void *one(void *arg) { for (int i = 0; i < 3; i++) x = i; return 0; }
int main(void) { join(start(one, 0)); check(x == 2); return 0; }
)");
  EXPECT_EQ(ask(engines::trace::run, program, toDepth(1000)).verdict(), Verdict::True);
  EXPECT_EQ(ask(engines::trace::run, program, toDepth(2)).verdict(), Verdict::Unknown);
}

TEST(TraceStopping, ABugWithinTheDepthIsFound) {
  const Program program = compile(turns("x != 3"));
  EXPECT_EQ(ask(engines::trace::run, program, toDepth(60)).verdict(), Verdict::False);
  EXPECT_EQ(ask(engines::trace::run, program, toDepth(4)).verdict(), Verdict::Unknown);
}

TEST(TraceStopping, ALoopThatOnlyWaitsIsNotUnrolled) {
  const Program program = compile(R"(
int flag, x;
void *wait(void *arg) { while (!flag); check(x == 1); return 0; }
int main(void) { pthread_t t = start(wait, 0); x = 1; flag = 1; join(t); return 0; }
)");
  for (const TraceConfiguration &asked : traceConfigurations())
    EXPECT_EQ(ask(asked, program).verdict(), Verdict::True) << asked.name;
}

} // namespace heddle::testing
