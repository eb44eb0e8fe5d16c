// Executions that end before every thread has: what comes later does not count.
#include "engines/ask.hpp"

namespace heddle::testing {

TEST(BmcProgramEnd, NothingHappensAfterMainReturned) {
  const std::string text = R"(
atomic_int over;
void *worker(void *arg) { check(!over); return 0; }
int main(void) {
  start(worker, 0);
  over = )";
  EXPECT_EQ(verdictOf(text + "0; return 0; }"), Verdict::True);
  EXPECT_EQ(verdictOf(text + "1; return 0; }"), Verdict::False);
}

TEST(BmcProgramEnd, AnAssertionThatCouldFailOnlyAfterTheEndHolds) {
  EXPECT_EQ(verdictOf(R"(
atomic_int x;
void *worker(void *arg) { while (x != 2); reach_error(); return 0; }
int main(void) { start(worker, 0); x = 1; return 0; }
)"),
            Verdict::True);
}

TEST(BmcProgramEnd, OthersRunWhileMainHasNotReturnedYet) {
  EXPECT_EQ(verdictOf(R"(
void *worker(void *arg) { reach_error(); return 0; }
int main(void) { start(worker, 0); return 0; }
)"),
            Verdict::False);
}

TEST(BmcProgramEnd, ExitInAThreadEndsTheProgram) {
  const std::string text = R"(
atomic_int x;
void *worker(void *arg) { if (x == 1) exit(0); x = 2; return 0; }
int main(void) {
  x = 1;
  pthread_t t = start(worker, 0);
  join(t);
  )";
  EXPECT_EQ(verdictOf(text + "reach_error(); return 0; }"), Verdict::True);
}

TEST(BmcProgramEnd, ExitInAThreadStopsOthersBeforeOrAfterTheyFail) {
  EXPECT_EQ(verdictOf(R"(
void *worker(void *arg) { exit(0); return 0; }
int main(void) { start(worker, 0); reach_error(); return 0; }
)"),
            Verdict::False);
}

TEST(BmcProgramEnd, WhatExitPrecedesIsNotReached) {
  EXPECT_EQ(verdictOf(R"(
atomic_int ready;
void *worker(void *arg) { if (!ready) exit(1); return 0; }
void *other(void *arg) { ready = 1; return 0; }
int main(void) {
  pthread_t t = start(worker, 0);
  join(t);
  pthread_t u = start(other, 0);
  join(u);
  reach_error();
  return 0;
}
)"),
            Verdict::True);
}

TEST(BmcProgramEnd, PthreadExitInMainLetsTheOthersGoOn) {
  EXPECT_EQ(verdictOf(R"(
atomic_int x;
void *worker(void *arg) { while (x != 1); reach_error(); return 0; }
int main(void) { start(worker, 0); x = 1; pthread_exit(0); }
)"),
            Verdict::False);
  EXPECT_EQ(verdictOf(R"(
atomic_int x;
void *worker(void *arg) { if (x == 2) reach_error(); return 0; }
int main(void) { start(worker, 0); x = 1; pthread_exit(0); x = 2; }
)"),
            Verdict::True);
}

TEST(BmcProgramEnd, ABlockedThreadDoesNotHideAViolationElsewhere) {
  EXPECT_EQ(verdictOf(R"(
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *blocked(void *arg) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }
void *wrong(void *arg) { reach_error(); return 0; }
int main(void) { pthread_t t = start(blocked, 0); start(wrong, 0); join(t); return 0; }
)"),
            Verdict::False);
}

TEST(BmcProgramEnd, NothingComesAfterABlockedThread) {
  EXPECT_EQ(verdictOf(R"(
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *blocked(void *arg) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); reach_error(); return 0; }
int main(void) { join(start(blocked, 0)); reach_error(); return 0; }
)"),
            Verdict::True);
}

TEST(BmcProgramEnd, WhoWaitsWhenTheProgramEndsIsNotDeadlocked) {
  EXPECT_EQ(verdictOf(R"(
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *arg) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_mutex_lock(&m); start(worker, 0); return 0; }
)",
                      {Property::NoDeadlock}),
            Verdict::True);
  EXPECT_EQ(verdictOf(R"(
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *arg) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_mutex_lock(&m); start(worker, 0); pthread_exit(0); }
)",
                      {Property::NoDeadlock}),
            Verdict::False);
}

TEST(BmcProgramEnd, WhoWaitsForWhatOnlyHeUsesDeadlocksThoughOthersGoOnWriting) {
  EXPECT_EQ(verdictOf(R"(
atomic_int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *other(void *arg) { x = 1; return 0; }
int main(void) { start(other, 0); if (!x) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); } return 0; }
)",
                      {Property::NoDeadlock}),
            Verdict::False);
}

TEST(BmcProgramEnd, AJoinOfOneOfSeveralThreadsMayWaitForAnyOfThem) {
  EXPECT_EQ(verdictOf(R"(
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *stuck(void *arg) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }
void *quick(void *arg) { return 0; }
int main(void) {
  pthread_t t[2];
  t[0] = start(stuck, 0);
  t[1] = start(quick, 0);
  join(t[__VERIFIER_nondet_bool()]);
  return 0;
}
)",
                      {Property::NoDeadlock}),
            Verdict::False);
}

TEST(BmcProgramEnd, CrossedLocksDeadlock) {
  const auto text = [](const char *first, const char *second) {
    return std::string(R"(
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void *one(void *arg) {
  pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a);
  return 0;
}
void *two(void *arg) {
  pthread_mutex_lock(&)") +
           first + "); pthread_mutex_lock(&" + second + R"();
  pthread_mutex_unlock(&a); pthread_mutex_unlock(&b);
  return 0;
}
int main(void) { pthread_t t = start(one, 0), u = start(two, 0); join(t); join(u); return 0; }
)";
  };
  EXPECT_EQ(verdictOf(text("a", "b"), {Property::NoDeadlock}), Verdict::True);
  EXPECT_EQ(verdictOf(text("b", "a"), {Property::NoDeadlock}), Verdict::False);
}

} // namespace heddle::testing
