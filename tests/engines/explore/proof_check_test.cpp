// Proofs of the explorer are checked by a second exploration: if an option asks for it, or within a limit of time.
#include "engines/explore/explore.hpp"
#include "engines/explore/weakening.hpp"
#include "engines/proof_check.hpp"
#include "random_programs.hpp"
#include "sample_programs.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace heddle::engines {

using namespace testing;
using namespace std::chrono_literals;

namespace {

using Clock = support::Cancellation::Clock;

Outcome askToCheck(const Program &program) {
  support::Cancellation cancellation;
  explore::Options options;
  options.checkProof = true;
  return explore::run({.program = program, .cancellation = cancellation}, options);
}

NoViolation proofOf(const Outcome &outcome) {
  const auto *proved = std::get_if<NoViolation>(&outcome.answer);
  EXPECT_NE(proved, nullptr);
  return proved != nullptr ? *proved : NoViolation{};
}

/// The outcome of an engine with a proof, after a check that runs until it is cancelled or says `result`.
Outcome afterCheck(const Context &context, bool isAskedFor, ProofCheck result, bool isEndless = false) {
  Outcome outcome{.answer = NoViolation{}};
  checkProof(context, isAskedFor, outcome, [&](support::Cancellation &cancellation) {
    while (isEndless && !cancellation.poll()) {
    }
    return isEndless ? ProofCheck{} : result;
  });
  return outcome;
}

struct Setting {
  Program program = lostUpdate({Property::UnreachCall}, true);
  support::Cancellation cancellation;

  Context context(std::optional<Clock::time_point> begin = std::nullopt) {
    Context made{.program = program, .cancellation = cancellation};
    made.begin = begin;
    return made;
  }
};

} // namespace

TEST(ExploreCheck, SaysHowAProofWasChecked) {
  const NoViolation proved = proofOf(askToCheck(lostUpdate({Property::UnreachCall}, true)));
  EXPECT_NE(proved.check.find("a second interpreter"), std::string::npos) << proved.check;
}

TEST(ExploreCheck, CoversRacesDeadlocksAndLeaks) {
  for (const PropertySet properties :
       {PropertySet{Property::NoDataRace}, PropertySet{Property::ValidMemtrack}, PropertySet{Property::NoDeadlock}})
    EXPECT_FALSE(proofOf(askToCheck(lostUpdate(properties, true))).check.empty());
  EXPECT_FALSE(proofOf(askToCheck(twoLocks(false))).check.empty());
}

TEST(ExploreCheck, IsNotMadeUnlessAskedForOrAllowed) {
  Setting setting;
  const NoViolation proved = proofOf(explore::run(setting.context(), {}));
  EXPECT_TRUE(proved.check.empty());
  EXPECT_TRUE(proved.unchecked.empty());
}

TEST(ExploreCheck, IsMadeWithinALimitByDefault) {
  Setting setting;
  EXPECT_FALSE(proofOf(explore::run(setting.context(Clock::now() - 5s), {})).check.empty());
}

TEST(ExploreCheck, RejectsAWrongProofByDefault) {
  const Program program = lostUpdate();
  support::Cancellation cancellation;
  Context context{.program = program, .cancellation = cancellation};
  context.begin = Clock::now() - 5s;
  const interpreter::ExplorerMutator blind(interpreter::ExplorerMutation::IgnoreViolation);
  const Outcome outcome = explore::runWeakened(context, {}, {blind});
  const auto *error = std::get_if<InternalError>(&outcome.answer);
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(error->kind, InternalError::Kind::InvalidProof);
  EXPECT_NE(error->message.find("violates unreach-call"), std::string::npos) << error->message;
}

TEST(ProofCheck, HasAShareOfTheTimeSpent) {
  EXPECT_EQ(checkTime(10s), 2s);
  EXPECT_GE(checkTime(0s), 10ms);
  EXPECT_LE(checkTime(0s), 50ms);
}

TEST(ProofCheck, KeepsTheVerdictWhenItsTimeIsUp) {
  Setting setting;
  const Clock::time_point start = Clock::now();
  const NoViolation proved = proofOf(afterCheck(setting.context(start), false, {}, true));
  EXPECT_LT(Clock::now() - start, 1s);
  EXPECT_TRUE(proved.check.empty());
  EXPECT_NE(proved.unchecked.find("--check-proof"), std::string::npos) << proved.unchecked;
  EXPECT_EQ(setting.cancellation.reason(), support::StopReason::None);
}

TEST(ProofCheck, KeepsTheVerdictWhenTheVerificationIsStopped) {
  Setting setting;
  setting.cancellation.request(support::StopReason::Timeout);
  const NoViolation proved = proofOf(afterCheck(setting.context(Clock::now()), false, {}, true));
  EXPECT_FALSE(proved.unchecked.empty());
}

TEST(ProofCheck, IsCancelledIfItWasAskedFor) {
  Setting setting;
  setting.cancellation.request(support::StopReason::Timeout);
  const Outcome outcome = afterCheck(setting.context(Clock::now()), true, {}, true);
  EXPECT_TRUE(std::holds_alternative<Cancelled>(outcome.answer));
}

TEST(ProofCheck, ThatIsInconclusiveWithdrawsTheVerdictOnlyIfItWasAskedFor) {
  Setting setting;
  const ProofCheck inconclusive{ProofCheck::Kind::Inconclusive, "the solver gave up"};
  EXPECT_EQ(afterCheck(setting.context(), true, inconclusive).verdict(), Verdict::Unknown);
  EXPECT_EQ(proofOf(afterCheck(setting.context(Clock::now()), false, inconclusive)).unchecked, "the solver gave up");
}

TEST(ProofCheck, AnnouncesTheProofBefore) {
  Setting setting;
  Context context = setting.context(Clock::now());
  bool isAnnounced = false;
  context.announceProof = [&] { isAnnounced = true; };
  Outcome outcome{.answer = NoViolation{}};
  checkProof(context, false, outcome, [&](support::Cancellation &) {
    EXPECT_TRUE(isAnnounced);
    return ProofCheck{ProofCheck::Kind::Passed, "well"};
  });
  EXPECT_EQ(proofOf(outcome).check, "well");
}

} // namespace heddle::engines
