// Random programs: what bmc says, with refinement or without, and what the explorer says must fit together.
#include "ask.hpp"
#include "random_c_program.hpp"
#include "random_programs.hpp"

#include <chrono>
#include <map>

namespace heddle::testing {

namespace {

constexpr PropertySet assertions{Property::UnreachCall};
constexpr PropertySet races{Property::NoDataRace};
constexpr PropertySet deadlocks{Property::NoDeadlock};
constexpr PropertySet locks{Property::LockDiscipline};
constexpr PropertySet overflows{Property::NoOverflow};

using Engine = Outcome (*)(const Program &, const Options &, engines::Progress &);

/// Stops, without a verdict, when a program is harder than such programs should be.
Outcome ask(Engine engine, const Program &program, const Options &options) {
  support::Cancellation cancellation;
  cancellation.setDeadline(support::Cancellation::Clock::now() + std::chrono::seconds(2));
  engines::Progress progress{cancellation};
  return engine(program, options, progress);
}

Options monolithic() {
  Options options;
  options.monolithic = true;
  return options;
}

Options withZ3() {
  Options options;
  options.solver = Options::Solver::Z3;
  return options;
}

struct Asked {
  std::string name;
  Engine engine;
  Options options;
};

class Campaign {
public:
  explicit Campaign(std::vector<Asked> engines) : engines_(std::move(engines)) {}

  /// `description` is what is shown if something is wrong.
  void check(const Program &program, const std::string &description) {
    std::map<Verdict, std::string> said;
    for (const Asked &asked : engines_) {
      const Outcome outcome = ask(asked.engine, program, asked.options);
      EXPECT_EQ(complaint(program, outcome), "") << asked.name << " on " << description;
      said.emplace(outcome.verdict, asked.name);
      ++verdicts_[asked.name][outcome.verdict];
    }
    EXPECT_FALSE(said.contains(Verdict::True) && said.contains(Verdict::False))
        << said[Verdict::True] << " says true, " << said[Verdict::False] << " says false on " << description;
  }

  unsigned count(const std::string &engine, Verdict verdict) { return verdicts_[engine][verdict]; }

private:
  std::vector<Asked> engines_;
  std::map<std::string, std::map<Verdict, unsigned>> verdicts_;
};

std::vector<Asked> bothEncodingsAndExplorer() {
  return {{"bmc", engines::bmc::run, {}},
          {"monolithic bmc", engines::bmc::run, monolithic()},
          {"explore", engines::explore::run, {}}};
}

/// Programs of the model, built without a front end. Most of them must get a verdict, some of each kind.
void compareOnModels(PropertySet properties, RandomProgramOptions options, std::uint64_t shortSeeds,
                     std::vector<Asked> engines = bothEncodingsAndExplorer()) {
  const std::uint64_t seeds = inLongMode(shortSeeds);
  Campaign campaign(std::move(engines));
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Program program = RandomProgram(seed, properties, options).make();
    ASSERT_EQ(validate(program), std::nullopt) << "seed " << seed;
    campaign.check(program, "seed " + std::to_string(seed));
  }
  EXPECT_LT(campaign.count("bmc", Verdict::Unknown), seeds / 5);
  EXPECT_GT(campaign.count("bmc", Verdict::True), seeds / 10);
  EXPECT_GT(campaign.count("bmc", Verdict::False), seeds / 20);
}

void compareOnC(PropertySet properties, std::uint64_t shortSeeds,
                std::vector<Asked> engines = bothEncodingsAndExplorer()) {
  const std::uint64_t seeds = inLongMode(shortSeeds);
  Campaign campaign(std::move(engines));
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const std::string text = RandomCProgram(seed, properties).make();
    campaign.check(compile(text, properties), "seed " + std::to_string(seed) + ":\n" + text);
  }
  EXPECT_LT(campaign.count("bmc", Verdict::Unknown), seeds / 2);
  EXPECT_GT(campaign.count("bmc", Verdict::True), 0U);
  EXPECT_GT(campaign.count("bmc", Verdict::False), 0U);
}

} // namespace

TEST(BmcRandom, AgreesOnAssertions) {
  RandomProgramOptions options;
  options.statements = 5;
  compareOnModels(assertions, options, 40);
}

TEST(BmcRandom, AgreesOnAssertionsBehindLoops) {
  RandomProgramOptions options;
  options.loops = true;
  compareOnModels(assertions, options, 40);
}

TEST(BmcRandom, AgreesOnDataRaces) { compareOnModels(races, {}, 40); }

TEST(BmcRandom, AgreesOnDeadlocks) {
  RandomProgramOptions options;
  options.assumptions = false;
  compareOnModels(deadlocks, options, 40);
}

TEST(BmcRandom, AgreesOnMemory) { compareOnModels(memorySafety, {}, 40); }

TEST(BmcRandom, AgreesOnAssertionsInC) { compareOnC(assertions, 60); }

TEST(BmcRandom, AgreesOnDataRacesInC) { compareOnC(races, 40); }

TEST(BmcRandom, AgreesOnDeadlocksInC) { compareOnC(deadlocks, 30); }

TEST(BmcRandom, AgreesOnLockDisciplineInC) { compareOnC(locks, 20); }

TEST(BmcRandom, AgreesOnMemoryInC) { compareOnC(memorySafety, 40); }

TEST(BmcRandom, AgreesOnOverflowInC) { compareOnC(overflows, 20); }

TEST(BmcRandom, SaysTheSameWithZ3) {
  const std::vector<Asked> engines{{"bmc", engines::bmc::run, {}}, {"bmc with Z3", engines::bmc::run, withZ3()}};
  compareOnModels(assertions, {}, 30, engines);
  compareOnC(assertions, 10, engines);
  compareOnC(races, 10, engines);
}

} // namespace heddle::testing
