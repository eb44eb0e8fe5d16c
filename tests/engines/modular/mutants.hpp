// Mutants of the engine, each with a program that it proves although the explorer refutes it.
#pragma once

#include "engines/modular/mutation.hpp"

#include <string>
#include <vector>

namespace heddle::testing {

using engines::modular::Mutation;

struct Mutant {
  Mutation mutation;
  const char *name;
  std::string wrong; // a program that it proves
};

/// Of objects whose size is not a constant.
inline std::vector<Mutant> sizeMutants() {
  const std::string input = "int n = __VERIFIER_nondet_int(); if (n < 1 || n > 2) return 0; ";
  return {
      {Mutation::AnyRoom, "any room", "int main(void) { " + input + "char *p = malloc(n); p[n] = 1; return 0; }"},
      {Mutation::SizesAtOneStart, "sizes at one start",
       "int *a; void *worker(void *arg) { int l = a[(long)arg]; return 0; } int main(void) { " + input +
           "a = calloc(n, sizeof *a); for (int i = 0; i < n; i++) start(worker, (void *)(long)i);"
           "start(worker, (void *)(long)n); pthread_exit(0); }"},
      {Mutation::DifferencesAreKept, "differences are kept",
       "int main(void) { " + input + "char *p = malloc(n); int i = 0; while (i < n) { i += 1; p[i] = 1; } return 0; }"},
  };
}

/// Of the check for deadlocks.
inline std::vector<Mutant> deadlockMutants() {
  const std::string threeMutexes = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER, o = "
                                   "PTHREAD_MUTEX_INITIALIZER;\n";
  const auto lock = [](const std::string &mutex) { return "pthread_mutex_lock(&" + mutex + ");"; };
  const auto unlock = [](const std::string &mutex) { return "pthread_mutex_unlock(&" + mutex + ");"; };
  const auto both = [&](const std::string &name, const std::string &a, const std::string &b) {
    return "void *" + name + "(void *arg) { " + lock(a) + lock(b) + unlock(b) + unlock(a) + " return 0; }\n";
  };
  return {
      {Mutation::NoWaitForItself, "no wait for itself",
       threeMutexes + "int main(void) { " + lock("m") + lock("m") + " return 0; }"},
      {Mutation::JoinsDoNotWait, "joins do not wait",
       threeMutexes + "void *worker(void *arg) { " + lock("m") + unlock("m") +
           " return 0; } int main(void) { pthread_t t = "
           "start(worker, 0);" +
           lock("m") + "join(t);" + unlock("m") + " return 0; }"},
      {Mutation::OtherWaitsEnd, "other waits end",
       threeMutexes + "pthread_cond_t c = PTHREAD_COND_INITIALIZER; int main(void) { " + lock("m") +
           "pthread_cond_wait(&c, &m);" + unlock("m") + " return 0; }"},
      {Mutation::LocksAreReleased, "locks are released",
       threeMutexes + "void *worker(void *arg) { " + lock("m") +
           " return 0; } int main(void) { start(worker, 0); start(worker, 0); pthread_exit(0); }"},
      {Mutation::CyclesOfTwo, "cycles of two",
       threeMutexes + both("first", "m", "n") + both("second", "n", "o") + both("third", "o", "m") +
           "int main(void) { start(first, 0); start(second, 0); start(third, 0); pthread_exit(0); }"},
      {Mutation::AnyGate, "any gate",
       threeMutexes +
           "pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER, h = PTHREAD_MUTEX_INITIALIZER;\n"
           "void *first(void *arg) { " +
           lock("g") + lock("m") + lock("n") + unlock("n") + unlock("m") + unlock("g") +
           " return 0; } void *second(void *arg) { " + lock("h") + lock("n") + lock("m") + unlock("m") + unlock("n") +
           unlock("h") + " return 0; } int main(void) { start(first, 0); start(second, 0); pthread_exit(0); }"},
      {Mutation::ReadersDoNotBlock, "readers do not block",
       threeMutexes +
           "pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER; void *first(void *arg) { pthread_rwlock_rdlock(&r);" +
           lock("m") + unlock("m") + "pthread_rwlock_unlock(&r); return 0; } void *second(void *arg) { " + lock("m") +
           "pthread_rwlock_wrlock(&r); pthread_rwlock_unlock(&r);" + unlock("m") +
           " return 0; } int main(void) { start(first, 0); start(second, 0); pthread_exit(0); }"},
      {Mutation::CountersEnd, "counters end",
       threeMutexes + "atomic_int x; void *worker(void *arg) { " + lock("m") +
           "for (unsigned char i = 0; x == 0 || i == 7; i++) ; x = 1;" + unlock("m") +
           " return 0; } int main(void) { start(worker, 0); start(worker, 0); pthread_exit(0); }"},
  };
}

/// Of relations; a failing assertion reveals them.
inline std::vector<Mutant> relationMutants() {
  const std::string shared =
      "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; int x, y;\n";
  const std::string worker = "void *worker(void *arg) { pthread_mutex_lock(&m); x++; y++; pthread_mutex_unlock(&m);"
                             " return 0; }\n";
  return {
      {Mutation::AnyCluster, "any cluster",
       shared + "void *worker(void *arg) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_lock(&n);"
                "y = x + 7; pthread_mutex_unlock(&n); return 0; }"
                "int main(void) { x = 1; y = 1; start(worker, 0); pthread_mutex_lock(&n); pthread_mutex_lock(&m);"
                "check(x == y); pthread_mutex_unlock(&m); pthread_mutex_unlock(&n); return 0; }"},
      {Mutation::ClustersAreKept, "clusters are kept",
       shared + "void *worker(void *arg) { pthread_mutex_lock(&m); x++; y += 2; pthread_mutex_unlock(&m);"
                "return 0; }"
                "int main(void) { start(worker, 0); pthread_mutex_lock(&m); check(x == y); pthread_mutex_unlock(&m);"
                "return 0; }"},
      {Mutation::RelationsAreStable, "relations are stable",
       shared + worker +
           "int main(void) { start(worker, 0); pthread_mutex_lock(&m); pthread_mutex_unlock(&m);"
           "check(x == y); return 0; }"},
  };
}

/// Of the rules for arrays and objects.
inline std::vector<Mutant> sharingMutants() {
  return {
      {Mutation::AnyWordGuards, "any word guards",
       "pthread_mutex_t l[2]; int a[3]; void *worker(void *arg) { unsigned i = (unsigned)__VERIFIER_nondet_int() % 2;"
       "pthread_mutex_lock(&l[i]); a[i]++; a[i + 1]++; pthread_mutex_unlock(&l[i]); return 0; }"
       "int main(void) { start(worker, 0); start(worker, 0); pthread_exit(0); }"},
      {Mutation::SlotsDiffer, "slots differ",
       "char a[4]; void *worker(void *arg) { a[(long)arg] = 1; return 0; } int main(void) {"
       "for (long i = 0; i < 3; i++) start(worker, (void *)(i / 2)); pthread_exit(0); }"},
      {Mutation::WordsAreStable, "words are stable",
       "atomic_int ids[2]; int a[2]; void *worker(void *arg) { a[*(atomic_int *)arg] = 1; return 0; } int main(void) {"
       "for (int i = 0; i < 2; i++) { ids[i] = i; start(worker, &ids[i]); ids[i] = 0; } pthread_exit(0); }"},
      {Mutation::ThreadsEndEarly, "threads end early",
       "int a[2]; void *worker(void *arg) { a[(long)arg] = 1; return 0; } int main(void) { pthread_t t[2];"
       "for (long i = 0; i < 2; i++) t[i] = start(worker, (void *)i);"
       "for (long i = 0; i < 2; i++) { join(t[i]); a[1 - i] = 2; } return 0; }"},
      {Mutation::MainIsAbove, "main is above",
       "int a[2]; void *worker(void *arg) { a[(long)arg] = 1; return 0; } int main(void) {"
       "for (long i = 0; i < 2; i++) { start(worker, (void *)i); a[i] = 2; } pthread_exit(0); }"},
  };
}

/// Of the rules for objects that threads own.
inline std::vector<Mutant> ownershipMutants() {
  return {
      {Mutation::PublishedIsOwned, "published is owned",
       "_Atomic(int *) box; void *worker(void *arg) { int *p = malloc(4); if (p) { *p = 1; box = p;"
       "*p = 2; } return 0; } void *other(void *arg) { int *q = box; return q && *q ? q : 0; }"
       "int main(void) { start(worker, 0); start(other, 0); pthread_exit(0); }"},
      {Mutation::UsesAreOwned, "uses are owned",
       "_Atomic(int *) box; void *worker(void *arg) { int *p = malloc(4); if (p) { *p = 1; box = p; *p = 2; }"
       "return 0; } void *other(void *arg) { int *q = atomic_exchange(&box, 0); if (q) *q = 3; return 0; }"
       "int main(void) { start(worker, 0); start(other, 0); pthread_exit(0); }"},
      {Mutation::UsesWhenAlone, "uses when alone",
       "int *b, x; _Atomic(int *) box; void *worker(void *arg) { int *p = atomic_exchange(&box, 0); if (p) *p = 1;"
       "return 0; } void *other(void *arg) { x++; return 0; } int main(void) { int *p = malloc(4); if (!p) return 0;"
       "*p = 0; b = p; p = 0; box = b; join(start(worker, 0)); if (*b == 1) { start(other, 0); start(other, 0); }"
       "pthread_exit(0); }"},
      {Mutation::ArgumentsHaveTitles, "arguments have titles",
       "void *worker(void *arg) { int *p = arg; if (p) (*p)++; return 0; } int main(void) { int *p = malloc(4);"
       "if (p) *p = 0; start(worker, p); start(worker, p); pthread_exit(0); }"},
      {Mutation::CellsHoldTitles, "cells hold titles",
       "_Atomic(int *) a, b; void *worker(void *arg) { int *p = atomic_exchange(&a, 0); if (p) *p = 1; return 0; }"
       "void *other(void *arg) { int *p = atomic_exchange(&b, 0); if (p) *p = 2; return 0; } int main(void) {"
       "int *p = malloc(4); if (p) *p = 0; a = p; b = p; start(worker, 0); start(other, 0); pthread_exit(0); }"},
      {Mutation::TakenByLoad, "taken by load",
       "_Atomic(int *) a; void *worker(void *arg) { int *p = a; if (p) *p = 1; return 0; } int main(void) {"
       "int *p = malloc(4); if (p) *p = 0; a = p; start(worker, 0); start(worker, 0); pthread_exit(0); }"},
      {Mutation::WeakPublication, "weak publication",
       "_Atomic(int *) box; void *worker(void *arg) { int *p = malloc(4); if (p) { *p = 1;"
       "atomic_store_explicit(&box, p, memory_order_relaxed); } return 0; }"
       "void *other(void *arg) { int *q = box; return q && *q ? q : 0; }"
       "int main(void) { start(worker, 0); start(other, 0); pthread_exit(0); }"},
  };
}

/// Of what threads and locks own.
inline std::vector<Mutant> resourceMutants() {
  const std::string list = "struct node { int value; struct node *next; }; struct node *head; int x;\n"
                           "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n";
  const std::string make = "struct node *p = malloc(sizeof *p); if (!p) return 0; p->value = 0;";
  const std::string push = "pthread_mutex_lock(&m); p->next = head; head = p; pthread_mutex_unlock(&m);";
  const std::string pop = "pthread_mutex_lock(&m); struct node *q = head; if (q) head = q->next;"
                          "pthread_mutex_unlock(&m);";
  const auto threads = [](const std::string &worker, const std::string &other, const std::string &more = "") {
    return "void *worker(void *arg) { " + worker + " return 0; } void *other(void *arg) { " + other +
           " return 0; } int main(void) { start(worker, 0); start(other, 0); " + more + " pthread_exit(0); }";
  };
  return {
      {Mutation::HeapsAreKept, "heaps are kept",
       list + threads(make + push + "p->value = 1;", pop + "if (q) q->value = 2;")},
      {Mutation::AnyLockOwns, "any lock owns",
       list + threads(make + push + "pthread_mutex_lock(&m); if (head) head->value++; pthread_mutex_unlock(&m);",
                      "pthread_mutex_lock(&n); pthread_mutex_lock(&m); struct node *q = head;"
                      "pthread_mutex_unlock(&m); if (q) q->value = 2; pthread_mutex_unlock(&n);")},
      {Mutation::UnknownIsOwned, "unknown is owned",
       list + threads(make + push,
                      "pthread_mutex_lock(&m); struct node *q = head; pthread_mutex_unlock(&m);"
                      "if (q) q->value++;",
                      "start(other, 0);")},
      {Mutation::SegmentsAreShort, "segments are short",
       list + threads(make + push,
                      "_Bool b = 0; pthread_mutex_lock(&m); struct node *q = head;"
                      "if (q && q->next) b = 1; if (q) head = q->next; pthread_mutex_unlock(&m);"
                      "if (b) x++; if (q) q->value = 1;",
                      "start(worker, 0); start(worker, 0); start(other, 0);")},
      {Mutation::StoresWithoutLock, "stores without lock",
       "struct node { int value; }; _Atomic(struct node *) heads[2];\n"
       "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n" +
           threads(make + "heads[__VERIFIER_nondet_bool()] = p; p->value = 2;",
                   "pthread_mutex_lock(&m); struct node *q = heads[0]; heads[0] = 0; pthread_mutex_unlock(&m);"
                   "if (q) q->value = 1;")},
      {Mutation::ReadersChange, "readers change",
       "struct node { int value; struct node *next; }; struct node *head;\n"
       "pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;\n" +
           threads(make + "pthread_rwlock_wrlock(&r); p->next = head; head = p; pthread_rwlock_unlock(&r);",
                   "pthread_rwlock_rdlock(&r); if (head) head->value++; pthread_rwlock_unlock(&r);",
                   "start(other, 0);")},
      {Mutation::FreedIsOwned, "freed is owned",
       list + threads(make + push, pop + "if (q) { free(q); q->value = 1; }")},
  };
}

inline std::vector<Mutant> allMutants() {
  const std::string started = "int main(void) { start(worker, 0); start(worker, 0); pthread_exit(0); }";
  const std::string oneMutex = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;\n";

  const std::string exchange = "atomic_int l; int x; void *worker(void *arg) { if (atomic_exchange_explicit(&l, 1, ";
  return {
      {Mutation::LocksAreKept, "locks are kept",
       oneMutex + "void *worker(void *arg) { if (__VERIFIER_nondet_bool()) pthread_mutex_lock(&m); x++; return 0; }" +
           started},
      {Mutation::UnlockKeeps, "unlock keeps",
       oneMutex + "void *worker(void *arg) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); x++; return 0; }" +
           started},
      {Mutation::AnyReset, "any reset",
       "atomic_int l; int x; void *worker(void *arg) { if (atomic_exchange(&l, 1) == 0) { x++; l = 0; } return 0; }"
       "void *other(void *arg) { l = 0; return 0; }"
       "int main(void) { start(worker, 0); start(worker, 0); start(other, 0); pthread_exit(0); }"},
      {Mutation::AcquireIsFree, "acquire is free",
       exchange +
           "memory_order_relaxed) == 0) { x++; atomic_store_explicit(&l, 0, memory_order_release); } return 0; }" +
           started},
      {Mutation::ReleaseIsFree, "release is free",
       exchange +
           "memory_order_acquire) == 0) { x++; atomic_store_explicit(&l, 0, memory_order_relaxed); } return 0; }" +
           started},
      {Mutation::NoInterference, "no interference",
       "atomic_int l; int x; void *worker(void *arg) { if (l == 0) { l = 1; x++; l = 0; } return 0; }" + started},
      {Mutation::ForgetStores, "forget stores",
       "atomic_int f; int x; void *other(void *arg) { f = 1; return 0; }"
       "void *worker(void *arg) { if (f == 1) x++; return 0; }"
       "int main(void) { start(other, 0); start(worker, 0); start(worker, 0); pthread_exit(0); }"},
      {Mutation::FunctionsRunOnce, "functions run once",
       "int x; void *worker(void *arg) { x = 1; return 0; }" + started},
      {Mutation::JoinsCountTwice, "joins count twice",
       "int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; void *worker(void *arg) { pthread_mutex_lock(&m); x++;"
       "pthread_mutex_unlock(&m); return 0; } int main(void) { pthread_t t[2]; for (int i = 0; i < 2; i++)"
       "t[i] = start(worker, 0); for (int i = 0; i < 1; i++) join(t[i]); return x; }"},
      {Mutation::JoinsEndAll, "joins end all",
       "int x; void *worker(void *arg) { return 0; } void *other(void *arg) { x = 1; return 0; }"
       "int main(void) { pthread_t t = start(worker, 0); start(other, 0); join(t); return x; }"},
      {Mutation::AtomicsNeverRace, "atomics never race",
       "int x; void *worker(void *arg) { x = 1; return 0; } void *other(void *arg) { __VERIFIER_atomic_begin(); x = 2;"
       "__VERIFIER_atomic_end(); return 0; } int main(void) { start(worker, 0); start(other, 0); pthread_exit(0); }"},
      {Mutation::OffsetsDiffer, "offsets differ",
       "union { struct { short a, b; } s; int i; } u; void *worker(void *arg) { u.s.b = 1; return 0; }"
       "void *other(void *arg) { u.i = 1; return 0; }"
       "int main(void) { start(worker, 0); start(other, 0); pthread_exit(0); }"},
      {Mutation::NoWidening, "no widening",
       "int a[50], x; void *worker(void *arg) { for (int i = 0; i < 20; i++) if (i == 15) x++; return 0; }" + started},
      {Mutation::FreesAreForgotten, "frees are forgotten",
       "int *p; void *worker(void *arg) { return 0; } int main(void) { p = malloc(4); *p = 1; free(p);"
       "int l = *p; return l; }"},
      {Mutation::AnyLockProtects, "any lock protects",
       oneMutex + "atomic_int f; void *worker(void *arg) { int r = 0; pthread_mutex_lock(&m); if (f == 0) if (f == 1)"
                  "r = 1; pthread_mutex_unlock(&m); if (r) x++; return 0; } void *other(void *arg) { f = 1; f = 0;"
                  "f = 1; return 0; } int main(void) { start(worker, 0); start(worker, 0); start(other, 0);"
                  "pthread_exit(0); }"},
      {Mutation::NullIsValid, "null is valid",
       "int *p, x; void *worker(void *arg) { if (__VERIFIER_nondet_bool()) p = &x; return *p; }"
       "int main(void) { worker(0); return 0; }"},
      {Mutation::ReadersAreWriters, "readers are writers",
       "pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER; int x; void *worker(void *arg) { pthread_rwlock_rdlock(&r);"
       "x = 1; pthread_rwlock_unlock(&r); return 0; }" +
           started},
      {Mutation::UnstableGuards, "unstable guards",
       "atomic_int f; int x; void *worker(void *arg) { __VERIFIER_atomic_begin(); int r = f == 0; if (r) x = 1;"
       "__VERIFIER_atomic_end(); return 0; } void *other(void *arg) { if (f == 0) f = 1; if (f == 1) x = 2; return 0; }"
       "int main(void) { start(worker, 0); start(other, 0); pthread_exit(0); }"},
      {Mutation::StoresAreOrdered, "stores are ordered",
       "atomic_int f; int x; void *worker(void *arg) { if (f == 0) { x = 1; f = 1; } return 0; }"
       "void *other(void *arg) { if (atomic_load_explicit(&f, memory_order_relaxed) == 1) f = 2; return 0; }"
       "void *third(void *arg) { if (f == 2) x = 2; return 0; }"
       "int main(void) { start(worker, 0); start(other, 0); start(third, 0); pthread_exit(0); }"},
      {Mutation::EveryStoreReleases, "every store releases",
       "atomic_int f; int x; void *worker(void *arg) { if (f == 0) { x = 1; f = 1; } return 0; }"
       "void *other(void *arg) { if (f == 1) atomic_store_explicit(&f, 2, memory_order_relaxed); return 0; }"
       "void *third(void *arg) { if (f == 2) x = 2; return 0; }"
       "int main(void) { start(worker, 0); start(other, 0); start(third, 0); pthread_exit(0); }"},
      {Mutation::AnyBarrierOrders, "any barrier orders",
       "pthread_barrier_t b; int x; void *worker(void *arg) { x = 1; pthread_barrier_wait(&b); return 0; }"
       "void *other(void *arg) { pthread_barrier_wait(&b); int l = x; return 0; } int main(void) {"
       "pthread_barrier_init(&b, 0, 1); start(worker, 0); start(other, 0); pthread_exit(0); }"},
      {Mutation::PostsAreForgotten, "posts are forgotten",
       "atomic_int f; int x; void *worker(void *arg) { f = 1; x = 1; return 0; } void *other(void *arg) { if (f == 1)"
       "x = 2; return 0; } int main(void) { start(worker, 0); start(other, 0); pthread_exit(0); }"},
  };
}

} // namespace heddle::testing
