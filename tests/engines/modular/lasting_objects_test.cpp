// Objects of main as static ones: the program has the same violations.
#include "transform/lasting_objects.hpp"

#include "engines/campaign.hpp"
#include "engines/explore/explore.hpp"
#include "proved_and_checked.hpp"
#include "random_lasting.hpp"
#include "random_ownership.hpp"

namespace heddle::testing {

namespace {

const PropertySet onlyRaces{Property::NoDataRace};
const PropertySet accesses{Property::ValidDeref, Property::ValidFree};

/// How many of the random programs have such objects and a verdict.
template <typename Generator> unsigned countCompared(PropertySet properties, std::uint64_t offset) {
  const std::uint64_t seeds = programCount(60);
  unsigned compared = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const std::string text = Generator(offset + seed).make();
    const Program program = compile(text, properties);
    const std::optional<Program> lasting = transform::withLastingObjects(program);
    if (!lasting)
      continue;
    EXPECT_EQ(program::validate(*lasting), std::nullopt) << "seed " << seed << ":\n" << text;
    const Verdict before = ask(engines::explore::run, program, {}, 60'000).verdict();
    const Verdict after = ask(engines::explore::run, *lasting, {}, 60'000).verdict();
    const bool areDecided =
        (before == Verdict::True || before == Verdict::False) && (after == Verdict::True || after == Verdict::False);
    if (!areDecided)
      continue;
    ++compared;
    EXPECT_EQ(before, after) << "seed " << seed << ":\n" << text;
  }
  return compared;
}

std::optional<Program> lastingOf(const std::string &text) {
  return transform::withLastingObjects(compile(text, onlyRaces));
}

} // namespace

TEST(LastingObjects, KeepTheVerdictOfRandomPrograms) {
  EXPECT_GT(countCompared<RandomLasting>(onlyRaces, 0), programCount(60) / 4);
  EXPECT_GT(countCompared<RandomLasting>(accesses, 1'000'000), programCount(60) / 4);
  countCompared<RandomOwnership>(onlyRaces, 2'000'000);
}

TEST(LastingObjects, LetNoWrongProofPass) {
  unsigned proved = 0;
  for (std::uint64_t seed = 0; seed < programCount(150); ++seed) {
    const std::string text = RandomLasting(3'000'000 + seed).make();
    const Program program = compile(text, {Property::NoDataRace, Property::ValidDeref, Property::ValidFree});
    if (checkedProof(program).check == Check::NotProved)
      continue;
    ++proved;
    EXPECT_NE(ask(engines::explore::run, program, {}, 60'000).verdict(), Verdict::False) << "seed " << seed << ":\n"
                                                                                         << text;
  }
  EXPECT_GT(proved, programCount(150) / 20);
}

TEST(LastingObjects, AreThoseThatMainMakesOnceAndShares) {
  const std::string thread = "void *thread(void *a) { *(int *)a = 1; return 0; }\n";
  EXPECT_TRUE(lastingOf(thread + "int main(void) { int x = 0; join(start(thread, &x)); return x; }\n"));
  EXPECT_FALSE(
      lastingOf(thread + "int x; int main(void) { int y = 0; join(start(thread, &x)); int *p = &y; return *p; }\n"))
      << "no other thread can reach it";
  EXPECT_FALSE(lastingOf(thread + "int main(void) { for (int i = 0; i < 2; i++) { int *p = malloc(4); *p = i; "
                                  "join(start(thread, p)); } return 0; }\n"))
      << "there are several";
  EXPECT_FALSE(lastingOf("void *thread(void *a) { free(a); return 0; }\n"
                         "int main(void) { start(thread, malloc(4)); return 0; }\n"))
      << "another thread frees it";
}

} // namespace heddle::testing
