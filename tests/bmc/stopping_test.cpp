// The engine stops when it is told to, and says the same thing twice.
#include "ask.hpp"
#include "random_programs.hpp"

#include <chrono>
#include <thread>

namespace heddle::testing {

namespace {

/// Two threads that add up Fibonacci numbers: the classic that is hard for every encoding.
std::string fibonacci(int rounds) {
  return "int i = 1, j = 1;\n"
         "void *one(void *arg) { for (int k = 0; k < " +
         std::to_string(rounds) +
         "; ++k) i += j; return 0; }\n"
         "void *two(void *arg) { for (int k = 0; k < " +
         std::to_string(rounds) +
         "; ++k) j += i; return 0; }\n"
         "int main(void) { pthread_t t = start(one, 0), u = start(two, 0); join(t); join(u);\n"
         "check(i < 2000000000 && j < 2000000000); return 0; }";
}

bool isTimeOrMemory(const std::string &name) { return name.starts_with("time") || name == "peak memory"; }

void stopsSoon(const Options &options) {
  using namespace std::chrono;
  const Program program = compile(fibonacci(40));
  support::Cancellation cancellation;
  engines::Progress progress{cancellation};
  steady_clock::time_point requested;
  std::thread user([&] {
    std::this_thread::sleep_for(milliseconds(700));
    requested = steady_clock::now();
    cancellation.request(support::StopReason::Interrupted);
  });

  const Outcome outcome = engines::bmc::run(program, options, progress);

  const steady_clock::time_point stopped = steady_clock::now();
  user.join();
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
  EXPECT_FALSE(outcome.internalError);
  EXPECT_FALSE(outcome.reason.empty());
  EXPECT_LT(stopped - requested, milliseconds(1500)); // on a machine that may be busy
}

} // namespace

TEST(BmcStopping, StopsSoonWhenToldTo) { stopsSoon({}); }

TEST(BmcStopping, StopsSoonWhenMonolithic) {
  Options options;
  options.monolithic = true;
  stopsSoon(options);
}

TEST(BmcStopping, StopsSoonWithZ3) {
  Options options;
  options.solver = Options::Solver::Z3;
  stopsSoon(options);
}

TEST(BmcStopping, DoesNothingWhenToldToStopBefore) {
  const Program program = compile(fibonacci(40));
  support::Cancellation cancellation;
  cancellation.request(support::StopReason::Timeout);
  engines::Progress progress{cancellation};
  const Outcome outcome = engines::bmc::run(program, {}, progress);
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
  EXPECT_FALSE(outcome.internalError);
}

TEST(BmcStopping, SaysHowFarItCame) {
  // Whatever the depth, there is a deeper one.
  const Program program = compile("int main(void) { unsigned n = 0; while (__VERIFIER_nondet_bool()) ++n; "
                                  "check(n != 4000000000u); return 0; }");
  support::Cancellation cancellation;
  cancellation.setDeadline(support::Cancellation::Clock::now() + std::chrono::milliseconds(500));
  engines::Progress progress{cancellation};
  const Outcome outcome = engines::bmc::run(program, {}, progress);
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
  EXPECT_TRUE(outcome.progress.starts_with("no violation up to depth ")) << outcome.reason << "; " << outcome.progress;
}

TEST(BmcStopping, SaysTheSameTwice) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Program program = RandomProgram(seed, {Property::UnreachCall, Property::NoDataRace}).make();

    const Outcome first = askBmc(program);
    const Outcome second = askBmc(program);

    EXPECT_EQ(first.verdict, second.verdict);
    EXPECT_EQ(first.reason, second.reason);
    ASSERT_EQ(first.schedule.has_value(), second.schedule.has_value());
    if (first.schedule) {
      EXPECT_EQ(first.schedule->steps, second.schedule->steps);
    }
    ASSERT_EQ(first.statistics.size(), second.statistics.size());
    for (std::size_t i = 0; i < first.statistics.size(); ++i)
      if (!isTimeOrMemory(first.statistics[i].name)) {
        EXPECT_EQ(first.statistics[i].value, second.statistics[i].value) << first.statistics[i].name;
      }
  }
}

} // namespace heddle::testing
