// Random Boolean programs: what `check` says of the compiled program agrees with the reference semantics for one to
// four threads, in both directions.
#include "campaign_size.hpp"
#include "coverability/boolean_program.hpp"
#include "coverability/check.hpp"
#include "reference_programs.hpp"

#include <gtest/gtest.h>

namespace heddle::coverability {

namespace {

constexpr std::uint64_t parts = 10; // ctest runs them in parallel
constexpr int mostThreads = 4;

std::uint64_t programsTried() { return testing::isInLongMode() ? 5000 : testing::campaignSize(200); }

class ReferencePrograms : public ::testing::TestWithParam<std::uint64_t> {};

Answer answerFor(const System &system, std::uint64_t seed) {
  support::Cancellation cancellation;
  cancellation.setDeadline(std::chrono::steady_clock::now() + std::chrono::seconds(20));
  Progress progress{.cancellation = cancellation};
  Options options;
  options.algorithm = static_cast<Algorithm>(seed % 4);
  options.sideSearchAfter = std::chrono::milliseconds(0);
  Answer answer = check(system, options, progress);
  EXPECT_FALSE(answer.internalError) << *answer.internalError;
  if (answer.certificate) {
    const auto checked = checkCertificate(system, *answer.certificate);
    EXPECT_TRUE(checked) << checked.error().message;
  }
  return answer;
}

Verdict compare(const std::string &text, const reference::Program &program, std::uint64_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
  const auto parsed = parseBooleanProgram(text, "f");
  EXPECT_TRUE(parsed) << parsed.error().message;
  if (!parsed)
    return Verdict::Unknown;
  const auto compiled = compileBooleanProgram(*parsed, "f");
  EXPECT_TRUE(compiled) << compiled.error().message;
  if (!compiled)
    return Verdict::Unknown;
  const Answer answer = answerFor(*compiled, seed);
  std::uint64_t needed = mostThreads + 1; // threads of the trace
  if (answer.trace)
    needed = finiteDimension(replay(*compiled, *answer.trace)->back().threads);
  for (int threads = 1; threads <= mostThreads && answer.verdict != Verdict::Unknown; ++threads) {
    const std::optional<bool> expected = reference::coverable(program, threads);
    if (expected == true) {
      EXPECT_EQ(answer.verdict, Verdict::Coverable) << "the reference needs " << threads << " threads";
      break;
    }
    if (expected == false) {
      EXPECT_GT(needed, static_cast<std::uint64_t>(threads)) << "not coverable by the reference";
    }
  }
  return answer.verdict;
}

} // namespace

TEST_P(ReferencePrograms, CheckAgreesWithTheReference) {
  std::uint64_t coverable = 0;
  std::uint64_t uncoverable = 0;
  for (std::uint64_t seed = GetParam(); seed < programsTried(); seed += parts) {
    const reference::Program program = reference::randomProgram(seed);
    const Verdict verdict = compare(text(program), program, seed);
    coverable += verdict == Verdict::Coverable ? 1 : 0;
    uncoverable += verdict == Verdict::Uncoverable ? 1 : 0;
    if (::testing::Test::HasFailure())
      return;
  }
  if (testing::isInShortMode())
    return;
  EXPECT_GT(coverable, programsTried() / parts / 8);
  EXPECT_GT(uncoverable, programsTried() / parts / 8);
}

INSTANTIATE_TEST_SUITE_P(Parts, ReferencePrograms, ::testing::Range<std::uint64_t>(0, parts));

} // namespace heddle::coverability
