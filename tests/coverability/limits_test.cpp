// Counts beyond the limits never lead to a wrong answer.
#include "coverability/pnml.hpp"
#include "coverability/spec.hpp"
#include "coverability/state_equation.hpp"
#include "systems.hpp"

#include <gtest/gtest.h>

namespace heddle::coverability {

namespace {

System net(const std::string &text) {
  auto parsed = parseSpec(text, "f");
  EXPECT_TRUE(parsed) << parsed.error().message;
  return std::move(*parsed);
}

std::string netError(const std::string &text) {
  const auto parsed = parseSpec(text, "f");
  return parsed ? "" : parsed.error().message;
}

/// All combinations of options: every algorithm, with and without oracle and state equation.
std::vector<Options> allOptions() {
  std::vector<Options> result;
  for (const Algorithm algorithm : {Algorithm::Backward, Algorithm::Widen, Algorithm::Lean}) {
    for (const bool oracle : {false, true}) {
      for (const bool stateEquation : {false, true}) {
        Options &options = result.emplace_back();
        options.algorithm = algorithm;
        options.oracle = oracle;
        options.stateEquation = stateEquation;
        options.stateEquationAfter = std::chrono::milliseconds(0);
      }
    }
  }
  return result;
}

/// x turns into 4,000,000,000 y, and those into a z.
std::string exchange(const std::string &x, const std::string &z) {
  return "vars x y z\nrules\nx >= 1 -> x' = x - 1, y' = y + 4000000000;\n"
         "y >= 4000000000 -> y' = y - 4000000000, z' = z + 1;\ninit x = " +
         x + ", y = 0, z = 0\ntarget z >= " + z + "\n";
}

} // namespace

TEST(Limits, CountsDoNotBecomeInfinite) {
  for (const Options &options : allOptions()) {
    EXPECT_NE(ask(net(exchange("2", "3")), options).verdict, Verdict::Coverable);
    EXPECT_NE(ask(net(exchange("2", "2")), options).verdict, Verdict::Uncoverable);
  }
}

TEST(Limits, AnUnknownAnswerHasAReason) {
  const System asked = net("vars x y\nrules\nx >= 3000000000 -> x' = x - 3000000000, y' = y + 1;\n"
                           "init x = 4000000000, y = 0\ntarget y >= 2\n");
  Options options;
  options.oracle = false;
  options.stateEquation = false;
  options.algorithm = Algorithm::Backward;
  const Answer answer = ask(asked, options);
  EXPECT_EQ(answer.verdict, Verdict::Unknown);
  EXPECT_EQ(answer.reason, "more than 4294967294 threads would have to be counted in one local state");
}

TEST(Limits, AProofWithLargeCountsIsCheckedAtOnce) {
  const System asked = net("vars x y\nrules\nx >= 4000000000 -> x' = x - 1, y' = y + 1;\n"
                           "init x = 3999999999, y = 0\ntarget y >= 1\n");
  const Answer answer = ask(asked);
  EXPECT_EQ(answer.verdict, Verdict::Uncoverable);
}

TEST(Limits, TheCheckerHandlesPredecessorsBeyondTheLargestCount) {
  // y >= 4000000000 has a predecessor with twice as many, above itself.
  const System asked = net("vars x y\nrules\ny >= 4000000000 -> y' = y - 4000000000, x' = x + 1;\n"
                           "init x = 0, y = 3999999999\ntarget y >= 4000000000\n");
  Certificate proof;
  proof.minimal = asked.targets;
  EXPECT_TRUE(checkCertificate(asked, proof));
}

TEST(Limits, ATransferWithTooManyPredecessorsEndsTheSearch) {
  const System asked = net("vars x y z\nrules\nz >= 1 -> y' = y + x, x' = 0;\ninit x >= 0, y = 0, z = 0\n"
                           "target y >= 4000000000\n");
  Options options;
  options.oracle = false;
  options.stateEquation = false;
  options.algorithm = Algorithm::Backward;
  EXPECT_EQ(ask(asked, options).reason, "a transfer has more than 1000000 cover predecessors");
}

TEST(Limits, ATargetMayHaveManyLocalStatesButNotTooMany) {
  for (const std::size_t states : {std::size_t{10'000}, std::size_t{100'000}}) {
    std::string threads = "0";
    for (std::size_t i = 2; i < states; ++i)
      threads += "," + std::to_string(i);
    const System asked = system("2 " + std::to_string(states) + "\ninit 0|" + threads +
                                "\n0 0 -> 1 0 1 ~> 2\n1 0 -> 0 0\ntarget 1|" + threads + "\n");
    Options options;
    options.oracle = false;
    options.algorithm = Algorithm::Backward;
    const Answer answer = ask(asked, options);
    EXPECT_EQ(answer.verdict, states == 10'000 ? Verdict::Coverable : Verdict::Unknown);
    EXPECT_EQ(answer.reason, states == 10'000 ? "" : "a target has more than 20000 different local states");
  }
}

TEST(Limits, BoundsOfWeightingsDoNotWrap) {
  // Weights of 2^31 and more times counts of 2^32.
  const System asked = net("vars a b c d\nrules\n"
                           "a >= 1 -> a' = a - 1, b' = b + 2147483648;\nb >= 1 -> b' = b - 1, c' = c + 2147483648;\n"
                           "init a = 4294967294, b = 4294967294, c = 0, d = 0\ntarget c >= 4294967294\n");
  for (const Options &options : allOptions())
    EXPECT_NE(ask(asked, options).verdict, Verdict::Uncoverable);
  support::Cancellation cancellation;
  EXPECT_FALSE(StateEquation(asked).exclude(asked.targets.front(), cancellation));
}

TEST(Limits, ConstantsOfSpecsDoNotWrap) {
  const std::string rest = ";\ninit x = 0\ntarget x >= 1\n";
  EXPECT_EQ(netError("vars x\nrules\n-> x' = x + 4294967294 + 4" + rest),
            "f:3:27: the constants add up to more than 4294967294");
  EXPECT_EQ(netError("vars x\nrules\n-> x' = x - 4294967294 - 4" + rest),
            "f:3:27: the constants add up to more than 4294967294");
}

TEST(Limits, TooManyWaysToTakeFromASumAreRefused) {
  EXPECT_EQ(netError("vars x y z\nrules\n-> x' = x + y - 4000000000;\ninit x = 0\ntarget x >= 1\n"),
            "f:3: there are more than 10000 ways to take 4000000000 from the sum that is assigned to 'x'; "
            "a guard on one of its variables decides it");
  EXPECT_EQ(netError("vars x y z\nrules\nx >= 4000000000 -> x' = x + y - 4000000000;\ninit x = 0\ntarget x >= 1\n"),
            "");
}

TEST(Limits, ArcsOfPnmlAddUp) {
  const std::string arc = "<arc source='p' target='t'><inscription><text>3000000000</text></inscription></arc>\n";
  const auto parsed = parsePnml("<pnml><place id='p'/><transition id='t'/>\n" + arc + arc + "</pnml>", "f");
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().message, "f:3: the arcs from 'p' to 't' add up to more than 4294967294");
}

} // namespace heddle::coverability
