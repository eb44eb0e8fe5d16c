// Values that come from nowhere: inputs, and memory that was never written.
#include "engines/ask.hpp"

namespace heddle::testing {

TEST(BmcInputs, FindsTheOneValueThatFails) {
  const std::string text = R"(
int main(void) {
  int n = __VERIFIER_nondet_int();
  check((unsigned)n * 2654435761u != )";
  EXPECT_EQ(verdictOf(text + "0xdeadbeefu); return 0; }"), Verdict::False);
  EXPECT_EQ(verdictOf(R"(
int main(void) {
  int n = __VERIFIER_nondet_int();
  check((unsigned)n * 2u != 0xdeadbeefu);
  return 0;
}
)"),
            Verdict::True);
}

TEST(BmcInputs, EachThreadHasItsOwnInputs) {
  EXPECT_EQ(verdictOf(R"(
int x, y;
void *one(void *arg) { x = __VERIFIER_nondet_int(); return 0; }
void *two(void *arg) { y = __VERIFIER_nondet_int(); return 0; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  pthread_t t = start(one, 0), u = start(two, 0);
  join(t); join(u);
  check(!(x == 12345 && y == x + 1 && n == y + 1));
  return 0;
}
)"),
            Verdict::False);
}

TEST(BmcInputs, InputsThatAreTakenOnSomePathsKeepTheirPlaces) {
  EXPECT_EQ(verdictOf(R"(
int main(void) {
  int a = 0, b = 0;
  if (__VERIFIER_nondet_bool()) a = __VERIFIER_nondet_int();
  if (__VERIFIER_nondet_bool()) b = __VERIFIER_nondet_int();
  int c = __VERIFIER_nondet_int();
  check(!(a == 0 && b == 77 && c == 99));
  return 0;
}
)"),
            Verdict::False);
}

TEST(BmcInputs, AnAssumptionRestrictsThem) {
  const std::string text = R"(
int main(void) {
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 10 && n < 20 && k == n * n);
  check(k != )";
  EXPECT_EQ(verdictOf(text + "196); return 0; }"), Verdict::False);
  EXPECT_EQ(verdictOf(text + "197); return 0; }"), Verdict::True);
}

TEST(BmcInputs, AnUninitialisedLocalMayBeAnything) {
  EXPECT_EQ(verdictOf("int main(void) { int n; int *p = &n; check(*p != 4711); return 0; }"), Verdict::False);
  EXPECT_EQ(verdictOf("int main(void) { int n; int *p = &n; check(*p == *p); return 0; }"), Verdict::True);
}

TEST(BmcInputs, UninitialisedHeapMemoryMayBeAnythingAndStaysSo) {
  EXPECT_EQ(verdictOf("int main(void) { int *p = malloc(8); check(p[1] != 4711); return 0; }"), Verdict::False);
  EXPECT_EQ(verdictOf("int main(void) { int *p = malloc(8); int v = p[1]; check(p[1] == v); return 0; }"),
            Verdict::True);
  EXPECT_EQ(verdictOf("int main(void) { int *p = calloc(2, 4); check(p[1] == 0); return 0; }"), Verdict::True);
}

TEST(BmcInputs, ThreadsSeeTheSameUninitialisedMemory) {
  EXPECT_EQ(verdictOf(R"(
int *p, a, b;
void *one(void *arg) { a = *p; return 0; }
void *two(void *arg) { b = *p; return 0; }
int main(void) {
  p = malloc(sizeof *p);
  pthread_t t = start(one, 0), u = start(two, 0);
  join(t); join(u);
  check(a == b);
  check(a != 99);
  return 0;
}
)"),
            Verdict::False);
  EXPECT_EQ(verdictOf(R"(
int *p, a, b;
void *one(void *arg) { a = *p; return 0; }
void *two(void *arg) { b = *p; return 0; }
int main(void) {
  p = malloc(sizeof *p);
  pthread_t t = start(one, 0), u = start(two, 0);
  join(t); join(u);
  check(a == b);
  return 0;
}
)"),
            Verdict::True);
}

TEST(BmcInputs, CopiesOfStructsCarryUninitialisedFieldsAlong) {
  const std::string text = R"(
struct pair { int a; char c; int b; };
struct pair g;
void *worker(void *arg) { struct pair p = *(struct pair *)arg; g = p; return 0; }
int main(void) {
  struct pair p; p.a = 5;
  join(start(worker, &p));
  check(g.a == 5);
  check(g.b )";
  EXPECT_EQ(verdictOf(text + "== p.b && g.c == p.c); return 0; }"), Verdict::True);
  EXPECT_EQ(verdictOf(text + "!= 31); return 0; }"), Verdict::False);
}

TEST(BmcInputs, BytesOfAWordAreSeenOneByOne) {
  const std::string text = R"(
union { unsigned word; unsigned char bytes[4]; unsigned short halves[2]; } u;
void *one(void *arg) { u.bytes[1] = 0xaa; return 0; }
void *two(void *arg) { u.halves[0] = 0x1234; return 0; }
int main(void) {
  u.word = 0xffffffff;
  pthread_t t = start(one, 0), v = start(two, 0);
  join(t); join(v);
  check(u.word == 0xffff1234 )";
  EXPECT_EQ(verdictOf(text + "|| u.word == 0xffffaa34); return 0; }"), Verdict::True);
  EXPECT_EQ(verdictOf(text + "); return 0; }"), Verdict::False);
}

} // namespace heddle::testing
