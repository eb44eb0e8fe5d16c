// The engine can be cancelled, names what it does not support, and is deterministic.
#include "configurations.hpp"
#include "engines/stopping.hpp"

namespace heddle::testing {

namespace {

void expectStopped(const Outcome &outcome) {
  EXPECT_EQ(outcome.verdict(), Verdict::Unknown);
  EXPECT_EQ(internalErrorOf(outcome), nullptr);
  EXPECT_FALSE(reasonOf(outcome).empty());
}

} // namespace

TEST(CegarStopping, StopsWhenCancelledInEveryConfiguration) {
  for (const Asked &asked : cegarConfigurations())
    expectStopped(askAndStop(asked));
}

TEST(CegarStopping, StopsWithZ3) {
  Options options;
  options.tree.solver = smt::Backend::Z3;
  expectStopped(askAndStop({"cegar", engines::cegar::run, options}));
}

TEST(CegarStopping, DoesNothingIfCancelledBefore) {
  const Program program = compile(endless);
  support::Cancellation cancellation;
  cancellation.request(support::StopReason::Timeout);

  const Outcome outcome = engines::cegar::run({.program = program, .cancellation = cancellation}, {});

  expectStopped(outcome);
  EXPECT_EQ(number(outcome, "actions"), 0U);
}

TEST(CegarStopping, IsDeterministic) {
  const Program program = compile(R"(
int x, y;
pthread_mutex_t m;
void *one(void *arg) { pthread_mutex_lock(&m); x = x + 1; y = y + 1; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t = start(one, 0), u = start(one, 0); join(t); join(u); check(x == y); return 0; }
)");
  for (const Asked &asked : cegarConfigurations())
    expectTheSame(ask(asked, program), ask(asked, program));
}

TEST(CegarStopping, NamesPropertiesThatItDoesNotCheck) {
  for (const Property property : {Property::NoDataRace, Property::NoDeadlock, Property::ValidMemtrack}) {
    const Program program = compile("int main(void) { return 0; }", {property});
    const Outcome outcome = ask(engines::cegar::run, program, {});
    EXPECT_EQ(outcome.verdict(), Verdict::Unknown);
    EXPECT_NE(reasonOf(outcome).find(program::name(property)), std::string::npos) << reasonOf(outcome);
  }
}

/// Two equal inputs: values cannot prove it, one predicate can.
TEST(CegarStopping, GivesAReasonWhenItGivesUp) {
  const Program program = compile(R"(
int a, b;
void *copy(void *arg) { b = a; return 0; }
int main(void) { a = __VERIFIER_nondet_int(); join(start(copy, 0)); check(a == b); return 0; }
)");
  Options options;
  options.domain = Options::Domain::Explicit;
  const Outcome outcome = ask(engines::cegar::run, program, options);
  EXPECT_EQ(outcome.verdict(), Verdict::Unknown);
  EXPECT_NE(reasonOf(outcome).find("--domain product"), std::string::npos) << reasonOf(outcome);
  EXPECT_EQ(ask(engines::cegar::run, program, {}).verdict(), Verdict::True);
}

} // namespace heddle::testing
