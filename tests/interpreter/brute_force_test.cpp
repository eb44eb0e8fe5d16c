// The explorer compared with the simplest possible search: every schedule and every input, without stored states.
#include "interpreter/explorer.hpp"

#include "interpreter/machine.hpp"
#include "random_programs.hpp"

#include <gtest/gtest.h>

#include <set>

namespace heddle::interpreter {

using namespace testing;

namespace {

class BruteForce {
public:
  explicit BruteForce(const Program &program)
      : machine_(program, Limits{}), deadlocks_(program.properties.contains(Property::NoDeadlock)) {}

  /// Properties that some execution violates.
  std::set<Property> run() {
    EnumeratedInputs inputs(256, none_);
    do {
      State state = machine_.initialState();
      const StepResult result = machine_.start(state, inputs);
      follow(result, state);
    } while (inputs.next());
    return violated_;
  }
  bool gaveUp() const { return executions_ > 5'000; }

private:
  void follow(const StepResult &result, const State &state) {
    ++executions_;
    if (result.kind == StepResult::Kind::Violation)
      violated_.insert(result.violation->property);
    if (result.kind != StepResult::Kind::Done || state.ended || gaveUp())
      return;
    bool canRun = false;
    bool plain = true;
    for (unsigned thread = 0; thread < state.threads.size(); ++thread) {
      const ThreadStatus status = state.threads[thread].status;
      plain = plain && status != ThreadStatus::Stopped && status != ThreadStatus::Undefined;
      if (!machine_.enabled(state, thread))
        continue;
      canRun = true;
      EnumeratedInputs inputs(256, none_);
      do {
        State next = state;
        const StepResult step = machine_.step(next, thread, inputs);
        follow(step, next);
      } while (inputs.next());
    }
    if (deadlocks_ && !canRun && plain)
      violated_.insert(Property::NoDeadlock);
  }

  Machine machine_;
  bool deadlocks_;
  std::vector<Bits> none_;
  std::set<Property> violated_;
  std::uint64_t executions_ = 0;
};

void compare(PropertySet properties, RandomProgramOptions options, std::uint64_t shortSeeds) {
  const std::uint64_t seeds = programCount(shortSeeds);
  unsigned wrong = 0;
  unsigned right = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Program program = RandomProgram(seed, properties, options).make();
    ASSERT_EQ(validate(program), std::nullopt) << "seed " << seed;
    BruteForce bruteForce(program);
    const std::set<Property> violated = bruteForce.run();
    if (bruteForce.gaveUp())
      continue;
    support::Cancellation cancellation;
    const Exploration exploration = explore(program, {}, cancellation);
    EXPECT_TRUE(exploration.complete) << exploration.incompleteReason;
    ASSERT_EQ(exploration.violation.has_value(), !violated.empty()) << "seed " << seed;
    if (exploration.violation) {
      EXPECT_TRUE(violated.contains(exploration.violation->property)) << "seed " << seed;
    }
    (violated.empty() ? right : wrong)++;
  }
  if (isInShortMode())
    return;
  EXPECT_GT(wrong, seeds / 50);
  EXPECT_GT(right, seeds / 50);
}

} // namespace

TEST(BruteForce, AgreesOnAssertions) { compare({Property::UnreachCall}, {}, 150); }

TEST(BruteForce, AgreesOnDataRaces) { compare({Property::NoDataRace}, {}, 150); }

// Without loops, assumptions and an early end, a thread that waits for ever still waits when no thread is enabled.
TEST(BruteForce, AgreesOnDeadlocks) {
  RandomProgramOptions options;
  options.assumptions = false;
  options.memory = false;
  options.earlyEnd = false;
  options.statements = 2;
  compare({Property::NoDeadlock}, options, 300);
}

TEST(BruteForce, AgreesOnMemory) {
  RandomProgramOptions options;
  options.statements = 3;
  compare({Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack}, options, 200);
}

} // namespace heddle::interpreter
