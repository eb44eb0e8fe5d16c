#include "batch/process.hpp"

#include "batch/control_group.hpp"
#include "support/temporary_directory.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
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

/// A process whose number a shell has written to a file.
pid_t processIn(const std::filesystem::path &file) {
  pid_t process = 0;
  for (int tries = 0; tries < 500 && !(std::ifstream(file) >> process); ++tries)
    std::this_thread::sleep_for(milliseconds(10));
  return process;
}

/// Soon: a process that was killed takes a moment.
bool isGone(pid_t process) {
  for (int tries = 0; tries < 500; ++tries) {
    if (kill(process, 0) != 0 && errno == ESRCH)
      return true;
    std::this_thread::sleep_for(milliseconds(10));
  }
  return false;
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

TEST(Process, IsStoppedWithWhatHasLeftItsGroup) {
  const support::TemporaryDirectory folder("heddle-test");
  const std::string file = (folder.path() / "pid").string();
  const ProcessResult result = shell("setsid sh -c 'echo $$ >" + file + "; exec sleep 1000' & until [ -s " + file +
                                     " ]; do sleep 0.01; done; exit 5");
  EXPECT_EQ(result.exitCode, 5);
  const pid_t left = processIn(file);
  ASSERT_GT(left, 0);
  EXPECT_TRUE(isGone(left));
}

TEST(Process, CountsTheTimeOfWhatHasLeftItsGroup) {
  const ProcessResult result =
      shell("setsid sh -c 'while :; do :; done' & sleep 1000", {seconds(600), milliseconds(300), std::nullopt});
  EXPECT_EQ(result.stop, Stop::ProcessorTime);
}

TEST(Process, EndsWithTheProcessThatHasStartedIt) {
  const support::TemporaryDirectory folder("heddle-test");
  const std::string file = (folder.path() / "pid").string();
  const pid_t starter = fork();
  if (starter == 0) {
    shell("setsid sh -c 'echo $$ >" + file + "; exec sleep 1000' & wait");
    _exit(0);
  }
  const pid_t left = processIn(file);
  ASSERT_GT(left, 0);
  kill(starter, SIGKILL);
  waitpid(starter, nullptr, 0);
  EXPECT_TRUE(isGone(left));
}

TEST(Process, RunsInTheDirectory) {
  const support::Cancellation never;
  const auto result = runProcess({"pwd"}, {seconds(60), std::nullopt, std::nullopt}, never, {"/proc", nullptr});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->output, "/proc\n");
}

/// What control groups do here depends on the machine: at least what samples do.
class ProcessInGroup : public ::testing::Test {
protected:
  ProcessResult shell(const std::string &text, const ProcessLimits &limits) {
    const support::Cancellation never;
    support::Expected<ProcessResult> result = runProcess({"sh", "-c", text}, limits, never, {"", &groups_});
    EXPECT_TRUE(result) << result.error().message;
    return *result;
  }

  ControlGroups groups_;
};

TEST_F(ProcessInGroup, IsStoppedByItsProcessorTime) {
  EXPECT_EQ(shell("(while :; do :; done) & wait", {seconds(600), milliseconds(300), std::nullopt}).stop,
            Stop::ProcessorTime);
}

TEST_F(ProcessInGroup, IsStoppedByItsMemory) {
  const ProcessResult result = shell("x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; done; sleep 100",
                                     {seconds(600), std::nullopt, std::uint64_t{200'000'000}});
  EXPECT_EQ(result.stop, Stop::Memory);
}

TEST_F(ProcessInGroup, IsStoppedByTheClock) {
  EXPECT_EQ(shell("setsid sleep 1000 & sleep 1000", {milliseconds(100), std::nullopt, std::nullopt}).stop,
            Stop::WallTime);
}

TEST_F(ProcessInGroup, IsMeasuredAndKilledByTheKernel) {
  const std::unique_ptr<ControlGroup> group = groups_.make(std::nullopt);
  if (!group)
    GTEST_SKIP() << "no control groups of version 2 can be made here";
  const pid_t child = fork();
  if (child == 0) {
    static_cast<void>(!write(group->processes(), "0", 1));
    for (;;)
      ;
  }
  for (int tries = 0; tries < 500 && group->processorTime().value_or(milliseconds(0)) < milliseconds(50); ++tries)
    std::this_thread::sleep_for(milliseconds(10));
  EXPECT_GE(group->processorTime().value_or(milliseconds(0)), milliseconds(50));
  if (!group->kill())
    kill(child, SIGKILL); // a kernel before 5.14
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
}

TEST(Process, ThatDoesNotExistIsAnError) {
  const support::Cancellation never;
  const support::Expected<ProcessResult> result =
      runProcess({"/no/such/command"}, {seconds(1), std::nullopt, std::nullopt}, never);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "cannot start /no/such/command: No such file or directory");
}

} // namespace heddle::batch
