#include "batch/process.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace heddle::batch {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

ProcessResult shell(const std::string &text, const ProcessLimits &limits = {seconds(60), std::nullopt, std::nullopt}) {
  const support::Cancellation never;
  support::Expected<ProcessResult> result = runProcess({"sh", "-c", text}, limits, never);
  EXPECT_TRUE(result) << result.error().message;
  return *result;
}

} // namespace

TEST(Process, ReturnsOutputAndExitCode) {
  const ProcessResult result = shell("echo one; echo two >&2; exit 7");
  EXPECT_EQ(result.output, "one\n");
  EXPECT_EQ(result.errors, "two\n");
  EXPECT_EQ(result.exitCode, 7);
  EXPECT_EQ(result.stop, Stop::None);
}

TEST(Process, HasSignalsAsExitCodes) { EXPECT_EQ(shell("kill -SEGV $$").exitCode, 128 + SIGSEGV); }

TEST(Process, IsStoppedByTheClock) {
  const ProcessResult result = shell("sleep 1000", {milliseconds(100), std::nullopt, std::nullopt});
  EXPECT_EQ(result.stop, Stop::WallTime);
}

TEST(Process, IsStoppedWithAllThatItHasStarted) {
  // The grandchild would hold the pipe open for ever, and count on.
  const ProcessResult result =
      shell("(trap '' TERM; while :; do sleep 0.1; done) & wait", {milliseconds(100), std::nullopt, std::nullopt});
  EXPECT_EQ(result.stop, Stop::WallTime);
}

TEST(Process, IsStoppedByItsProcessorTimeAndThatOfItsChildren) {
  const ProcessResult result = shell("(while :; do :; done) & wait", {seconds(600), milliseconds(300), std::nullopt});
  EXPECT_EQ(result.stop, Stop::ProcessorTime);
}

TEST(Process, IsStoppedByItsMemory) {
  const ProcessResult result = shell("x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; done; sleep 100",
                                     {seconds(600), std::nullopt, std::uint64_t{200'000'000}});
  EXPECT_EQ(result.stop, Stop::Memory);
  EXPECT_GT(result.peakMemory, 200'000'000U);
}

TEST(Process, IsStoppedByAnInterrupt) {
  support::Cancellation interrupt;
  std::jthread interrupting([&] {
    std::this_thread::sleep_for(milliseconds(100));
    interrupt.request(support::StopReason::Interrupted);
  });
  const support::Expected<ProcessResult> result =
      runProcess({"sleep", "1000"}, {seconds(900), std::nullopt, std::nullopt}, interrupt);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->stop, Stop::Interrupted);
}

TEST(Process, ThatDoesNotExistIsAnError) {
  const support::Cancellation never;
  const support::Expected<ProcessResult> result =
      runProcess({"/no/such/command"}, {seconds(1), std::nullopt, std::nullopt}, never);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "cannot start /no/such/command: No such file or directory");
}

} // namespace heddle::batch
