// The explorer and its check on random C programs, with the library: both must agree, on `true` and on `false`.
#include "engines/ask.hpp"
#include "engines/random_atomics.hpp"
#include "engines/random_c_program.hpp"
#include "random_programs.hpp"
#include "recheck/recheck.hpp"

#include <gtest/gtest.h>

namespace heddle::testing {

namespace {

struct Tally {
  unsigned checked = 0;
  unsigned notChecked = 0;
  unsigned refuted = 0;
};

void compare(const Program &program, std::uint64_t seed, Tally &tally) {
  constexpr std::uint64_t effort = 3'000;
  support::Cancellation cancellation;
  cancellation.setEffort(effort);
  const Outcome outcome = engines::explore::run({.program = program, .cancellation = cancellation}, {});
  if (outcome.verdict() == Verdict::Unknown)
    return;
  support::Cancellation ofCheck;
  ofCheck.setEffort(10 * effort);
  const recheck::Result result = recheck::explore(program, {}, ofCheck);
  using Kind = recheck::Result::Kind;
  if (result.kind == Kind::NotModelled || result.kind == Kind::Cancelled) {
    ++tally.notChecked;
    return;
  }
  const Kind expected = outcome.verdict() == Verdict::True ? Kind::Holds : Kind::Refuted;
  EXPECT_EQ(result.kind, expected) << "seed " << seed << ": " << result.text;
  ++(expected == Kind::Holds ? tally.checked : tally.refuted);
}

void expectMostDecided(const Tally &tally) {
  if (isInShortMode())
    return;
  EXPECT_GT(tally.checked, 0U);
  EXPECT_GT(tally.refuted, 0U);
  EXPECT_LE(4 * tally.notChecked, tally.checked + tally.refuted);
}

} // namespace

TEST(ExploreCheckOnC, AgreesOnRacesWithAtomicsOfAllOrders) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < programCount(60); ++seed)
    compare(compile(RandomAtomicsProgram(seed).make(), {Property::NoDataRace}), seed, tally);
  expectMostDecided(tally);
}

TEST(ExploreCheckOnC, AgreesOnAssertionsAndMemory) {
  const PropertySet properties{Property::UnreachCall, Property::ValidDeref, Property::ValidFree};
  Tally tally;
  for (std::uint64_t seed = 0; seed < programCount(40); ++seed)
    compare(compile(RandomCProgram(seed, properties, true).make(), properties), seed, tally);
  expectMostDecided(tally);
}

} // namespace heddle::testing
