// The second exploration compared with the interpreter's, on random programs: the two must agree on every verdict.
#include "recheck/recheck.hpp"

#include "interpreter/explorer.hpp"
#include "random_programs.hpp"

#include <gtest/gtest.h>

namespace heddle::recheck {

using namespace testing;

namespace {

using Kind = Result::Kind;

constexpr std::uint64_t mostEffort = 10'000;

Result recheck(const Program &program) {
  support::Cancellation cancellation;
  cancellation.setEffort(mostEffort);
  return explore(program, {}, cancellation);
}

interpreter::Exploration interpret(const Program &program) {
  support::Cancellation cancellation;
  cancellation.setEffort(mostEffort);
  return interpreter::explore(program, {}, cancellation);
}

/// A program with too many states or inputs is undecided, at most one of `mostUndecided`.
void compare(PropertySet properties, RandomProgramOptions options, std::uint64_t shortSeeds,
             std::uint64_t mostUndecided = 5) {
  const std::uint64_t seeds = programCount(shortSeeds);
  unsigned wrong = 0;
  unsigned right = 0;
  unsigned undecided = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Program program = RandomProgram(seed, properties, options).make();
    ASSERT_EQ(validate(program), std::nullopt) << "seed " << seed;
    const interpreter::Exploration exploration = interpret(program);
    const Result result = recheck(program);
    const bool isUnclear = !exploration.violation && !exploration.complete;
    if (isUnclear || result.kind == Kind::NotModelled || result.kind == Kind::Cancelled) {
      ++undecided;
      continue;
    }
    if (exploration.violation) {
      ASSERT_EQ(result.kind, Kind::Refuted) << "seed " << seed << ": " << exploration.violation->message;
    } else {
      ASSERT_EQ(result.kind, Kind::Holds) << "seed " << seed << ": " << result.text;
    }
    ++(exploration.violation ? wrong : right);
  }
  if (isInShortMode())
    return;
  EXPECT_GT(wrong, seeds / 20);
  EXPECT_GT(right, seeds / 20);
  EXPECT_LE(undecided, seeds / mostUndecided);
}

} // namespace

TEST(Agreement, OnAssertions) { compare({Property::UnreachCall}, {}, 300); }

TEST(Agreement, OnProgramsWithLoops) {
  RandomProgramOptions options;
  options.loops = true;
  compare({Property::UnreachCall}, options, 300);
}

TEST(Agreement, OnProgramsWithGotos) {
  RandomProgramOptions options;
  options.gotos = true;
  options.statements = 3;
  compare({Property::UnreachCall}, options, 200);
}

TEST(Agreement, OnStacks) {
  RandomProgramOptions options;
  options.stacks = true;
  compare({Property::UnreachCall, Property::ValidDeref}, options, 300);
}

TEST(Agreement, OnUninitialisedMemory) {
  RandomProgramOptions options;
  options.uninitialised = true;
  options.statements = 2;
  compare({Property::UnreachCall, Property::ValidDeref}, options, 60, 2);
}

TEST(Agreement, OnDataRaces) { compare({Property::NoDataRace}, {}, 500); }

TEST(Agreement, OnDataRacesInLoops) {
  RandomProgramOptions options;
  options.loops = true;
  options.inputs = false;
  compare({Property::NoDataRace}, options, 300);
}

TEST(Agreement, OnDeadlocks) {
  RandomProgramOptions options;
  options.assumptions = false;
  options.loops = true;
  compare({Property::NoDeadlock}, options, 400);
}

TEST(Agreement, OnDeadlocksUnderAssumptions) { compare({Property::NoDeadlock}, {}, 300); }

TEST(Agreement, OnMemory) {
  RandomProgramOptions options;
  options.loops = true;
  compare({Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack}, options, 400);
}

TEST(Agreement, OnAllPropertiesAtOnce) {
  compare({Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock, Property::ValidDeref, Property::ValidFree,
           Property::ValidMemtrack, Property::LockDiscipline},
          {}, 200);
}

} // namespace heddle::recheck
