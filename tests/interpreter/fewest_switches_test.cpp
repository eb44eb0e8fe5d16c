// No counterexample that is shown has more context switches than necessary: on small programs, the result of `minimise`
// is compared with an enumeration of all schedules by the number of their context switches. The enumeration shares
// nothing with the exploration of `minimise` but the interpreter: it stores no states, and replays each prefix from the
// beginning.
#include "interpreter/execution.hpp"
#include "interpreter/minimise.hpp"
#include "random_programs.hpp"
#include "sample_programs.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <iostream>
#include <optional>

namespace heddle::interpreter {

using namespace testing;

namespace {

constexpr std::size_t mostSteps = 30;
constexpr std::size_t mostReplays = 20'000;

class Enumeration {
public:
  /// `isWanted` decides which violation ends it.
  Enumeration(const Program &program, std::function<bool(const Violation &)> isWanted)
      : program_(program), isWanted_(std::move(isWanted)) {}

  /// The fewest context switches of an execution with a wanted violation, if they are less than `bound`. Not reliable
  /// if the enumeration was given up.
  std::optional<std::size_t> fewestBelow(std::size_t bound) {
    for (std::size_t switches = 0; switches < bound && !isGivenUp(); ++switches)
      if (extend({}, switches))
        return switches;
    return std::nullopt;
  }
  bool isGivenUp() const { return replays_ > mostReplays; }

private:
  /// Whether an execution with this prefix, and at most that many further switches, is wanted.
  bool extend(const std::vector<unsigned> &prefix, std::size_t switches) {
    if (isGivenUp() || prefix.size() >= mostSteps)
      return false;
    for (unsigned thread = 0; thread < 4; ++thread) {
      const bool isSwitch = !prefix.empty() && prefix.back() != thread;
      if (isSwitch && switches == 0)
        continue;
      std::vector<unsigned> steps = prefix;
      steps.push_back(thread);
      ++replays_;
      Schedule schedule;
      schedule.steps = steps;
      const auto trace = replay(program_, schedule);
      if (!trace) // the thread does not exist, or is not enabled
        continue;
      if (trace->violation && isWanted_(*trace->violation))
        return true;
      if (trace->ending == Ending::Running && extend(steps, switches - (isSwitch ? 1 : 0)))
        return true;
    }
    return false;
  }

  const Program &program_;
  std::function<bool(const Violation &)> isWanted_;
  std::size_t replays_ = 0;
};

/// Returns whether the comparison was possible.
bool compareWithEnumeration(const Program &program, const Trace &found) {
  support::Cancellation cancellation;
  const Schedule schedule = minimise(program, found.schedule, cancellation);
  const auto shorter = replay(program, schedule);
  EXPECT_TRUE(shorter && shorter->violation);
  if (!shorter || !shorter->violation)
    return false;
  Enumeration enumeration(program, [&](const Violation &other) {
    return other.property == shorter->violation->property && other.message == shorter->violation->message;
  });
  const std::optional<std::size_t> fewer = enumeration.fewestBelow(contextSwitches(schedule.steps));
  EXPECT_FALSE(fewer) << "with " << *fewer << " instead of " << contextSwitches(schedule.steps)
                      << " context switches: " << shorter->violation->message;
  return !enumeration.isGivenUp();
}

std::optional<Trace> someViolation(const Program &program, std::uint64_t seeds) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed)
    if (Trace trace = runRandom(program, seed, 1000); trace.violation)
      return trace;
  return std::nullopt;
}

} // namespace

TEST(FewestSwitches, OfSampleProgramsAreThoseOfTheEnumeration) {
  for (const Program &program : {lostUpdate(), lostUpdate({Property::NoDataRace}), twoLocks(true)}) {
    const std::optional<Trace> found = someViolation(program, 500);
    ASSERT_TRUE(found);
    EXPECT_TRUE(compareWithEnumeration(program, *found));
  }
}

TEST(FewestSwitches, TheEnumerationFindsThoseOfALostUpdate) {
  const Program program = lostUpdate();
  Enumeration enumeration(program, [](const Violation &) { return true; });
  EXPECT_EQ(enumeration.fewestBelow(9), 4U); // as minimise_test.cpp explains
  EXPECT_FALSE(enumeration.isGivenUp());
}

TEST(FewestSwitches, OfRandomProgramsAreThoseOfTheEnumeration) {
  const std::uint64_t programs = campaignSize(200);
  unsigned compared = 0;
  for (const Property property : {Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock})
    for (std::uint64_t seed = 0; seed < programs; ++seed) {
      const Program program =
          RandomProgram(seed, {property}, {.inputs = false, .assumptions = false, .statements = 3}).make();
      if (const std::optional<Trace> found = someViolation(program, 20))
        compared += compareWithEnumeration(program, *found) ? 1U : 0U;
      if (HasFailure())
        FAIL() << "property " << static_cast<int>(property) << ", seed " << seed;
    }
  std::cout << compared << " counterexamples compared\n";
  if (!isInShortMode()) {
    EXPECT_GT(compared, programs / 4);
  }
}

} // namespace heddle::interpreter
