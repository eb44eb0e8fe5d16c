// Random programs: the search over executions, with and without pruning, and the explorer must agree.
#include "engines/random_campaign.hpp"
#include "engines/trace/trace.hpp"

namespace heddle::testing {

namespace {

using Reduction = Options::Trace::Reduction;

constexpr PropertySet assertions{Property::UnreachCall};
constexpr PropertySet locks{Property::LockDiscipline};
constexpr PropertySet pointers{Property::ValidDeref, Property::ValidFree};

std::vector<Asked> configurations() {
  std::vector<Asked> result;
  for (const auto &[name, reduction] :
       {std::pair{"dpor", Reduction::Dpor}, {"sleep", Reduction::Sleep}, {"none", Reduction::None}})
    for (const bool prune : {true, false}) {
      Options options;
      options.trace.reduction = reduction;
      options.trace.prune = prune;
      result.push_back({std::string("trace, ") + name + (prune ? ", pruned" : ""), engines::trace::run, options});
    }
  result.push_back({"explore", engines::explore::run, {}});
  return result;
}

void compareOnModels(PropertySet properties, RandomProgramOptions options, std::uint64_t shortSeeds) {
  testing::compareOnModels("trace, dpor, pruned", configurations(), properties, options, shortSeeds);
}

void compareOnC(PropertySet properties, std::uint64_t shortSeeds) {
  testing::compareOnC("trace, dpor, pruned", configurations(), properties, shortSeeds);
}

} // namespace

TEST(TraceRandom, AgreesOnAssertions) { compareOnModels(assertions, {}, 60); }

TEST(TraceRandom, AgreesOnAssertionsBehindLoops) {
  RandomProgramOptions options;
  options.loops = true;
  compareOnModels(assertions, options, 30);
}

TEST(TraceRandom, AgreesOnPointers) { compareOnModels(pointers, {}, 30); }
TEST(TraceRandom, AgreesOnLocks) { compareOnModels(locks, {}, 30); }
TEST(TraceRandom, AgreesOnRaces) { compareOnModels({Property::NoDataRace}, {}, 30); }
TEST(TraceRandom, AgreesOnDeadlocks) { compareOnModels({Property::NoDeadlock}, {}, 30); }
TEST(TraceRandom, AgreesOnCPrograms) { compareOnC(assertions, 20); }
TEST(TraceRandom, AgreesOnCProgramsWithPointers) { compareOnC(pointers, 10); }

} // namespace heddle::testing
