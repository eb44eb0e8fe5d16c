// Whether the joins of main are valid, whatever the other threads do.
#include "analysis/joins.hpp"
#include "engines/ask.hpp"

namespace heddle::testing {

namespace {

bool areValid(const std::string &main) {
  const Program program = compile("int x; int n = 3; pthread_t global; void *worker(void *arg) { x = 1; return 0; }\n"
                                  "void *thief(void *arg) { join(global); return 0; }\n"
                                  "void *meddler(void *arg) { n = 2; return 0; }\n" +
                                  main);
  return analysis::joinsAreValid(program, analysis::PointsTo(program));
}

} // namespace

TEST(ParametricJoins, AreValidInALoopOverAnArray) {
  EXPECT_TRUE(areValid("int main(void) { pthread_t t[20]; for (int i = 0; i < 20; i++) t[i] = start(worker, 0);"
                       "for (int i = 19; i >= 0; i--) join(t[i]); return 0; }"));
}

TEST(ParametricJoins, AreInvalidTheSecondTime) {
  EXPECT_FALSE(areValid("int main(void) { pthread_t t = start(worker, 0); join(t); join(t); return 0; }"));
  EXPECT_FALSE(areValid("int main(void) { pthread_t t = start(worker, 0); pthread_detach(t); join(t); return 0; }"));
}

TEST(ParametricJoins, AreInvalidOfWhatIsNoHandle) {
  EXPECT_FALSE(areValid("int main(void) { pthread_t t[2]; t[0] = start(worker, 0); join(t[1]); return 0; }"));
  EXPECT_FALSE(areValid("int main(void) { pthread_t t = start(worker, 0); join(t + 1); return 0; }"));
}

TEST(ParametricJoins, AreUnknownIfAnInputDecides) {
  EXPECT_FALSE(areValid("int main(void) { pthread_t t = start(worker, 0); if (__VERIFIER_nondet_bool()) join(t);"
                        "join(t); return 0; }"));
}

TEST(ParametricJoins, AreUnknownIfAnotherThreadDecides) {
  EXPECT_FALSE(areValid("int main(void) { start(meddler, 0); pthread_t t[5]; for (int i = 0; i < n; i++)"
                        "t[i] = start(worker, 0); for (int i = 0; i < 3; i++) join(t[i]); return 0; }"));
  EXPECT_FALSE(areValid("int main(void) { global = start(worker, 0); start(thief, 0); join(global); return 0; }"));
}

TEST(ParametricJoins, AreValidIfMemoryThatOnlyMainWritesDecides) {
  EXPECT_TRUE(areValid("int main(void) { pthread_t t[5]; for (int i = 0; i < n; i++) t[i] = start(worker, 0);"
                       "for (int i = 0; i < 3; i++) join(t[i]); return 0; }"))
      << "meddler is never started";
}

TEST(ParametricJoins, AreValidIfAllWaysMeetBeforeTheNextOne) {
  EXPECT_TRUE(areValid("int main(void) { pthread_t t = start(worker, 0); if (__VERIFIER_nondet_bool()) n = 7; join(t);"
                       "return 0; }"));
  EXPECT_TRUE(
      areValid("pthread_mutex_t m; void *locker(void *arg) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m);"
               "return 0; } int main(void) { pthread_t t[3]; for (int i = 0; i < 3; i++) t[i] = start(locker, 0);"
               "pthread_mutex_lock(&m); if (x > 3) { pthread_mutex_unlock(&m); return 1; }"
               "pthread_mutex_unlock(&m); for (int i = 0; i < 3; i++) join(t[i]); return 0; }"))
      << "one of the ways ends";
  EXPECT_TRUE(areValid("int main(void) { pthread_t t = start(worker, 0); while (x == 0) n++; join(t); return 0; }"));
}

TEST(ParametricJoins, AreUnknownIfAWayChangesTheHandle) {
  EXPECT_FALSE(areValid("int main(void) { pthread_t t = start(worker, 0), u = start(worker, 0), v = t;"
                        "if (__VERIFIER_nondet_bool()) v = u; join(v); join(t); return 0; }"));
  EXPECT_FALSE(areValid("int main(void) { global = start(worker, 0); if (x == 1) global = 0; join(global);"
                        "return 0; }"));
  EXPECT_FALSE(areValid("int main(void) { pthread_t t[2]; t[0] = start(worker, 0); t[1] = start(worker, 0);"
                        "for (int i = 0; i < 2; i++) if (x == i) t[0] = t[1]; join(t[0]); join(t[1]); return 0; }"));
  EXPECT_FALSE(areValid("int main(void) { pthread_t t[2]; t[0] = start(worker, 0); t[1] = start(worker, 0);"
                        "int i = 0; if (x == 1) i = 1; t[i] = t[1]; join(t[0]); join(t[1]); return 0; }"));
}

TEST(ParametricJoins, AreUnknownIfThreadsAreStartedOnOneWay) {
  EXPECT_FALSE(areValid("int main(void) { pthread_t t = start(worker, 0); if (x == 1) t = start(worker, 0); join(t);"
                        "return 0; }"));
  EXPECT_FALSE(areValid("int main(void) { pthread_t t = start(worker, 0); while (x == 1) join(t); return 0; }"));
}

} // namespace heddle::testing
