// Partial-order reductions must not change any verdict.
#include "engines/explore/explore.hpp"
#include "random_programs.hpp"

#include <gtest/gtest.h>

namespace heddle::engines {

using namespace testing;

namespace {

struct Verified {
  Verdict verdict;
  std::uint64_t states;
};

using Reduction = explore::Options::Reduction;

Verified ask(const Program &program, Reduction reduction) {
  support::Cancellation cancellation;
  explore::Options options;
  options.reduction = reduction;
  const Outcome outcome = explore::run({.program = program, .cancellation = cancellation}, options);
  EXPECT_FALSE(std::holds_alternative<InternalError>(outcome.answer));
  return {outcome.verdict(), static_cast<std::uint64_t>(outcome.statistics.list().front().value)};
}

void compare(PropertySet properties, RandomProgramOptions options, std::uint64_t shortSeeds) {
  const std::uint64_t seeds = programCount(shortSeeds);
  std::uint64_t full = 0;
  std::uint64_t reduced = 0;
  unsigned wrong = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Program program = RandomProgram(seed, properties, options).make();
    ASSERT_EQ(validate(program), std::nullopt) << "seed " << seed;
    const Verified plain = ask(program, Reduction::None);
    const Verified sleeping = ask(program, Reduction::Sleep);
    const Verified persistent = ask(program, Reduction::Persistent);
    const Verified both = ask(program, Reduction::Both);
    ASSERT_EQ(plain.verdict, sleeping.verdict) << "sleep sets, seed " << seed;
    ASSERT_EQ(plain.verdict, persistent.verdict) << "persistent sets, seed " << seed;
    ASSERT_EQ(plain.verdict, both.verdict) << "both, seed " << seed;
    wrong += plain.verdict == Verdict::False ? 1 : 0;
    if (plain.verdict != Verdict::True)
      continue;
    // Sleep sets avoid transitions but not states. States that differ only in object ids may be counted once.
    if (!options.memory) {
      EXPECT_EQ(plain.states, sleeping.states) << "seed " << seed;
    }
    EXPECT_LE(both.states, plain.states);
    full += plain.states;
    reduced += both.states;
  }
  if (isInShortMode())
    return;
  EXPECT_GT(wrong, seeds / 10);
  EXPECT_LT(reduced, full);
}

} // namespace

TEST(Reduction, ChangesNoVerdictOnAssertions) {
  RandomProgramOptions options;
  options.memory = false;
  compare({Property::UnreachCall}, options, 300);
}

TEST(Reduction, ChangesNoVerdictOnProgramsWithLoops) {
  RandomProgramOptions options;
  options.loops = true;
  options.memory = false;
  compare({Property::UnreachCall}, options, 300);
}

TEST(Reduction, ChangesNoVerdictOnProgramsWithGotos) {
  RandomProgramOptions options;
  options.gotos = true;
  options.memory = false;
  options.statements = 3;
  compare({Property::UnreachCall}, options, 200);
}

TEST(Reduction, ChangesNoVerdictOnDataRaces) {
  RandomProgramOptions options;
  options.loops = true;
  options.inputs = false;
  compare({Property::NoDataRace}, options, 200);
}

TEST(Reduction, ChangesNoVerdictOnMemory) {
  RandomProgramOptions options;
  options.loops = true;
  compare({Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack}, options, 200);
}

} // namespace heddle::engines
