#include "support/log.hpp"

#include <gtest/gtest.h>

namespace heddle::support {
namespace {

using Level = Log::Level;

TEST(Log, IsOffUnlessAskedFor) {
  const Log log;
  EXPECT_FALSE(log.logs(Level::Info));
}

TEST(Log, WritesNothingWhenItIsOff) {
  ::testing::internal::CaptureStderr();
  Log().info("{}", "not shown");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST(Log, WritesTheNameTheLevelAndTheMessageToStandardError) {
  ::testing::internal::CaptureStderr();
  const Log log("bmc", Level::Debug);
  log.debug("depth {}", 3);
  log.trace("not shown");
  const std::string written = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(written.find("bmc debug: depth 3\n"), std::string::npos) << written;
  EXPECT_EQ(written.find("not shown"), std::string::npos) << written;
}

TEST(LogRequest, ReadsEnginesWithAndWithoutLevels) {
  LogRequest request;
  EXPECT_TRUE(request.add("bmc,lazy:trace"));
  EXPECT_TRUE(request.add("cegar:debug"));
  EXPECT_EQ(request.logOf("bmc").level(), Level::Info);
  EXPECT_EQ(request.logOf("lazy").level(), Level::Trace);
  EXPECT_EQ(request.logOf("cegar").level(), Level::Debug);
  EXPECT_EQ(request.logOf("explore").level(), Level::Off);
}

TEST(LogRequest, TakesTheHighestLevelThatAppliesToAnEngine) {
  LogRequest request;
  EXPECT_TRUE(request.add("all:debug,bmc:info"));
  EXPECT_EQ(request.logOf("bmc").level(), Level::Debug);
  EXPECT_EQ(request.logOf("random").level(), Level::Debug);
}

TEST(LogRequest, RefusesOtherTexts) {
  for (const char *text : {"", "bmc:loud", ":info", "bmc,", "bmc:"}) {
    LogRequest request;
    EXPECT_FALSE(request.add(text)) << text;
  }
}

} // namespace
} // namespace heddle::support
