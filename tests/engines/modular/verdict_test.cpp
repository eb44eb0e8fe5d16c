// What modular proves, and what it must not prove. Each pair differs in the one thing that matters.
#include "engines/ask.hpp"
#include "engines/modular/modular.hpp"

namespace heddle::testing {

namespace {

const std::string twoWorkers =
    "int main(void) { pthread_t t = start(worker, 0), u = start(worker, 0); join(t); join(u); return 0; }";

bool isProved(const std::string &text, PropertySet properties = {Property::NoDataRace}) {
  const Outcome outcome = askWithoutLimit(engines::modular::run, compile(text, properties));
  if (outcome.verdict() != Verdict::True)
    std::cout << reasonOf(outcome) << '\n';
  return outcome.verdict() == Verdict::True;
}

std::string reason(const std::string &text) {
  return reasonOf(askWithoutLimit(engines::modular::run, compile(text, {Property::NoDataRace})));
}

const std::string twoMutexes = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; int x;\n";

} // namespace

TEST(Modular, ProvesACounterUnderAMutex) {
  EXPECT_TRUE(isProved(twoMutexes +
                       "void *worker(void *arg) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"
                       "return 0; }" +
                       twoWorkers));
  EXPECT_FALSE(isProved(twoMutexes + "void *worker(void *arg) { x++; return 0; }" + twoWorkers));
}

TEST(Modular, ATakenObjectHasNoOtherUsers) {
  const std::string shared =
      "int *a, *b; _Atomic(int *) box; void *worker(void *arg) { int *p = atomic_exchange(&box, 0);"
      "if (p) { *p = 1; VISIT } return 0; } int main(void) { int *p = malloc(4); if (!p) return 0;"
      "*p = 0; KEEP box = p; pthread_t t = start(worker, 0); join(t); ";
  const auto with = [&](const std::string &keep, const std::string &visit, const std::string &end) {
    std::string text = shared + end + " return 0; }";
    text.replace(text.find("KEEP"), 4, keep);
    return text.replace(text.find("VISIT"), 5, visit);
  };
  const PropertySet properties{Property::NoDataRace, Property::ValidDeref, Property::ValidFree, Property::UnreachCall};
  EXPECT_TRUE(isProved(with("", "free(p);", ""), properties));
  EXPECT_FALSE(isProved(with("b = p;", "", "if (*b == 1) reach_error();"), properties));
  EXPECT_FALSE(isProved(with("b = p;", "free(p);", "*b = 1;"), properties));
  EXPECT_FALSE(isProved(with("b = p;", "free(p);", "free(b);"), properties));
  EXPECT_FALSE(isProved("int *a, *b; void *worker(void *arg) { return 0; } int main(void) { int *p = malloc(4);"
                        "if (!p) return 0; *p = 0; a = p; b = p; int *q = a; a = 0; free(q); *b = 1;"
                        "start(worker, b); return 0; }",
                        properties));
}

TEST(Modular, ACallThroughAPointerGoesToOneOfItsFunctions) {
  const auto with = [](const std::string &fill) {
    return "void f(void) {} void g(void) {} void (*p)(void) = f; void *worker(void *arg) { p(); return 0; }"
           "int main(void) { " +
           fill + " start(worker, 0); start(worker, 0); pthread_exit(0); }";
  };
  const PropertySet properties{Property::NoDataRace, Property::ValidDeref};
  EXPECT_TRUE(isProved(with("if (__VERIFIER_nondet_bool()) p = g;"), properties));
  EXPECT_FALSE(isProved(with("if (__VERIFIER_nondet_bool()) p = 0; else p = g;"), properties));
}

TEST(Modular, OnlyObjectsOnTheHeapAreFreed) {
  const auto with = [](const std::string &instead) {
    return "struct node { int value; struct node *next; }; struct node *head, spare; pthread_mutex_t m = "
           "PTHREAD_MUTEX_INITIALIZER; void *worker(void *arg) { struct node *p = malloc(sizeof *p); if (!p) return 0;"
           "pthread_mutex_lock(&m); p->next = head; head = p; pthread_mutex_unlock(&m); return 0; }"
           "void *taker(void *arg) { struct node local, *l = &local; l->value = 0; pthread_mutex_lock(&m);"
           "struct node *q = head; if (q) head = q->next; pthread_mutex_unlock(&m); if (!q) return 0;"
           "q->value = 1; if (__VERIFIER_nondet_bool()) q = " +
           instead + "; free(q); return 0; } int main(void) { for (;;) { start(worker, 0); start(taker, 0); } }";
  };
  const PropertySet properties{Property::NoDataRace, Property::ValidDeref, Property::ValidFree};
  EXPECT_TRUE(isProved(with("0"), properties));
  EXPECT_FALSE(isProved(with("&spare"), properties));
  EXPECT_FALSE(isProved(with("l"), properties));
  EXPECT_FALSE(isProved(with("(struct node *)&q->next"), properties));
}

TEST(Modular, NamesThePairThatMayRace) {
  EXPECT_EQ(reason("int x;\nvoid *worker(void *arg) {\nx = 1;\nreturn 0; }" + twoWorkers)
                .find("not excluded: a data race on x"),
            0U);
}

TEST(Modular, ProvesForAnyNumberOfThreads) {
  EXPECT_TRUE(isProved(twoMutexes + "void *worker(void *arg) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"
                                    "return 0; } int main(void) { while (__VERIFIER_nondet_bool()) start(worker, 0);"
                                    "pthread_exit(0); }"));
}

TEST(Modular, TwoLocksDoNotExcludeEachOther) {
  EXPECT_FALSE(isProved(twoMutexes + "void *worker(void *arg) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"
                                     "return 0; } void *other(void *arg) { pthread_mutex_lock(&n); x++;"
                                     "pthread_mutex_unlock(&n); return 0; } int main(void) { start(worker, 0);"
                                     "start(other, 0); pthread_exit(0); }"));
}

TEST(Modular, ALockOnOnePathIsNotHeld) {
  EXPECT_FALSE(isProved(twoMutexes +
                        "void *worker(void *arg) { _Bool b = __VERIFIER_nondet_bool();"
                        "if (b) pthread_mutex_lock(&m); x++; if (b) pthread_mutex_unlock(&m); return 0; }" +
                        twoWorkers));
  EXPECT_TRUE(isProved(twoMutexes +
                       "void *worker(void *arg) { _Bool b = __VERIFIER_nondet_bool();"
                       "if (b) pthread_mutex_lock(&m); if (b) { x++; pthread_mutex_unlock(&m); } return 0; }" +
                       twoWorkers));
}

TEST(Modular, ATrylockThatFailsHoldsNothing) {
  EXPECT_TRUE(isProved(twoMutexes +
                       "void *worker(void *arg) { if (pthread_mutex_trylock(&m) == 0) { x++;"
                       "pthread_mutex_unlock(&m); } return 0; }" +
                       twoWorkers));
  EXPECT_FALSE(isProved(twoMutexes + "void *worker(void *arg) { if (pthread_mutex_trylock(&m) != 0) x++; return 0; }" +
                        twoWorkers));
}

TEST(Modular, MainIsOrderedByStartAndJoin) {
  const std::string worker = "int x; void *worker(void *arg) { x++; return 0; }";
  EXPECT_TRUE(isProved(worker + "int main(void) { x = 1; pthread_t t = start(worker, 0); join(t); return x; }"));
  EXPECT_FALSE(isProved(worker + "int main(void) { pthread_t t = start(worker, 0); x = 1; join(t); return 0; }"));
  EXPECT_FALSE(isProved(worker + "int main(void) { pthread_t t = start(worker, 0), u = start(worker, 0); join(t);"
                                 "join(u); return 0; }"));
  EXPECT_TRUE(isProved(worker + "int main(void) { join(start(worker, 0)); join(start(worker, 0)); return x; }"));
}

TEST(Modular, JoinsAreCountedInLoops) {
  const std::string worker = "int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; void *worker(void *arg) {"
                             "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }"
                             "int main(void) { pthread_t t[9]; for (int i = 0; i < 9; i++) t[i] = start(worker, 0);";
  EXPECT_TRUE(isProved(worker + "for (int i = 0; i < 9; i++) join(t[i]); return x; }"));
  EXPECT_FALSE(isProved(worker + "for (int i = 0; i < 8; i++) join(t[i]); return x; }"));
}

TEST(Modular, AtomicsDoNotRaceWithEachOther) {
  EXPECT_TRUE(isProved("atomic_int a; void *worker(void *arg) { a++; return 0; }" + twoWorkers));
  EXPECT_FALSE(isProved("int a; void *worker(void *arg) { __VERIFIER_atomic_begin(); a++; __VERIFIER_atomic_end();"
                        "a = 1; return 0; }" +
                        twoWorkers));
}

TEST(Modular, AHandWrittenLockNeedsItsMemoryOrders) {
  const auto lock = [](const std::string &taken, const std::string &released) {
    return "atomic_int l; int x; void *worker(void *arg) { while (atomic_exchange_explicit(&l, 1, " + taken +
           ")) ; x++; atomic_store_explicit(&l, 0, " + released + "); return 0; }" + twoWorkers;
  };
  EXPECT_TRUE(isProved(lock("memory_order_acquire", "memory_order_release")));
  EXPECT_FALSE(isProved(lock("memory_order_relaxed", "memory_order_release")));
  EXPECT_FALSE(isProved(lock("memory_order_acquire", "memory_order_relaxed")));
}

TEST(Modular, ALockThatOthersResetIsNone) {
  EXPECT_FALSE(isProved("atomic_int l; int x; void *worker(void *arg) { while (atomic_exchange(&l, 1)) ; x++;"
                        "l = 0; return 0; } void *other(void *arg) { l = 0; return 0; }"
                        "int main(void) { start(worker, 0); start(worker, 0); start(other, 0); pthread_exit(0); }"));
}

TEST(Modular, InvalidAccessesAreNotProved) {
  EXPECT_FALSE(isProved("int *p; void *worker(void *arg) { int l = *p; return 0; }" + twoWorkers));
  EXPECT_TRUE(isProved("int *p; void *worker(void *arg) { int l = *p; return 0; } int main(void) { p = malloc(4);"
                       "*p = 1; start(worker, 0); start(worker, 0); pthread_exit(0); }"));
  EXPECT_FALSE(isProved("int *p; void *worker(void *arg) { int l = *p; return 0; } int main(void) { p = malloc(4);"
                        "*p = 1; start(worker, 0); free(p); pthread_exit(0); }"));
}

TEST(Modular, BoundsOfIndices) {
  const std::string begin = "int a[8]; void *worker(void *arg) { int s = 0; for (int i = 0; i < ";
  const std::string end = "; i++) s += a[i]; return 0; }" + twoWorkers;
  EXPECT_TRUE(isProved(begin + "8" + end));
  EXPECT_FALSE(isProved(begin + "9" + end));
}

TEST(Modular, Assertions) {
  const PropertySet asserted{Property::UnreachCall};
  EXPECT_TRUE(
      isProved("atomic_int a; void *worker(void *arg) { a = 1; check(a <= 1); return 0; }" + twoWorkers, asserted));
  EXPECT_FALSE(
      isProved("atomic_int a; void *worker(void *arg) { a = 1; check(a == 0); return 0; }" + twoWorkers, asserted));
  EXPECT_FALSE(isProved("int a; void *worker(void *arg) { a++; check(a > 0); return 0; }" + twoWorkers, asserted));
}

TEST(Modular, LocksAreTakenInOneOrder) {
  const PropertySet noDeadlock{Property::NoDeadlock};
  const auto both = [](const std::string &a, const std::string &b) {
    return "pthread_mutex_lock(&" + a + "); pthread_mutex_lock(&" + b + "); pthread_mutex_unlock(&" + b +
           "); pthread_mutex_unlock(&" + a + ");";
  };
  const auto program = [&](const std::string &other) {
    return twoMutexes + "void *worker(void *arg) { if (__VERIFIER_nondet_bool()) {" + both("m", "n") + "} else {" +
           other + "} return 0; }" + twoWorkers;
  };
  EXPECT_TRUE(isProved(program(both("m", "n")), noDeadlock));
  EXPECT_FALSE(isProved(program(both("n", "m")), noDeadlock));
}

TEST(Modular, AThreadThatMayStopWithALockIsNotProved) {
  const PropertySet noDeadlock{Property::NoDeadlock};
  const auto program = [](const std::string &inside) {
    return twoMutexes + "void *worker(void *arg) { pthread_mutex_lock(&m); " + inside +
           " pthread_mutex_unlock(&m); return 0; }" + twoWorkers;
  };
  EXPECT_TRUE(isProved(program(""), noDeadlock));
  EXPECT_TRUE(isProved(program("for (int i = 0; i < 9; i++) x++;"), noDeadlock));
  EXPECT_FALSE(isProved(program("while (x == 0) ;"), noDeadlock));
  EXPECT_FALSE(isProved(program("__VERIFIER_assume(__VERIFIER_nondet_int() == 0);"), noDeadlock));
}

TEST(Modular, TheMostSuspiciousPairComesFirst) {
  const Outcome outcome = askWithoutLimit(
      engines::modular::run,
      compile(twoMutexes +
                  "int a[9]; void *worker(void *arg) { int i = __VERIFIER_nondet_int(); if (i >= 0 && i < 9)"
                  "a[i] = 1; pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); x = 0; return 0; }" +
                  twoWorkers,
              {Property::NoDataRace}));
  ASSERT_GE(outcome.suspects.size(), 2U);
  const engines::Suspect &first = outcome.suspects[0];
  EXPECT_EQ(first.suspicion, engines::Suspicion::Race);
  EXPECT_EQ(first.what, "a data race on x");
  ASSERT_EQ(first.places.size(), 2U);
  EXPECT_NE(first.places[0].locks.empty(), first.places[1].locks.empty());
}

TEST(Modular, APlaceKnowsAllCallsThatLeadThere) {
  const Outcome outcome = askWithoutLimit(
      engines::modular::run,
      compile("int x; void set(void) { x = 1; } void *worker(void *arg) { set(); set(); return 0; }" + twoWorkers,
              {Property::NoDataRace}));
  ASSERT_EQ(outcome.suspects.size(), 1U);
  for (const engines::Suspect::Place &place : outcome.suspects[0].places)
    EXPECT_EQ(place.kind, engines::Suspect::Kind::Write);
  ASSERT_EQ(outcome.suspects[0].places[1].alike.size(), 1U);
  EXPECT_NE(outcome.suspects[0].places[1].alike[0].frame, outcome.suspects[0].places[1].span.frame);
}

TEST(Modular, GivesUpAfterItsEffort) {
  const Program program =
      compile(twoMutexes + "void *worker(void *arg) { x++; return 0; }" + twoWorkers, {Property::NoDataRace});
  support::Cancellation cancellation;
  engines::modular::Options options;
  options.effort = 1;
  const Outcome outcome = engines::modular::run({.program = program, .cancellation = cancellation}, options);
  ASSERT_TRUE(std::holds_alternative<engines::Cancelled>(outcome.answer));
  EXPECT_EQ(std::get<engines::Cancelled>(outcome.answer).reason, support::StopReason::Effort);
  EXPECT_EQ(cancellation.reason(), support::StopReason::None);
}

TEST(Modular, JoinsMustBeValid) {
  EXPECT_FALSE(isProved("void *worker(void *arg) { return 0; } int main(void) { pthread_t t = start(worker, 0);"
                        "join(t); join(t); return 0; }"));
}

} // namespace heddle::testing
