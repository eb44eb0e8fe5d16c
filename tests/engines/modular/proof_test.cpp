// Proofs of modular are checked without its domains and analyses: what it proves passes the check, and wrong proofs of
// mutants do not.
#include "attack.hpp"
#include "engines/campaign.hpp"
#include "engines/modular/weakening.hpp"
#include "mutants.hpp"
#include "mutation_size.hpp"
#include "proved_and_checked.hpp"
#include "random_locking.hpp"
#include "random_relations.hpp"
#include "random_sharing.hpp"
#include "random_waiting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <iterator>

namespace heddle::testing {

namespace {

const PropertySet checkedProperties{Property::NoDataRace, Property::ValidDeref};

const std::string lockPair = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; int x;\n";
const std::string twoThreads =
    "int main(void) { pthread_t t = start(worker, 0), u = start(worker, 0); join(t); join(u); return 0; }";

Checked proveAndCheck(const std::string &text, PropertySet properties = checkedProperties) {
  const Checked result = checkedProof(compile(text, properties));
  if (result.check != Check::Passed)
    std::cout << result.reason << '\n';
  return result;
}

} // namespace

TEST(ModularProof, OfACounterUnderAMutexPasses) {
  EXPECT_EQ(proveAndCheck(lockPair +
                          "void *worker(void *arg) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"
                          "return 0; }" +
                          twoThreads)
                .check,
            Check::Passed);
}

TEST(ModularProof, ForAnyNumberOfThreadsPasses) {
  EXPECT_EQ(proveAndCheck(lockPair + "void *worker(void *arg) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"
                                     "return 0; } int main(void) { while (__VERIFIER_nondet_bool()) start(worker, 0);"
                                     "pthread_exit(0); }")
                .check,
            Check::Passed);
}

TEST(ModularProof, OfTheOrderOfStartAndJoinPasses) {
  const std::string worker = "int x; void *worker(void *arg) { x++; return 0; }";
  EXPECT_EQ(
      proveAndCheck(worker + "int main(void) { x = 1; pthread_t t = start(worker, 0); join(t); return x; }").check,
      Check::Passed);
  EXPECT_EQ(
      proveAndCheck(worker + "int main(void) { join(start(worker, 0)); join(start(worker, 0)); return x; }").check,
      Check::Passed);
}

TEST(ModularProof, OfJoinsThatAreCountedPasses) {
  EXPECT_EQ(proveAndCheck(lockPair + "void *worker(void *arg) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"
                                     "return 0; } int main(void) { pthread_t t[9]; for (int i = 0; i < 9; i++)"
                                     "t[i] = start(worker, 0); for (int i = 0; i < 9; i++) join(t[i]); return x; }")
                .check,
            Check::Passed);
}

TEST(ModularProof, OfATrylockPasses) {
  EXPECT_EQ(proveAndCheck(lockPair +
                          "void *worker(void *arg) { if (pthread_mutex_trylock(&m) == 0) { x++;"
                          "pthread_mutex_unlock(&m); } return 0; }" +
                          twoThreads)
                .check,
            Check::Passed);
}

TEST(ModularProof, OfLockingByAConditionPasses) {
  EXPECT_EQ(proveAndCheck(lockPair +
                          "void *worker(void *arg) { _Bool b = __VERIFIER_nondet_bool();"
                          "if (b) pthread_mutex_lock(&m); if (b) { x++; pthread_mutex_unlock(&m); } return 0; }" +
                          twoThreads)
                .check,
            Check::Passed);
}

TEST(ModularProof, OfAHandWrittenLockPasses) {
  EXPECT_EQ(proveAndCheck("atomic_int l; int x; void *worker(void *arg) { while (atomic_exchange_explicit(&l, 1, "
                          "memory_order_acquire)) ; x++; atomic_store_explicit(&l, 0, memory_order_release);"
                          "return 0; }" +
                          twoThreads)
                .check,
            Check::Passed);
}

TEST(ModularProof, OfBoundsPasses) {
  EXPECT_EQ(proveAndCheck("int a[8]; void *worker(void *arg) { int s = 0; for (int i = 0; i < 8; i++) s += a[i];"
                          "return 0; }" +
                          twoThreads)
                .check,
            Check::Passed);
}

TEST(ModularProof, OfAnAssertionUnderAMutexPasses) {
  EXPECT_EQ(proveAndCheck(lockPair +
                              "void *worker(void *arg) { pthread_mutex_lock(&m); x = 1; check(x == 1); x = 0;"
                              "pthread_mutex_unlock(&m); return 0; }" +
                              twoThreads,
                          {Property::UnreachCall})
                .check,
            Check::Passed);
}

TEST(ModularProof, OfAnOrderOfLocksPasses) {
  EXPECT_EQ(proveAndCheck(lockPair +
                              "void *worker(void *arg) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); x++;"
                              "pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); return 0; }" +
                              twoThreads,
                          {Property::NoDeadlock})
                .check,
            Check::Passed);
}

TEST(ModularProof, OfAGatePasses) {
  EXPECT_EQ(proveAndCheck(lockPair + "pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER; void *worker(void *arg) {"
                                     "pthread_mutex_lock(&g); pthread_mutex_lock(&m); pthread_mutex_lock(&n); x++;"
                                     "pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); pthread_mutex_unlock(&g);"
                                     "return 0; } void *other(void *arg) { pthread_mutex_lock(&g);"
                                     "pthread_mutex_lock(&n); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"
                                     "pthread_mutex_unlock(&n); pthread_mutex_unlock(&g); return 0; } int main(void) {"
                                     "start(worker, 0); start(other, 0); pthread_exit(0); }",
                          {Property::NoDeadlock})
                .check,
            Check::Passed);
}

TEST(ModularProof, OfLoopsWhileALockIsHeldPasses) {
  EXPECT_EQ(proveAndCheck(lockPair +
                              "void *worker(void *arg) { pthread_mutex_lock(&m); for (int i = 0; i < 9; i++)"
                              "for (unsigned j = 9; j > 0; j--) x++; while (__VERIFIER_nondet_bool()) x++;"
                              "pthread_mutex_unlock(&m); return 0; }" +
                              twoThreads,
                          {Property::NoDeadlock})
                .check,
            Check::Passed);
}

TEST(ModularProof, OfALockAfterAllJoinsPasses) {
  EXPECT_EQ(proveAndCheck(lockPair + "void *worker(void *arg) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"
                                     "return 0; } int main(void) { join(start(worker, 0)); pthread_mutex_lock(&m);"
                                     "pthread_mutex_unlock(&m); join(start(worker, 0)); return 0; }",
                          {Property::NoDeadlock})
                .check,
            Check::Passed);
}

TEST(ModularProof, OfRelationsUnderAMutexPasses) {
  const std::string relations = "int y, z; void *worker(void *arg) { int v = __VERIFIER_nondet_int();"
                                "pthread_mutex_lock(&m); x += v; y++; z += v + 1; check(z == x + y);"
                                "pthread_mutex_unlock(&m); return 0; }";
  EXPECT_EQ(proveAndCheck(lockPair + relations + twoThreads, {Property::UnreachCall}).check, Check::Passed);
}

TEST(ModularProof, OfRelationsInRandomProgramsPasses) {
  const std::uint64_t programs = programCount(100);
  unsigned passed = 0;
  for (std::uint64_t seed = 0; seed < programs; ++seed) {
    const std::string text = RandomRelations(seed).make();
    const Checked result = checkedProof(compile(text, {Property::UnreachCall}));
    passed += result.check == Check::Passed ? 1 : 0;
    EXPECT_NE(result.check, Check::Failed) << "seed " << seed << ": " << result.reason << "\n" << text;
  }
  std::cout << fmt::format("{:4} passed\n", passed);
  if (!isInShortMode()) {
    EXPECT_GT(passed, programs / 20);
  }
}

TEST(ModularProof, WithSharedObjectsOfTheHeapIsNotChecked) {
  // Main does not make the object: what it makes once counts as static.
  const Checked result = proveAndCheck(
      "int *p; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
      "void *worker(void *arg) { int *q = malloc(4); if (!q) return 0; *q = 1; pthread_mutex_lock(&m); if (!p) p = q;"
      "pthread_mutex_unlock(&m); return 0; }\n"
      "void *reader(void *arg) { pthread_mutex_lock(&m); int l = p ? *p : 0; pthread_mutex_unlock(&m); return 0; }\n"
      "int main(void) { start(worker, 0); start(worker, 0); start(reader, 0); pthread_exit(0); }");
  EXPECT_EQ(result.check, Check::NotChecked);
  EXPECT_NE(result.reason.find("may hold a pointer to"), std::string::npos);
}

TEST(ModularProof, ThatRandomProgramsDoNotDeadlockPasses) {
  const std::uint64_t programs = programCount(200);
  unsigned proved = 0;
  unsigned passed = 0;
  std::map<std::string, unsigned> others;
  for (std::uint64_t seed = 0; seed < programs; ++seed) {
    const Checked result = checkedProof(compile(RandomWaiting(seed).make(), {Property::NoDeadlock}));
    proved += result.check != Check::NotProved ? 1 : 0;
    passed += result.check == Check::Passed ? 1 : 0;
    if (result.check == Check::Failed || result.check == Check::NotChecked)
      ++others[fmt::format("{}, seed {}", result.reason, seed)];
  }
  for (const auto &[reason, count] : others)
    std::cout << reason << '\n';
  std::cout << fmt::format("{} of {} proofs passed\n", passed, proved);
  if (!isInShortMode()) {
    EXPECT_GT(passed, proved / 2);
  }
}

TEST(ModularProof, OfRandomProgramsPasses) {
  const std::uint64_t programs = programCount(200);
  std::map<std::string, unsigned> unchecked;
  unsigned passed = 0;
  for (std::uint64_t seed = 0; seed < programs; ++seed) {
    const std::string text = RandomLocking(seed).make();
    const Checked result =
        checkedProof(compile(text, seed % 2 == 0 ? PropertySet{Property::NoDataRace}
                                                 : PropertySet{Property::NoDataRace, Property::ValidDeref,
                                                               Property::LockDiscipline, Property::NoOverflow}));
    passed += result.check == Check::Passed ? 1 : 0;
    if (result.check == Check::NotChecked)
      ++unchecked[result.reason];
    EXPECT_NE(result.check, Check::Failed) << "seed " << seed << ": " << result.reason << "\n" << text;
  }
  for (const auto &[reason, count] : unchecked)
    std::cout << fmt::format("{:4} not checked: {}\n", count, reason);
  std::cout << fmt::format("{:4} passed\n", passed);
  if (!isInShortMode()) {
    EXPECT_GT(passed, programs / 20);
    EXPECT_TRUE(unchecked.empty());
  }
}

TEST(ModularProofMutation, EveryWrongProofOfAMutantIsRejected) {
  const std::uint64_t seeds = mutationSize(60);
  std::vector<Mutant> mutants = allMutants();
  std::ranges::copy(sharingMutants(), std::back_inserter(mutants));
  Attack attack(std::move(mutants));
  attack.useOwnPrograms(checkedProperties);
  for (std::uint64_t seed = 0; seed < seeds; ++seed)
    attack.use(seed % 2 == 0 ? RandomLocking(seed).make() : RandomSharing(seed).make(), checkedProperties);
  attack.print();
}

TEST(ModularProofMutation, EveryWrongProofWithoutDeadlocksIsRejected) {
  const std::uint64_t seeds = mutationSize(80);
  std::vector<Mutant> mutants = deadlockMutants();
  std::ranges::copy(allMutants(), std::back_inserter(mutants));
  Attack attack(std::move(mutants));
  attack.useOwnPrograms({Property::NoDeadlock});
  for (std::uint64_t seed = 0; seed < seeds; ++seed)
    attack.use(RandomWaiting(seed).make(), {Property::NoDeadlock});
  attack.print();
}

TEST(ModularProofMutation, EveryWrongProofOfAMutantOfRelationsIsRejected) {
  const std::uint64_t seeds = mutationSize(60);
  Attack attack(relationMutants());
  attack.useOwnPrograms({Property::UnreachCall});
  for (std::uint64_t seed = 0; seed < seeds; ++seed)
    attack.use(RandomRelations(seed).make(), {Property::UnreachCall});
  attack.print();
}

} // namespace heddle::testing
