#include "portfolio/message.hpp"

#include "portfolio/engines.hpp"
#include "program_builder.hpp"

#include <gtest/gtest.h>

namespace heddle::portfolio {
namespace {

using engines::Answer;
using engines::Result;
using testing::CfaBuilder;
using testing::ProgramBuilder;

/// main reads an input and checks that it is not zero.
program::Program refutable() {
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  const auto input = main.reg("input", 128);
  main.fromEntry().havoc(input).check(build.pool().ne(main.use(input), build.constant(0, 128))).endProgram();
  build.program.properties = {program::Property::UnreachCall};
  return build.program;
}

class Message : public ::testing::Test {
protected:
  support::Expected<Result> transmitted(const Result &result) { return decode(encode(result), context_); }
  Result transmitted(Answer answer) {
    support::Expected<Result> result = transmitted(Result{std::move(answer), "explore", {}, {}});
    EXPECT_TRUE(result);
    return result ? *result : Result{};
  }
  Result counterexample() { return findEngine("explore")->configure()->run(context_); }

  const program::Program program_ = refutable();
  support::Cancellation cancellation_;
  const engines::Context context_{.program = program_, .cancellation = cancellation_};
};

TEST_F(Message, TransmitsUnknown) {
  const auto answer = transmitted(engines::Unknown{engines::Unknown::Kind::Bound, "no violation\nup to \xff"}).answer;
  EXPECT_EQ(std::get<engines::Unknown>(answer).kind, engines::Unknown::Kind::Bound);
  EXPECT_EQ(std::get<engines::Unknown>(answer).text, "no violation\nup to \xff");
}

TEST_F(Message, TransmitsAProof) {
  const auto answer = transmitted(engines::NoViolation{.check = "its invariant holds",
                                                       .unchecked = "there was no time",
                                                       .proof = std::string(100'000, 'x')})
                          .answer;
  EXPECT_EQ(std::get<engines::NoViolation>(answer).check, "its invariant holds");
  EXPECT_EQ(std::get<engines::NoViolation>(answer).unchecked, "there was no time");
  EXPECT_EQ(std::get<engines::NoViolation>(answer).proof, std::string(100'000, 'x'));
}

TEST_F(Message, TransmitsWhyAnEngineWasCancelled) {
  const auto answer = transmitted(engines::Cancelled{support::StopReason::Memory, "depth 3"}).answer;
  EXPECT_EQ(std::get<engines::Cancelled>(answer).reason, support::StopReason::Memory);
  EXPECT_EQ(std::get<engines::Cancelled>(answer).progress, "depth 3");
}

TEST_F(Message, TransmitsWhatCouldNotBeExcluded) {
  Result sent{engines::Unknown{}, "modular", {}, {}};
  sent.suspects = {"modular",
                   {{engines::Suspicion::Race,
                     "a data race on x",
                     {{"write", "main", {"m", "n"}, {0, 3, 4, 0}, engines::Suspect::Kind::Write, {{0, 3, 9, 0}}},
                      {"read", "worker", {}, {}, engines::Suspect::Kind::Read}},
                     "no common lock"}}};
  const auto received = transmitted(sent);
  ASSERT_TRUE(received);
  EXPECT_EQ(received->suspects.engine, "modular");
  ASSERT_EQ(received->suspects.list.size(), 1U);
  const engines::Suspect &suspect = received->suspects.list[0];
  EXPECT_EQ(suspect.suspicion, engines::Suspicion::Race);
  EXPECT_EQ(suspect.what, "a data race on x");
  EXPECT_EQ(suspect.places, sent.suspects.list[0].places);
  EXPECT_EQ(suspect.reason, "no common lock");
}

TEST_F(Message, TransmitsFacts) {
  Result sent{engines::Unknown{}, "modular", {}, {}};
  sent.facts = "modular\ncase 0 0\nend 1\n";
  const auto received = transmitted(sent);
  ASSERT_TRUE(received);
  EXPECT_EQ(received->facts, sent.facts);
}

TEST_F(Message, TransmitsAnInternalError) {
  const auto answer = transmitted(engines::InternalError{engines::InternalError::Kind::InvalidProof, "wrong"}).answer;
  EXPECT_EQ(std::get<engines::InternalError>(answer).kind, engines::InternalError::Kind::InvalidProof);
  EXPECT_EQ(std::get<engines::InternalError>(answer).message, "wrong");
}

TEST_F(Message, TransmitsACounterexampleByItsSchedule) {
  const Result sent = counterexample();
  const auto received = transmitted(sent);
  ASSERT_TRUE(received);
  const auto &before = std::get<engines::Counterexample>(sent.answer).trace;
  const auto &after = std::get<engines::Counterexample>(received->answer).trace;
  EXPECT_EQ(interpreter::toJson(after.schedule, program_), interpreter::toJson(before.schedule, program_));
  EXPECT_EQ(after.violation->message, before.violation->message);
  EXPECT_EQ(after.events.size(), before.events.size());
}

TEST_F(Message, ACounterexampleThatDoesNotReplayIsAnInternalError) {
  Result result = counterexample();
  auto &schedule = std::get<engines::Counterexample>(result.answer).trace.schedule;
  schedule.inputs[0][0].value = ~program::Bits{0};
  const auto received = transmitted(result);
  ASSERT_TRUE(received);
  EXPECT_EQ(std::get<engines::InternalError>(received->answer).kind, engines::InternalError::Kind::NoReplay);
}

TEST_F(Message, TransmitsWarningsStatisticsAndFailures) {
  Result sent{engines::Unknown{}, "bmc", {{"undefined behaviour", {.file = 0, .line = 12, .column = 3}, true}}, {}};
  sent.runs.push_back({"bmc", {}});
  sent.runs.back().statistics.count("refinements", 7);
  sent.runs.back().statistics.time("time.solving", std::chrono::milliseconds(250));
  sent.failures.push_back({"lazy", "it crashed"});
  const auto received = transmitted(sent);
  ASSERT_TRUE(received);
  EXPECT_EQ(received->engine, "bmc");
  ASSERT_EQ(received->warnings.size(), 1U);
  EXPECT_EQ(received->warnings[0].message, "undefined behaviour");
  EXPECT_EQ(received->warnings[0].span, sent.warnings[0].span);
  EXPECT_TRUE(received->warnings[0].blocksProof);
  ASSERT_EQ(received->runs.size(), 1U);
  EXPECT_EQ(received->runs[0].engine, "bmc");
  const auto &statistics = received->runs[0].statistics.list();
  ASSERT_EQ(statistics.size(), 2U);
  EXPECT_EQ(statistics[0].id, "refinements");
  EXPECT_EQ(statistics[0].value, 7);
  EXPECT_EQ(statistics[1].unit, engines::Unit::Seconds);
  EXPECT_EQ(statistics[1].value, 0.25);
  ASSERT_EQ(received->failures.size(), 1U);
  EXPECT_EQ(received->failures[0].engine, "lazy");
  EXPECT_EQ(received->failures[0].message, "it crashed");
}

TEST_F(Message, EveryTruncatedResultIsRefused) {
  Result result = counterexample();
  result.warnings.push_back({"undefined behaviour", {}, false});
  const std::string bytes = encode(result);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(decode(std::string_view(bytes).substr(0, size), context_)) << size;
  EXPECT_FALSE(decode(bytes + "x", context_));
}

/// Whatever a process that has lost its mind sends, the reader survives.
TEST_F(Message, ResultsWithWrongBytesAreRefusedOrReplayed) {
  Result result = counterexample();
  result.warnings.push_back({"undefined behaviour", {}, false});
  const std::string bytes = encode(result);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    for (const char wrong : {'\x00', '\x01', '\x7f', '\xff'}) {
      std::string changed = bytes;
      changed[i] = wrong;
      const auto received = decode(changed, context_);
      if (received && received->verdict() == engines::Verdict::False) {
        EXPECT_TRUE(std::get<engines::Counterexample>(received->answer).trace.violation);
      }
    }
}

} // namespace
} // namespace heddle::portfolio
