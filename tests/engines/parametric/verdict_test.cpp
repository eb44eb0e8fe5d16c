// Verdicts on small programs, and what is said where there is none.
#include "engines/ask.hpp"
#include "engines/parametric/parametric.hpp"

namespace heddle::testing {

namespace {

Outcome askParametric(const std::string &text, PropertySet properties = {Property::UnreachCall}) {
  const Program program = compile(text, properties);
  support::Cancellation cancellation;
  cancellation.setEffort(300'000);
  const Outcome outcome = engines::parametric::run({.program = program, .cancellation = cancellation}, {});
  EXPECT_EQ(complaint(program, outcome), "");
  return outcome;
}

const std::string anyNumber = "int main(void) { while (__VERIFIER_nondet_bool()) start(worker, 0); return 0; }";

} // namespace

TEST(Parametric, ProvesMutualExclusionOfAMutex) {
  const Outcome outcome = askParametric(R"(
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
    void *worker(void *arg) { pthread_mutex_lock(&m); x = 1; check(x == 1); x = 0; pthread_mutex_unlock(&m); return 0; }
  )" + anyNumber);
  EXPECT_EQ(outcome.verdict(), Verdict::True);
  EXPECT_GT(number(outcome, "predicates.mixed"), 0U) << "the mutex is held by this thread";
}

TEST(Parametric, KeepsMixedPredicatesOfPassiveThreads) {
  EXPECT_EQ(askParametric(R"(
    int x;
    void *worker(void *arg) { int l = x; check(l == x); x = l + 1; return 0; }
  )" + anyNumber)
                .verdict(),
            Verdict::False)
      << "another thread changes x between the reads";
  EXPECT_EQ(askParametric(R"(
    int x;
    void *worker(void *arg) {
      __VERIFIER_atomic_begin(); int l = x; check(l == x); x = l + 1; __VERIFIER_atomic_end(); return 0;
    }
  )" + anyNumber)
                .verdict(),
            Verdict::True);
}

TEST(Parametric, FindsABugThatNeedsFourThreads) {
  const Outcome outcome = askParametric(R"(
    int n;
    void *worker(void *arg) {
      __VERIFIER_atomic_begin(); n++; __VERIFIER_atomic_end();
      check(n < 4);
      __VERIFIER_atomic_begin(); n--; __VERIFIER_atomic_end();
      return 0;
    }
  )" + anyNumber);
  EXPECT_EQ(outcome.verdict(), Verdict::False);
}

TEST(Parametric, CountsMainOnce) {
  EXPECT_EQ(askParametric(R"(
    int x;
    void *worker(void *arg) { return 0; }
    int main(void) { start(worker, 0); x++; check(x == 1); while (1) start(worker, 0); }
  )")
                .verdict(),
            Verdict::True);
}

TEST(Parametric, KnowsTheArgumentsOfThreads) {
  const std::string worker = "void *worker(void *arg) { check((long)arg < 3); return 0; }";
  EXPECT_EQ(
      askParametric(worker + "int main(void) { while (1) { start(worker, (void *)1); start(worker, (void *)2); } }")
          .verdict(),
      Verdict::True);
  EXPECT_EQ(
      askParametric(worker + "int main(void) { while (1) { start(worker, (void *)1); start(worker, (void *)3); } }")
          .verdict(),
      Verdict::False);
}

TEST(Parametric, RefusesObjectsThatSeveralThreadsReach) {
  const Outcome outcome = askParametric(R"(
    int *p;
    void *worker(void *arg) { *p = 1; return 0; }
    int main(void) { p = malloc(4); while (1) start(worker, 0); }
  )");
  EXPECT_EQ(outcome.verdict(), Verdict::Unknown);
  EXPECT_NE(reasonOf(outcome).find("several threads may reach"), std::string::npos) << reasonOf(outcome);
}

TEST(Parametric, SaysWhatItDoesNotSupport) {
  const Outcome outcome = askParametric(R"(
    void *worker(void *arg) { __asm__ volatile("int3" : : : "memory"); return 0; }
  )" + anyNumber);
  EXPECT_EQ(outcome.verdict(), Verdict::Unknown);
}

TEST(Parametric, DoesNotWaitInJoinsButKeepsTheVerdictSound) {
  const Outcome outcome = askParametric(R"(
    int x;
    void *worker(void *arg) { x = 1; return 0; }
    int main(void) { pthread_t t = start(worker, 0); join(t); check(x == 1); return 0; }
  )");
  EXPECT_NE(outcome.verdict(), Verdict::False);
}

TEST(Parametric, StopsWhenItIsCancelled) {
  const Program program = compile(R"(
    int x;
    void *worker(void *arg) { x = x + 1; check(x != 1000); return 0; }
  )" + anyNumber);
  support::Cancellation cancellation;
  cancellation.request(support::StopReason::Interrupted);
  const Outcome outcome = engines::parametric::run({.program = program, .cancellation = cancellation}, {});
  EXPECT_TRUE(std::holds_alternative<engines::Cancelled>(outcome.answer));
}

} // namespace heddle::testing
