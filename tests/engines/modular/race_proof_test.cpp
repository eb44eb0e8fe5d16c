// Proofs that accesses do not race because of the values of a cell, a hand-over, a read-write lock or a barrier. The
// mutant `RacesAreExcluded` of the engine proves every program without other violations free of data races, so that the
// checker alone has to find the race; each wrong program differs from a right one in one place.
#include "attack.hpp"
#include "frontend/task.hpp"
#include "mutation_size.hpp"
#include "random_ordering.hpp"
#include "random_sharing.hpp"
#include "source_directory.hpp"

#include <filesystem>

namespace heddle::testing {

namespace {

std::string startOf(const std::string &functions, const std::string &before = "") {
  std::string main = "int main(void) { " + before;
  for (const char function : functions)
    main += std::string("start(") + function + ", 0);";
  return main + "pthread_exit(0); }";
}

/// A thread function.
std::string thread(char name, const std::string &body) {
  return std::string("void *") + name + "(void *arg) { int l = 0; " + body + " return (void *)(long)l; }\n";
}

std::string flag(const std::string &release, const std::string &acquire, const std::string &late = "") {
  return "int x; atomic_int f;\n" +
         thread('a', "x = 1; atomic_store_explicit(&f, 1, memory_order_" + release + ");" + late) +
         thread('b', "if (atomic_load_explicit(&f, memory_order_" + acquire + ") == 1) x = 2;");
}

std::string turns(const std::string &own, const std::string &next = "1") {
  return "int x; atomic_int f;\n" + thread('a', "while (f != 0) ; x++; f = " + next + ";") +
         thread('b', "while (f != " + own + ") ; x++; f = 0;");
}

std::string doubleChecked(const std::string &release, const std::string &test = "f == 0") {
  return "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x; atomic_int f;\n" +
         thread('a', "if (!f) { pthread_mutex_lock(&m); if (" + test +
                         ") { x = 7; atomic_store_explicit(&f, 1, memory_order_" + release +
                         "); } pthread_mutex_unlock(&m); } l = x;");
}

std::string semaphore(const std::string &late = "") {
  return "sem_t s; int x;\n" + thread('a', "x = 1; sem_post(&s);" + late) + thread('b', "sem_wait(&s); x = 2;");
}

std::string underMutex(const std::string &given, const std::string &test = "!ready") {
  return "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x, ready;\n" +
         thread('a', given + " pthread_mutex_lock(&m); ready = 1; pthread_mutex_unlock(&m);") +
         thread('b', "pthread_mutex_lock(&m); while (" + test +
                         ") { pthread_mutex_unlock(&m); pthread_mutex_lock(&m);"
                         "} pthread_mutex_unlock(&m); x = 2;");
}

std::string readWrite(const std::string &read, const std::string &lock = "wrlock", const std::string &late = "") {
  return "pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER; int x;\n" +
         thread('a', "pthread_rwlock_rdlock(&r); " + read + " pthread_rwlock_unlock(&r);" + late) +
         thread('b', "pthread_rwlock_" + lock + "(&r); x++; pthread_rwlock_unlock(&r);");
}

std::string barrier(const std::string &after = "l = y;") {
  return "pthread_barrier_t r; int x, y;\n" + thread('a', "x = 1; pthread_barrier_wait(&r); " + after) +
         thread('b', "y = 1; pthread_barrier_wait(&r); l = x;");
}

std::string waitingFor(unsigned threads) { return "pthread_barrier_init(&r, 0, " + std::to_string(threads) + ");"; }

struct Named {
  const char *name;
  std::string text;
};

std::vector<Named> rightPrograms() {
  const std::string started = "sem_init(&s, 0, 0);";
  return {
      {"flag", flag("release", "acquire") + startOf("ab")},
      {"turns", turns("1") + startOf("ab")},
      {"double-checked", doubleChecked("release") + startOf("aaa")},
      {"semaphore", semaphore() + startOf("ab", started)},
      {"flag under a mutex", underMutex("x = 1;") + startOf("ab")},
      {"read-write lock", readWrite("l = x;") + startOf("aaabb")},
      {"try of a read-write lock", "pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER; int x;\n" +
                                       thread('a', "if (pthread_rwlock_tryrdlock(&r) == 0) { l = x;"
                                                   "pthread_rwlock_unlock(&r); }") +
                                       thread('b', "if (pthread_rwlock_trywrlock(&r) == 0) { x++;"
                                                   "pthread_rwlock_unlock(&r); }") +
                                       startOf("aabb")},
      {"falling arguments",
       "int e[3];\n" + thread('a', "long i = (long)arg; e[i] = 1;") +
           "int main(void) { for (long i = 2; i >= 0; i--) start(a, (void *)i); pthread_exit(0); }"},
      {"arguments on both sides",
       "int e[3];\n" + thread('a', "l = (int)(long)arg; e[l] = 1; l = 0;") +
           "int main(void) { start(a, (void *)1); start(a, (void *)2); start(a, (void *)0); pthread_exit(0); }"},
      {"argument in a local whose address is taken",
       "int e[3];\n" + thread('a', "int i = (int)(long)arg; int *p = &i; *p = i + 0; e[i] = 1;") +
           "int main(void) { for (long i = 0; i < 3; i++) start(a, (void *)i); pthread_exit(0); }"},
      {"barrier", barrier() + startOf("ab", waitingFor(2))},
      {"rounds of a barrier", "pthread_barrier_t r; int x;\n" +
                                  thread('a', "for (int i = 0; i < 9; i++) { x = i; pthread_barrier_wait(&r);"
                                              "pthread_barrier_wait(&r); }") +
                                  thread('b', "for (int i = 0; i < 9; i++) { pthread_barrier_wait(&r); l = x;"
                                              "pthread_barrier_wait(&r); }") +
                                  startOf("ab", waitingFor(2))},
  };
}

std::vector<Named> wrongPrograms() {
  const std::string started = "sem_init(&s, 0, 0);";
  return {
      {"relaxed store", flag("relaxed", "acquire") + startOf("ab")},
      {"relaxed load", flag("release", "relaxed") + startOf("ab")},
      {"access after the store", flag("release", "acquire", "x = 3;") + startOf("ab")},
      {"two that see the flag", flag("release", "acquire") + startOf("abb")},
      {"two that set the flag", flag("release", "acquire") + startOf("aab")},
      {"relaxed store in between", "int x; atomic_int f;\n" +
                                       thread('a', "x = 1; atomic_store_explicit(&f, 1, memory_order_release);") +
                                       thread('b', "if (f == 1) atomic_store_explicit(&f, 2, memory_order_relaxed);") +
                                       thread('c', "if (f == 2) x = 2;") + startOf("abc")},
      {"store without knowing", "int x; atomic_int f;\n" +
                                    thread('a', "x = 1; atomic_store_explicit(&f, 1, memory_order_release);") +
                                    thread('b', "if (atomic_load_explicit(&f, memory_order_relaxed) == 1)"
                                                "atomic_store_explicit(&f, 2, memory_order_release);") +
                                    thread('c', "if (f == 2) x = 2;") + startOf("abc")},
      // Where the first thread accesses x, no other one can store to f, but only because of g, which orders nothing.
      {"kept apart by another flag",
       "int x; atomic_int f, g;\n" + thread('a', "x = 1; atomic_store_explicit(&g, 1, memory_order_relaxed);") +
           thread('b', "if (atomic_load_explicit(&g, memory_order_relaxed) == 1)"
                       "atomic_store_explicit(&f, 1, memory_order_release);") +
           thread('c', "if (atomic_load_explicit(&f, memory_order_acquire) == 1) x = 2;") + startOf("abc")},
      {"both have the turn", turns("0") + startOf("ab")},
      {"the turn is kept", turns("1", "0") + startOf("aab")},
      {"two have the same turn", turns("1") + startOf("aab")},
      {"relaxed publication", doubleChecked("relaxed") + startOf("aa")},
      {"not checked again", doubleChecked("release", "1") + startOf("aa")},
      {"access after the post", semaphore("x = 3;") + startOf("ab", started)},
      {"the semaphore is not zero", semaphore() + startOf("ab", "sem_init(&s, 0, 1);")},
      {"two givers", semaphore() + startOf("aab", started)},
      {"the flag is not tested", underMutex("x = 1;", "!ready && l++ < 1") + startOf("ab")},
      {"given again", underMutex("x = 1;") + startOf("aab")},
      {"a reader writes", readWrite("x = 1;") + startOf("aa")},
      {"a writer reads only", readWrite("l = x;", "rdlock") + startOf("ab")},
      {"read after the unlock", readWrite("", "wrlock", "l = x;") + startOf("ab")},
      {"the barrier waits for one", barrier() + startOf("ab", waitingFor(1))},
      {"three at a barrier of two", barrier() + startOf("aab", waitingFor(2))},
      {"access in the same phase", barrier("x = 2;") + startOf("ab", waitingFor(2))},
      {"main is one of three", barrier() + "int main(void) { " + waitingFor(2) +
                                   "start(a, 0); start(b, 0); pthread_barrier_wait(&r); return 0; }"},
      {"an argument in between", "int e[3];\n" + thread('a', "long i = (long)arg; e[i] = 1;") +
                                     "int main(void) { start(a, (void *)0); start(a, (void *)2); start(a, (void "
                                     "*)(long)__VERIFIER_nondet_bool());"
                                     "pthread_exit(0); }"},
      {"argument in a local that is changed",
       "int e[4];\n" + thread('a', "int i = (int)(long)arg; int *p = &i; if (i == 0) *p = i + 1; e[i] = 1;") +
           "int main(void) { for (long i = 0; i < 3; i++) start(a, (void *)i); pthread_exit(0); }"},
      // Accesses to a constant address are not all excluded because one of them is.
      {"arguments at a constant address",
       "int e[2];\n" + thread('a', "long i = (long)arg; if (i == 0) l = e[0]; else l = e[0]; e[i] = 1;") +
           "int main(void) { for (long i = 0; i < 2; i++) start(a, (void *)i); pthread_exit(0); }"},
  };
}

Checked provedWithoutRaceCheck(const Program &program) { return checkedProof(program, Mutation::RacesAreExcluded); }

/// The programs of the folder that are expected to have a data race.
std::vector<std::string> racyTasks(const std::string &folder) {
  std::vector<std::string> files;
  for (const auto &entry : std::filesystem::directory_iterator(HEDDLE_SOURCE_DIR "/tests/programs/" + folder))
    if (entry.path().extension() == ".yml")
      files.push_back(entry.path().string());
  std::ranges::sort(files);
  return files;
}

} // namespace

TEST(RaceProof, OfRightProgramsPasses) {
  for (const Named &each : rightPrograms()) {
    const Checked result = checkedProof(compile(each.text, races));
    EXPECT_EQ(result.check, Check::Passed) << each.name << ": " << result.reason;
  }
}

TEST(RaceProof, OfWrongProgramsIsRejected) {
  unsigned proved = 0;
  for (const Named &each : wrongPrograms()) {
    const Program program = compile(each.text, races);
    EXPECT_EQ(ask(engines::explore::run, program, {}, 300'000).verdict(), Verdict::False) << each.name;
    const Checked result = provedWithoutRaceCheck(program);
    proved += result.check != Check::NotProved ? 1 : 0;
    EXPECT_NE(result.check, Check::Passed) << each.name;
  }
  EXPECT_GT(proved, wrongPrograms().size() * 3 / 4);
}

TEST(RaceProof, OfTasksWithARaceIsRejected) {
  unsigned proved = 0;
  for (const char *folder : {"modular", "race-patterns"})
    for (const std::string &file : racyTasks(folder)) {
      const auto task = frontend::parseTask(file);
      ASSERT_TRUE(task) << file;
      for (const frontend::TaskProperty &property : task->properties) {
        const auto spec = frontend::parsePropertyFile(property.file);
        if (property.expectedVerdict != std::optional(false) || !spec || spec->properties != races)
          continue;
        frontend::Options options;
        options.files = task->inputFiles;
        options.properties = spec->properties;
        options.dataModel = task->dataModel;
        support::Expected<Program> program = frontend::load(options);
        ASSERT_TRUE(program) << file;
        transform::prepare(*program);
        const Checked result = provedWithoutRaceCheck(*program);
        proved += result.check != Check::NotProved ? 1 : 0;
        EXPECT_NE(result.check, Check::Passed) << file;
      }
    }
  EXPECT_GT(proved, 50U);
}

TEST(RaceProof, OfRandomProgramsIsRejectedIfItIsWrong) {
  const std::uint64_t seeds = mutationSize(200);
  Attack attack({{Mutation::RacesAreExcluded, "races are excluded", ""}});
  for (std::uint64_t seed = 0; seed < seeds; ++seed)
    attack.use(seed % 4 == 0 ? RandomSharing(seed).make() : RandomOrdering(seed).make(), races);
  attack.print();
}

TEST(RaceProof, OfMutantsIsRejectedIfItIsWrong) {
  const std::uint64_t seeds = mutationSize(40);
  Attack attack(allMutants());
  for (std::uint64_t seed = 0; seed < seeds; ++seed)
    attack.use(RandomOrdering(seed).make(), races);
  attack.print();
}

TEST(RaceProof, OfRandomProgramsPassesInMostCases) {
  const std::uint64_t programs = programCount(200);
  std::map<std::string, unsigned> others;
  unsigned proved = 0;
  unsigned passed = 0;
  for (std::uint64_t seed = 0; seed < programs; ++seed) {
    const Checked result = checkedProof(compile(RandomOrdering(seed).make(), races));
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

} // namespace heddle::testing
