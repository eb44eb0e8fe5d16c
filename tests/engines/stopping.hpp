// Helpers for tests of cancellation and determinism.
#pragma once

#include "engines/campaign.hpp"

#include <chrono>
#include <thread>

namespace heddle::testing {

/// A program on which engines do not terminate: no finite invariant proves it, and it has too many states.
inline constexpr const char *endless = R"(
unsigned x, y;
void *one(void *arg) { while (1) { x = x + 1; y = y + x; } return 0; }
void *two(void *arg) { while (1) { y = y + 1; x = x + y; } return 0; }
int main(void) { pthread_t t = start(one, 0), u = start(two, 0);
  check(x * 3 + y * 5 != 4000000007u); join(t); join(u); return 0; }
)";

/// Cancels the engine after a while on a program on which it does not terminate.
inline Outcome askAndStop(const Asked &asked) {
  const Program program = compile(endless);
  support::Cancellation cancellation;
  std::thread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    cancellation.request(support::StopReason::Interrupted);
  });
  const Outcome outcome = asked.run({.program = program, .cancellation = cancellation});
  user.join();
  return outcome;
}

/// Measured statistics differ from run to run.
inline bool isMeasured(const engines::Statistic &statistic) {
  return statistic.unit != engines::Unit::Count && statistic.unit != engines::Unit::Ratio;
}

inline void expectTheSame(const Outcome &first, const Outcome &second) {
  EXPECT_EQ(first.verdict(), second.verdict());
  EXPECT_EQ(reasonOf(first), reasonOf(second));
  ASSERT_EQ(traceOf(first) == nullptr, traceOf(second) == nullptr);
  if (traceOf(first) != nullptr) {
    EXPECT_EQ(traceOf(first)->schedule.steps, traceOf(second)->schedule.steps);
  }
  const std::vector<engines::Statistic> &counted = first.statistics.list();
  ASSERT_EQ(counted.size(), second.statistics.list().size());
  for (std::size_t i = 0; i < counted.size(); ++i)
    if (!isMeasured(counted[i])) {
      EXPECT_EQ(counted[i].value, second.statistics.list()[i].value) << counted[i].id;
    }
}

} // namespace heddle::testing
