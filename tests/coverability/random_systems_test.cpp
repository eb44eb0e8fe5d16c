// All algorithms, with and without the oracle and the state equation, agree with each other and with explicit
// enumeration; every proof checks, every trace replays.
#include "campaign_size.hpp"
#include "coverability/check.hpp"
#include "coverability/oracle.hpp"
#include "random_systems.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace heddle::coverability {

namespace {

constexpr Count enumeratedThreads = 5;

std::uint64_t systemsTried() { return testing::campaignSize(500); }

Verdict verdictOf(const System &system, const Options &options, std::chrono::milliseconds limit) {
  support::Cancellation cancellation;
  cancellation.setDeadline(std::chrono::steady_clock::now() + limit);
  Progress progress{.cancellation = cancellation};
  const Answer answer = check(system, options, progress);
  EXPECT_FALSE(answer.internalError) << *answer.internalError;
  if (answer.trace) {
    EXPECT_TRUE(replay(system, *answer.trace));
  }
  if (answer.certificate) {
    const auto checked = checkCertificate(system, *answer.certificate);
    EXPECT_TRUE(checked) << checked.error().message;
  }
  return answer.verdict;
}

/// The verdict on the system, on which all algorithms agree; nullopt if all reached their limit.
std::optional<Verdict> agreedVerdict(const System &system, std::uint64_t seed,
                                     std::chrono::milliseconds limit = std::chrono::seconds(20)) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::optional<Verdict> known;
  for (const Algorithm algorithm : {Algorithm::Backward, Algorithm::Widen, Algorithm::Lean}) {
    for (const bool oracle : {false, true}) {
      Options options;
      options.algorithm = algorithm;
      options.oracle = oracle;
      options.stateEquation = seed % 2 == 0;
      options.stateEquationAfter = std::chrono::milliseconds(0);
      if (seed % 4 != 3)
        options.candidateThreads = static_cast<unsigned>(seed % 4);
      const Verdict verdict = verdictOf(system, options, limit);
      if (verdict == Verdict::Unknown)
        continue; // backward search alone may take too long
      if (known) {
        EXPECT_EQ(*known, verdict) << "algorithm " << static_cast<int>(algorithm) << ", oracle " << oracle;
      }
      known = verdict;
    }
  }
  if (known && enumerate(system, enumeratedThreads) == Enumerated::Coverable) {
    EXPECT_EQ(*known, Verdict::Coverable);
  }
  return known;
}

/// The number of parts into which the systems are divided, so that ctest runs them in parallel.
constexpr std::uint64_t parts = 10;

class RandomSystems : public ::testing::TestWithParam<std::uint64_t> {};

} // namespace

TEST_P(RandomSystems, AlgorithmsAgreeWithEachOtherAndWithEnumeration) {
  std::uint64_t answered = 0;
  std::uint64_t coverable = 0;
  for (std::uint64_t seed = GetParam(); seed < systemsTried(); seed += parts) {
    const std::optional<Verdict> verdict = agreedVerdict(randomSystem(seed), seed);
    answered += verdict ? 1 : 0;
    coverable += verdict == Verdict::Coverable ? 1 : 0;
    if (::testing::Test::HasFailure())
      return;
  }
  if (testing::isInShortMode())
    return;
  EXPECT_GT(answered, systemsTried() / parts * 9 / 10);
  EXPECT_GT(coverable, systemsTried() / parts / 5);
  EXPECT_LT(coverable, systemsTried() / parts * 9 / 10);
}

TEST(RandomSystem, ASearchThatIsInterruptedIsNotWrong) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const System system = randomSystem(seed);
    Options options;
    options.algorithm = seed % 2 == 0 ? Algorithm::Lean : Algorithm::Widen;
    options.stateEquation = false;
    const Verdict verdict = verdictOf(system, options, std::chrono::seconds(20));
    for (int moment = 0; moment < 20; ++moment) {
      support::Cancellation cancellation;
      cancellation.setDeadline(std::chrono::steady_clock::now() + moment * std::chrono::microseconds(5));
      Progress progress{.cancellation = cancellation};
      const Answer answer = check(system, options, progress);
      EXPECT_TRUE(answer.verdict == verdict || answer.verdict == Verdict::Unknown) << "seed " << seed;
      if (answer.certificate) {
        EXPECT_TRUE(checkCertificate(system, *answer.certificate)) << "seed " << seed;
      }
    }
  }
}

TEST(RandomSystem, AnExhaustedOracleHasFoundEveryCoverableConfiguration) {
  std::uint64_t ended = 0;
  for (std::uint64_t seed = 0; seed < systemsTried() / 2; ++seed) {
    const System system = seed % 2 == 0 ? randomNet(seed) : randomSystem(seed);
    support::Cancellation cancellation;
    Oracle oracle(system, cancellation);
    oracle.searchUpTo(300);
    if (!oracle.exhausted())
      continue;
    ++ended;
    CoveredSet found(system);
    std::vector<Oracle::Finding> findings;
    oracle.collect(findings);
    for (const Oracle::Finding &finding : findings)
      found.add(finding.configuration, {});
    for (const Configuration &configuration : reachable(system, 4).configurations)
      ASSERT_TRUE(found.contains(configuration)) << "seed " << seed << ": " << system.describe(configuration);
  }
  if (testing::isInShortMode())
    return;
  EXPECT_GT(ended, systemsTried() / 10);
}

TEST(RandomSystem, ATargetThatIsACandidateOfAnotherOne) { agreedVerdict(randomSystem(3031), 3031); }

TEST_P(RandomSystems, NetsWithWeightsAndTransfers) {
  for (std::uint64_t seed = GetParam(); seed < systemsTried(); seed += parts) {
    agreedVerdict(randomNet(seed), seed, std::chrono::milliseconds(500)); // backward search alone is often slow
    if (::testing::Test::HasFailure())
      return;
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, RandomSystems, ::testing::Range<std::uint64_t>(0, parts));

} // namespace heddle::coverability
