#include "report/statistics.hpp"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using EngineRun = engines::Result::Run;

TEST(Statistics, AreAlignedAndInWords) {
  EngineRun run{"explore", {}};
  run.statistics.count("states", 12);
  run.statistics.time("time.solving", std::chrono::milliseconds(34));
  EXPECT_EQ(statisticLines({run}), "  states              12\n  time in the solver  0.034 s\n");
}

TEST(Statistics, NameTheEngineIfSeveralRan) {
  EngineRun first{"random", {}};
  first.statistics.count("steps", 7);
  EngineRun second{"explore", {}};
  second.statistics.bytes("memory.states", 2'500'000);
  EXPECT_EQ(statisticLines({first, second}), "  random: steps               7\n  explore: memory for states  2.5 MB\n");
}

TEST(Statistics, ShowTheIdentifierIfThereIsNoPhraseForIt) { EXPECT_EQ(phrase("no.such.thing"), "no.such.thing"); }

} // namespace
} // namespace heddle::report
