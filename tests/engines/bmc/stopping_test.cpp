// The engine stops when it is told to, and says the same thing twice.
#include "engines/stopping.hpp"
#include "random_programs.hpp"

#include <chrono>
#include <thread>

namespace heddle::testing {

using engines::bmc::Options;

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

/// It would take years; that this test ends shows that it stops.
void stops(const Options &options) {
  const Program program = compile(fibonacci(40));
  support::Cancellation cancellation;
  std::thread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    cancellation.request(support::StopReason::Interrupted);
  });

  const Outcome outcome = engines::bmc::run({.program = program, .cancellation = cancellation}, options);

  user.join();
  EXPECT_EQ(outcome.verdict(), Verdict::Unknown);
  EXPECT_EQ(internalErrorOf(outcome), nullptr);
  EXPECT_FALSE(reasonOf(outcome).empty());
}

} // namespace

TEST(BmcStopping, StopsWhenToldTo) { stops({}); }

TEST(BmcStopping, StopsWhenMonolithic) {
  Options options;
  options.solving.monolithic = true;
  stops(options);
}

TEST(BmcStopping, StopsWithZ3) {
  Options options;
  options.solving.solver = smt::Backend::Z3;
  stops(options);
}

TEST(BmcStopping, DoesNothingWhenToldToStopBefore) {
  const Program program = compile(fibonacci(40));
  support::Cancellation cancellation;
  cancellation.request(support::StopReason::Timeout);
  const Outcome outcome = engines::bmc::run({.program = program, .cancellation = cancellation}, {});
  EXPECT_EQ(outcome.verdict(), Verdict::Unknown);
  EXPECT_EQ(internalErrorOf(outcome), nullptr);
}

TEST(BmcStopping, SaysHowFarItCame) {
  // Whatever the depth, there is a deeper one.
  const Program program = compile("int main(void) { unsigned n = 0; while (__VERIFIER_nondet_bool()) ++n; "
                                  "check(n != 4000000000u); return 0; }");
  support::Cancellation cancellation;
  const auto stopAtDepthEight = [&](const std::string &text) {
    if (text.starts_with("bmc: depth 8,"))
      cancellation.request(support::StopReason::Interrupted);
  };
  const Outcome outcome =
      engines::bmc::run({.program = program, .cancellation = cancellation, .report = stopAtDepthEight}, {});
  EXPECT_EQ(outcome.verdict(), Verdict::Unknown);
  EXPECT_EQ(progressOf(outcome), "no violation up to depth 5");
}

TEST(BmcStopping, SaysTheSameTwice) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Program program = RandomProgram(seed, {Property::UnreachCall, Property::NoDataRace}).make();

    const Outcome first = askBmc(program);
    const Outcome second = askBmc(program);

    expectTheSame(first, second);
  }
}

} // namespace heddle::testing
