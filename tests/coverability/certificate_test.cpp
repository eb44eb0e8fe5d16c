// The checker accepts valid certificates and rejects all others.
#include "coverability/state_equation.hpp"
#include "systems.hpp"

#include <gtest/gtest.h>

namespace heddle::coverability {

namespace {

/// A lock: a thread that enters the critical section, local state 1, changes the shared state.
const std::string lock = "2 2\n0 0 -> 1 1\n1 1 -> 0 0\ntarget 1|1,1\n";

} // namespace

TEST(Certificate, OfASearchIsAccepted) {
  const System asked = system(lock);
  EXPECT_TRUE(checkCertificate(asked, *ask(asked).certificate));
}

TEST(Certificate, MustContainTheTargets) { EXPECT_FALSE(checkCertificate(system(lock), {})); }

TEST(Certificate, MustBeClosedUnderPredecessors) {
  const System asked = system(lock);
  for (std::size_t i = 0; i < ask(asked).certificate->minimal.size(); ++i) {
    Certificate proof = *ask(asked).certificate;
    proof.minimal.erase(proof.minimal.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_FALSE(checkCertificate(asked, proof));
  }
}

TEST(Certificate, MustNotContainInitialConfigurations) {
  const System asked = system(lock);
  Certificate proof;
  proof.minimal = {{0, {}}, {1, {}}};
  EXPECT_FALSE(checkCertificate(asked, proof));
}

TEST(Certificate, MayBeAWeighting) {
  const System asked = system(lock);
  support::Cancellation cancellation;
  StateEquation equation(asked);
  auto weighting = equation.exclude(asked.targets.front(), cancellation);
  ASSERT_TRUE(weighting);
  Certificate proof;
  proof.weightings = {*weighting};
  proof.traps = equation.traps();
  EXPECT_TRUE(checkCertificate(asked, proof));
  proof.weightings.front().bound -= 1;
  EXPECT_FALSE(checkCertificate(asked, proof)) << "above the bound initially";
  proof.weightings.front() = *weighting;
  ++proof.weightings.front().weights[1];
  ++proof.weightings.front().combined[1];
  EXPECT_FALSE(checkCertificate(asked, proof)) << "a transition increases it";
  proof.weightings.front() = *weighting;
  ++proof.weightings.front().combined[0];
  EXPECT_FALSE(checkCertificate(asked, proof)) << "the combined weights are wrong";
}

TEST(Certificate, MayUseATrap) {
  // Two tokens move between places 0 and 1 only together. The state equation admits that both are missing, but {0, 1}
  // is a trap.
  System asked(1, 3);
  TransitionSpec spec;
  spec.take = {{0, 1}};
  spec.put = {{1, 1}};
  asked.add(spec);
  spec.take = {{0, 1}, {1, 1}};
  spec.put = {{0, 1}, {2, 1}};
  asked.add(spec);
  spec.take = {{0, 1}, {1, 1}};
  spec.put = {{1, 1}, {2, 1}};
  asked.add(spec);
  asked.initial.push_back({{0, {{0, 2}}}, {{0, 2}}});
  asked.targets.push_back({0, {{2, 2}}});
  support::Cancellation cancellation;
  StateEquation equation(asked);
  const auto weighting = equation.exclude(asked.targets.front(), cancellation);
  ASSERT_TRUE(weighting);
  EXPECT_FALSE(weighting->traps.empty());
  Certificate proof;
  proof.weightings = {*weighting};
  proof.traps = equation.traps();
  EXPECT_TRUE(checkCertificate(asked, proof));
  proof.traps.front().places = {0};
  EXPECT_FALSE(checkCertificate(asked, proof)) << "no trap";
}

TEST(StateEquation, DoesNotExcludeWhatIsCoverable) {
  System asked = system(lock);
  support::Cancellation cancellation;
  StateEquation equation(asked);
  EXPECT_FALSE(equation.exclude({1, {{0, 3}, {1, 1}}}, cancellation));
}

} // namespace heddle::coverability
