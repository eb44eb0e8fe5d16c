// Memory that is used wrongly, and beside each program the one that uses it rightly.
#include "engines/ask.hpp"

namespace heddle::testing {

TEST(BmcMemory, UseAfterFreeAcrossThreads) {
  const auto text = [](bool early) {
    return std::string("int *p; void *worker(void *arg) { *p = 1; return 0; }\n"
                       "int main(void) { p = malloc(sizeof *p); pthread_t t = start(worker, 0); ") +
           (early ? "free(p); join(t); return 0; }" : "join(t); free(p); return 0; }");
  };
  EXPECT_EQ(verdictOf(text(true), memorySafety), Verdict::False);
  EXPECT_EQ(verdictOf(text(false), memorySafety), Verdict::True);
}

TEST(BmcMemory, UseAfterFreeThroughAFlag) {
  const auto text = [](const char *body) {
    return std::string("int *p; atomic_int ready; void *worker(void *arg) { ") + body +
           " return 0; }\nint main(void) { p = malloc(sizeof *p); *p = 0; pthread_t t = start(worker, 0);\n"
           "if (ready) free(p); else { join(t); free(p); return 0; } join(t); return 0; }";
  };
  EXPECT_EQ(verdictOf(text("ready = 1; *p = 1;"), memorySafety), Verdict::False);
  EXPECT_EQ(verdictOf(text("*p = 1; ready = 1;"), memorySafety), Verdict::True);
}

TEST(BmcMemory, DoubleFree) {
  const auto text = [](const char *take) {
    return std::string("_Atomic(int *) p; void *worker(void *arg) { int *q = ") + take +
           "; free(q); return 0; }\nint main(void) { p = malloc(sizeof(int)); "
           "pthread_t t = start(worker, 0), u = start(worker, 0); join(t); join(u); return 0; }";
  };
  EXPECT_EQ(verdictOf(text("atomic_exchange(&p, 0)"), memorySafety), Verdict::True);
  EXPECT_EQ(verdictOf(text("p; p = 0"), memorySafety), Verdict::False);
}

TEST(BmcMemory, FreeOfWhatAThreadStartedLaterAllocated) {
  const std::string text = R"(
int *_Atomic heap;
void *one(void *arg) { int *q = heap; if (q) { free(q); reach_error(); } return 0; }
void *two(void *arg) { heap = malloc(sizeof(int)); return 0; }
int main(void) { pthread_t t = start(one, 0), u = start(two, 0); join(t); join(u); return 0; }
)";
  EXPECT_EQ(verdictOf(text, {Property::ValidFree}), Verdict::True);
  EXPECT_EQ(verdictOf(text), Verdict::False);
}

TEST(BmcMemory, FreeOfWhatWasNotAllocated) {
  EXPECT_EQ(verdictOf("int x; int main(void) { free(&x); return 0; }", memorySafety), Verdict::False);
  EXPECT_EQ(verdictOf("int main(void) { int *p = malloc(8); free(p + 1); return 0; }", memorySafety), Verdict::False);
  EXPECT_EQ(verdictOf("int main(void) { free(0); return 0; }", memorySafety), Verdict::True);
}

TEST(BmcMemory, Leak) {
  const auto text = [](const char *end) {
    return std::string("void *worker(void *arg) { free(arg); return 0; }\n"
                       "int main(void) { int *p = malloc(8), *q = malloc(4); p[0] = 1; free(q); ") +
           end + " p = 0; return 0; }";
  };
  EXPECT_EQ(verdictOf(text(""), memorySafety), Verdict::False);
  EXPECT_EQ(verdictOf(text("free(p);"), memorySafety), Verdict::True);
  EXPECT_EQ(verdictOf(text("join(start(worker, p));"), memorySafety), Verdict::True);
  EXPECT_EQ(verdictOf(text("if (__VERIFIER_nondet_bool()) free(p);"), memorySafety), Verdict::False);
}

TEST(BmcMemory, OutOfBoundsWithAnIndexFromOutside) {
  const auto text = [](const char *bound) {
    return std::string("int a[4]; int main(void) { unsigned char i = __VERIFIER_nondet_uchar(); if (i <= ") + bound +
           ") a[i] = 1; return 0; }";
  };
  EXPECT_EQ(verdictOf(text("4"), memorySafety), Verdict::False);
  EXPECT_EQ(verdictOf(text("3"), memorySafety), Verdict::True);
}

TEST(BmcMemory, OutOfBoundsWithASharedIndex) {
  const auto text = [](const char *size) {
    return std::string("int i; char *a; void *worker(void *arg) { i++; i++; return 0; }\n"
                       "int main(void) { a = malloc(") +
           size +
           "); pthread_t t = start(worker, 0), u = start(worker, 0); a[i] = 1; join(t); join(u); free(a); return 0; }";
  };
  EXPECT_EQ(verdictOf(text("4"), memorySafety), Verdict::False);
  EXPECT_EQ(verdictOf(text("5"), memorySafety), Verdict::True);
}

TEST(BmcMemory, NullDereference) {
  const auto text = [](const char *condition) {
    return std::string("int x; int *_Atomic p; void *worker(void *arg) { p = &x; return 0; }\n"
                       "int main(void) { pthread_t t = start(worker, 0); ") +
           condition + " *p = 1; join(t); return 0; }";
  };
  EXPECT_EQ(verdictOf(text(""), memorySafety), Verdict::False);
  EXPECT_EQ(verdictOf(text("if (p)"), memorySafety), Verdict::True);
}

TEST(BmcMemory, AnArgumentOnTheStackOfAFunctionThatReturned) {
  const auto text = [](const char *wait) {
    return std::string("void *worker(void *arg) { *(int *)arg = 1; return 0; }\n"
                       "pthread_t begin(void) { int x = 0; pthread_t t = start(worker, &x); ") +
           wait + " return t; }\nint main(void) { pthread_t t = begin(); " + (*wait ? "" : "join(t); ") + "return 0; }";
  };
  EXPECT_EQ(verdictOf(text(""), memorySafety), Verdict::False);
  EXPECT_EQ(verdictOf(text("join(t);"), memorySafety), Verdict::True);
}

TEST(BmcMemory, SymbolicPointersAreFollowedToTheirObjects) {
  const std::string text = R"(
int a, b, c;
void *worker(void *arg) { int *p = arg; *p += 1; return 0; }
int main(void) {
  int *p = __VERIFIER_nondet_bool() ? &a : __VERIFIER_nondet_bool() ? &b : &c;
  pthread_t t = start(worker, p), u = start(worker, &a);
  join(t); join(u);
  check()";
  EXPECT_EQ(verdictOf(text + "a + b + c == 2); return 0; }"), Verdict::False);
  EXPECT_EQ(verdictOf(text + "a >= 1 && b <= 1 && c <= 1 && (p == &a || a + b + c == 2)); return 0; }"), Verdict::True);
}

TEST(BmcMemory, OverflowByInterleaving) {
  const auto text = [](const char *start) {
    return std::string("int x = ") + start +
           "; void *worker(void *arg) { x = x + 1; return 0; }\nint main(void) { pthread_t t = start(worker, 0), u = "
           "start(worker, 0); join(t); join(u); return 0; }";
  };
  EXPECT_EQ(verdictOf(text("2147483646"), {Property::NoOverflow}), Verdict::False);
  EXPECT_EQ(verdictOf(text("2147483645"), {Property::NoOverflow}), Verdict::True);
}

TEST(BmcMemory, LockDiscipline) {
  const auto text = [](const char *body) {
    return std::string("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; void *worker(void *arg) { ") + body +
           " return 0; }\nint main(void) { pthread_t t = start(worker, 0); pthread_mutex_lock(&m); "
           "pthread_mutex_unlock(&m); join(t); return 0; }";
  };
  EXPECT_EQ(verdictOf(text("pthread_mutex_unlock(&m);"), {Property::LockDiscipline}), Verdict::False);
  EXPECT_EQ(verdictOf(text("pthread_mutex_lock(&m); pthread_mutex_unlock(&m);"), {Property::LockDiscipline}),
            Verdict::True);
}

TEST(BmcMemory, DataRaces) {
  const auto text = [](const char *kind, const char *order) {
    return std::string("int data; ") + kind + R"( flag;
void *worker(void *arg) { data = 1; atomic_store_explicit(&flag, 1, )" +
           order + R"(); return 0; }
int main(void) {
  start(worker, 0);
  if (atomic_load_explicit(&flag, memory_order_acquire)) data = 2;
  return 0;
}
)";
  };
  EXPECT_EQ(verdictOf(text("atomic_int", "memory_order_release"), {Property::NoDataRace}), Verdict::True);
  EXPECT_EQ(verdictOf(text("atomic_int", "memory_order_seq_cst"), {Property::NoDataRace}), Verdict::True);
  EXPECT_EQ(verdictOf(text("atomic_int", "memory_order_relaxed"), {Property::NoDataRace}), Verdict::False);
}

TEST(BmcMemory, TheSizeOfAnObjectDependsOnItsLife) {
  EXPECT_EQ(verdictOf(R"(
extern unsigned long __heddle_object_size(const void *);
int *p, go, w;
void *asks(void *arg) { int *q = p; int g = go; w = (int)__heddle_object_size(q) + g; return 0; }
void *frees(void *arg) { if (go) free(p); return 0; }
int main(void) {
  p = malloc(4);
  pthread_t t = start(asks, 0);
  start(frees, 0);
  go = 1;
  join(t);
  return w;
}
)",
                      {Property::ValidFree}),
            Verdict::False);
}

} // namespace heddle::testing
