// Incorrect programs that are proved if a rule of the abstraction is omitted (weakening.hpp).
#include "engines/ask.hpp"
#include "engines/parametric/weakening.hpp"

namespace heddle::testing {

namespace {

using engines::parametric::Weakening;

Verdict verdictWith(const std::string &text, const Weakening &weakening) {
  const Program program = compile(text, {Property::UnreachCall, Property::LockDiscipline});
  support::Cancellation cancellation;
  cancellation.setEffort(300'000);
  const Outcome outcome =
      engines::parametric::runWeakened({.program = program, .cancellation = cancellation}, {}, weakening);
  EXPECT_EQ(complaint(program, outcome), "");
  return outcome.verdict();
}

const std::string anyNumber = "int main(void) { while (__VERIFIER_nondet_bool()) start(worker, 0); return 0; }";

const std::string lostUpdate =
    "int x; void *worker(void *arg) { int l = x; check(x == l); x = l + 1; return 0; }" + anyNumber;
const std::string joinedTwice = "void *worker(void *arg) { return 0; }"
                                "int main(void) { pthread_t t = start(worker, 0); join(t); join(t); return 0; }";

} // namespace

TEST(ParametricSoundness, PassiveThreadsMoveWithTheirMixedPredicates) {
  EXPECT_EQ(verdictWith(lostUpdate, {}), Verdict::False);
  EXPECT_EQ(verdictWith(lostUpdate, {.passiveThreadsStay = true}), Verdict::True);
}

TEST(ParametricSoundness, AFunctionThatIsStartedInALoopHasSeveralThreads) {
  EXPECT_EQ(verdictWith(lostUpdate, {.functionsRunOnce = true}), Verdict::True);
}

TEST(ParametricSoundness, AJoinMayBeInvalid) {
  EXPECT_NE(verdictWith(joinedTwice, {}), Verdict::True);
  EXPECT_EQ(verdictWith(joinedTwice, {.trustsJoins = true}), Verdict::True);
}

} // namespace heddle::testing
