// Threads that are joined on some paths only, more than once, or never; and what they leave.
#include "engines/ask.hpp"

namespace heddle::testing {

TEST(BmcThreads, AJoinOnOnePathOrdersNothingOnTheOther) {
  EXPECT_EQ(verdictOf(R"(
void *ends(void *arg) { exit(0); }
int main(void) {
  pthread_t t = start(ends, 0);
  if (__VERIFIER_nondet_bool()) join(t);
  check(0);
  return 0;
}
)"),
            Verdict::False);
}

TEST(BmcThreads, WhatAThreadWritesToAnObjectThatALaterOneMakesIsSeen) {
  EXPECT_EQ(verdictOf(R"(
int *_Atomic g;
void *writer(void *arg) { int *p = g; if (p) *p = 1; return 0; }
void *maker(void *arg) { int *q = calloc(1, sizeof *q); g = q; return q; }
int main(void) {
  pthread_t t = start(writer, 0), u = start(maker, 0);
  void *result;
  join(t);
  pthread_join(u, &result);
  check(*(int *)result != 1);
  return 0;
}
)"),
            Verdict::False);
}

TEST(BmcThreads, TheStackOfAThreadGoesWhenItIsJoined) {
  EXPECT_EQ(verdictOf(R"(
int *g;
void *worker(void *arg) { int x = 3; g = &x; pthread_exit(0); }
int main(void) { join(start(worker, 0)); return *g; }
)",
                      memorySafety),
            Verdict::False);
}

TEST(BmcThreads, AThreadIsJoinedOnce) {
  EXPECT_EQ(verdictOf(R"(
void *one(void *arg) { return 0; }
void *other(void *arg) { return 0; }
int main(void) {
  pthread_t t = __VERIFIER_nondet_bool() ? start(one, 0) : start(other, 0);
  join(t);
  join(t);
  return 0;
}
)",
                      {Property::LockDiscipline}),
            Verdict::False);
}

TEST(BmcThreads, ADetachedThreadIsNotJoined) {
  EXPECT_EQ(verdictOf(R"(
void *worker(void *arg) { return 0; }
int main(void) { pthread_t t = start(worker, 0); pthread_detach(t); join(t); return 0; }
)",
                      {Property::LockDiscipline}),
            Verdict::False);
}

TEST(BmcThreads, AHandleThatIsUsedAgainMeansTheNewThread) {
  EXPECT_EQ(verdictOf(R"(
int y;
void *first(void *arg) { return 0; }
void *second(void *arg) { y = 1; return 0; }
int main(void) {
  pthread_t t = start(first, 0);
  int again = __VERIFIER_nondet_bool();
  if (again) { join(t); t = start(second, 0); }
  join(t);
  check(!again || y == 1);
  return 0;
}
)"),
            Verdict::True);
}

TEST(BmcThreads, AFailedCompareExchangeAcquiresNothing) {
  EXPECT_EQ(verdictOf(R"(
int d; atomic_int f;
void *one(void *arg) { d = 1; atomic_store_explicit(&f, 1, memory_order_release); return 0; }
void *other(void *arg) {
  int e = 5;
  if (!atomic_compare_exchange_strong_explicit(&f, &e, 2, memory_order_acquire, memory_order_relaxed) && e == 1) d = 2;
  return 0;
}
int main(void) { pthread_t t = start(one, 0), u = start(other, 0); join(t); join(u); return 0; }
)",
                      {Property::NoDataRace}),
            Verdict::False);
}

TEST(BmcThreads, ACompareExchangeThatFailsOnWhatOnlyItsThreadWritesIsAStep) {
  EXPECT_EQ(verdictOf(R"(
_Atomic int c;
void *adds(void *arg) {
  int seen = 5;
  while (!atomic_compare_exchange_strong(&c, &seen, seen + 1))
    ;
  return 0;
}
int main(void) { start(adds, 0); check(c != 1); return 0; }
)"),
            Verdict::False);
}

TEST(BmcThreads, TheLocalsOfADetachedThreadAreNotCalledAlive) {
  EXPECT_NE(verdictOf(R"(
int *shown, y, z;
void *reader(void *arg) { int *p = shown; y = 3; if (p) { y = *p; z = 7; } z = 8; return 0; }
void *owner(void *arg) { int own = 3; shown = &own; z = 1; pthread_exit(0); }
int main(void) {
  pthread_t t = start(reader, 0);
  pthread_detach(start(owner, 0));
  y = 1;
  join(t);
  return 0;
}
)",
                      {Property::ValidDeref}),
            Verdict::True);
}

} // namespace heddle::testing
