// Engines stop when they are told to, and say the same thing twice.
#pragma once

#include "engines/campaign.hpp"

#include <chrono>
#include <thread>

namespace heddle::testing {

/// No invariant is ever enough: the sum is different in every round.
inline constexpr const char *endless = R"(
unsigned x, y;
void *one(void *arg) { while (1) { x = x + 1; y = y + x; } return 0; }
void *two(void *arg) { while (1) { y = y + 1; x = x + y; } return 0; }
int main(void) { pthread_t t = start(one, 0), u = start(two, 0);
  check(x * 3 + y * 5 != 4000000007u); join(t); join(u); return 0; }
)";

/// What the engine says on a program without an end, after a while.
inline Outcome askAndStop(Engine engine, const Options &options) {
  const Program program = compile(endless);
  support::Cancellation cancellation;
  engines::Progress progress{cancellation};
  std::thread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    cancellation.request(support::StopReason::Interrupted);
  });
  const Outcome outcome = engine(program, options, progress);
  user.join();
  return outcome;
}

/// What differs from run to run.
inline bool isMeasured(const std::string &statistic) {
  return statistic.starts_with("time") || statistic.ends_with("per second") || statistic == "peak memory";
}

inline void expectTheSame(const Outcome &first, const Outcome &second) {
  EXPECT_EQ(first.verdict, second.verdict);
  EXPECT_EQ(first.reason, second.reason);
  ASSERT_EQ(first.schedule.has_value(), second.schedule.has_value());
  if (first.schedule) {
    EXPECT_EQ(first.schedule->steps, second.schedule->steps);
  }
  ASSERT_EQ(first.statistics.size(), second.statistics.size());
  for (std::size_t i = 0; i < first.statistics.size(); ++i)
    if (!isMeasured(first.statistics[i].name)) {
      EXPECT_EQ(first.statistics[i].value, second.statistics[i].value) << first.statistics[i].name;
    }
}

} // namespace heddle::testing
