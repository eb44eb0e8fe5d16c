// The engine can be cancelled, names what it does not support, and is deterministic.
#include "engines/lazy/ask_lazy.hpp"
#include "engines/stopping.hpp"
#include "random_programs.hpp"

namespace heddle::testing {

namespace {

void expectStopped(const Outcome &outcome) {
  EXPECT_EQ(outcome.verdict(), Verdict::Unknown);
  EXPECT_EQ(internalErrorOf(outcome), nullptr);
  EXPECT_FALSE(reasonOf(outcome).empty());
  EXPECT_TRUE(progressOf(outcome).ends_with("nodes without a violation")) << progressOf(outcome);
}

void expectStops(const Options &options) { expectStopped(askAndStop({"lazy", engines::lazy::run, options})); }

} // namespace

TEST(LazyStopping, StopsWhenCancelled) { expectStops({}); }

TEST(LazyStopping, StopsWithPathFacts) {
  Options options;
  options.interpolants = Options::Interpolants::Facts;
  expectStops(options);
}

TEST(LazyStopping, StopsWithoutReductionAndForceCover) {
  Options options;
  options.reduction = Options::Reduction::Local;
  options.forceCover = false;
  expectStops(options);
}

TEST(LazyStopping, StopsWithZ3) {
  Options options;
  options.tree.solver = smt::Backend::Z3;
  expectStops(options);
}

TEST(LazyStopping, DoesNothingIfCancelledBefore) {
  const Program program = loadLazyProgram("peterson_wrong");
  support::Cancellation cancellation;
  cancellation.request(support::StopReason::Timeout);

  const Outcome outcome = engines::lazy::run({.program = program, .cancellation = cancellation}, {});

  expectStopped(outcome);
  EXPECT_EQ(number(outcome, "nodes"), 1U);
}

TEST(LazyStopping, GivesNoWrongAnswerWhereverItStops) {
  // The point of cancellation depends on the clock; the expectation holds for every point.
  for (const char *name : {"peterson", "stack_u", "figure1_safe"}) {
    const Program program = loadLazyProgram(name);
    const Verdict right = askLazy(program).verdict();
    for (unsigned microseconds = 1; microseconds < 20'000; microseconds *= 3) {
      support::Cancellation cancellation;
      cancellation.setDeadline(support::Cancellation::Clock::now() + std::chrono::microseconds(microseconds));
      const Outcome outcome = engines::lazy::run({.program = program, .cancellation = cancellation}, {});
      EXPECT_EQ(complaint(program, outcome), "") << name << ", " << microseconds << " µs";
      EXPECT_TRUE(outcome.verdict() == Verdict::Unknown || outcome.verdict() == right) << name;
    }
  }
}

TEST(LazyStopping, NamesPropertiesThatItDoesNotCheck) {
  const std::string text = "int main(void) { return 0; }";
  for (const Property property : {Property::NoDataRace, Property::NoDeadlock, Property::ValidMemtrack}) {
    const Outcome outcome = askLazy(compile(text, {property}));
    EXPECT_EQ(outcome.verdict(), Verdict::Unknown);
    EXPECT_EQ(reasonOf(outcome), "engine lazy does not check " + std::string(program::name(property)));
  }
}

TEST(LazyStopping, NamesUnsupportedOperations) {
  const Outcome outcome =
      askLazy(compile("int main(void) { char *p = malloc(__VERIFIER_nondet_uchar()); *p = 1; check(*p == 1); }"));
  EXPECT_EQ(outcome.verdict(), Verdict::Unknown);
  EXPECT_TRUE(reasonOf(outcome).starts_with("an object whose size is not constant at ")) << reasonOf(outcome);
}

TEST(LazyStopping, IsDeterministic) {
  for (const char *name : {"dekker", "read_write_u", "stack_s", "figure1_safe"}) {
    const Program program = loadLazyProgram(name);
    expectTheSame(askLazy(program), askLazy(program));
  }
}

TEST(LazyStopping, IsDeterministicOnRandomPrograms) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Program program = RandomProgram(seed, {Property::UnreachCall}).make();
    expectTheSame(askLazy(program), askLazy(program));
  }
}

TEST(LazyStopping, GivesTheSameAnswerAfterLoadingAgain) {
  expectTheSame(askLazy(loadLazyProgram("stack_u")), askLazy(loadLazyProgram("stack_u")));
}

} // namespace heddle::testing
