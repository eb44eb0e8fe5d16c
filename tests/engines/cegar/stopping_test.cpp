// The engine stops when it is told to, says what it does not check, and says the same thing twice.
#include "configurations.hpp"
#include "engines/stopping.hpp"

namespace heddle::testing {

namespace {

void expectStopped(const Outcome &outcome) {
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
  EXPECT_FALSE(outcome.internalError);
  EXPECT_FALSE(outcome.reason.empty());
}

} // namespace

TEST(CegarStopping, StopsWhenToldToInEveryConfiguration) {
  for (const Asked &asked : cegarConfigurations())
    expectStopped(askAndStop(asked.engine, asked.options));
}

TEST(CegarStopping, StopsWithZ3) {
  Options options;
  options.solver = smt::Backend::Z3;
  expectStopped(askAndStop(engines::cegar::run, options));
}

TEST(CegarStopping, DoesNothingWhenToldToStopBefore) {
  const Program program = compile(endless);
  support::Cancellation cancellation;
  cancellation.request(support::StopReason::Timeout);
  engines::Progress progress{cancellation};

  const Outcome outcome = engines::cegar::run(program, {}, progress);

  expectStopped(outcome);
  EXPECT_EQ(number(outcome, "explored actions"), 0U);
}

TEST(CegarStopping, SaysTheSameTwice) {
  const Program program = compile(R"(
int x, y;
pthread_mutex_t m;
void *one(void *arg) { pthread_mutex_lock(&m); x = x + 1; y = y + 1; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t = start(one, 0), u = start(one, 0); join(t); join(u); check(x == y); return 0; }
)");
  for (const Asked &asked : cegarConfigurations())
    expectTheSame(ask(asked.engine, program, asked.options), ask(asked.engine, program, asked.options));
}

TEST(CegarStopping, SaysWhatItDoesNotCheck) {
  for (const Property property : {Property::NoDataRace, Property::NoDeadlock, Property::ValidMemtrack}) {
    const Program program = compile("int main(void) { return 0; }", {property});
    const Outcome outcome = ask(engines::cegar::run, program, {});
    EXPECT_EQ(outcome.verdict, Verdict::Unknown);
    EXPECT_NE(outcome.reason.find(program::name(property)), std::string::npos) << outcome.reason;
  }
}

/// Two equal inputs: no values, but one predicate.
TEST(CegarStopping, SaysWhyItGivesUp) {
  const Program program = compile(R"(
int a, b;
void *copy(void *arg) { b = a; return 0; }
int main(void) { a = __VERIFIER_nondet_int(); join(start(copy, 0)); check(a == b); return 0; }
)");
  Options options;
  options.abstraction.domain = Abstraction::Domain::Explicit;
  const Outcome outcome = ask(engines::cegar::run, program, options);
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
  EXPECT_NE(outcome.reason.find("--domain product"), std::string::npos) << outcome.reason;
  EXPECT_EQ(ask(engines::cegar::run, program, {}).verdict, Verdict::True);
}

} // namespace heddle::testing
