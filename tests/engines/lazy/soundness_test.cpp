// Programs that were once proved although they are wrong, or whose counterexamples did not replay.
#include "ask_lazy.hpp"
#include "engines/campaign.hpp"

namespace heddle::testing {

namespace {

/// The verdict of lazy, which must be the same in all configurations.
Verdict lazyVerdict(const std::string &text, PropertySet properties = {Property::UnreachCall}) {
  const Program program = compile(text, properties);
  Options local;
  local.reduction = Options::Reduction::Local;
  Options facts;
  facts.interpolants = Options::Interpolants::Facts;
  Options breadth;
  breadth.search = Options::Search::Breadth;
  const Outcome outcome = ask(engines::lazy::run, program, {});
  EXPECT_EQ(complaint(program, outcome), "");
  for (const Options &options : {local, facts, breadth})
    EXPECT_EQ(ask(engines::lazy::run, program, options).verdict(), outcome.verdict());
  return outcome.verdict();
}

} // namespace

TEST(LazySoundness, AnActionThroughAPointerIsADifferentStepForEachTarget) {
  EXPECT_EQ(lazyVerdict(R"(
int x, y, *p;
void *reader(void *arg) { check(y == 0); x = 5; return 0; }
void *writer(void *arg) {
  int more = __VERIFIER_nondet_int();
  *p = 1;
  if (more) x = 2;
  x = 3;
  return 0;
}
int main(void) {
  p = __VERIFIER_nondet_int() ? &x : &y;
  pthread_t t = start(reader, 0);
  start(writer, 0);
  join(t);
  return 0;
}
)"),
            Verdict::False);
}

TEST(LazySoundness, TheEndOfADetachedThreadEndsItsLocals) {
  EXPECT_EQ(lazyVerdict(R"(
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
            Verdict::False);
}

TEST(LazySoundness, AJoinEndsTheLocalsOfTheThread) {
  EXPECT_EQ(lazyVerdict(R"(
int *shown, y, z;
pthread_t t;
void *reader(void *arg) { int *p = shown; y = 3; if (p) { y = *p; z = 7; } z = 8; return 0; }
void *owner(void *arg) { int own = 3; shown = &own; own = 4; z = 1; pthread_exit(0); }
void *joiner(void *arg) { join(t); z = 5; return 0; }
int main(void) {
  pthread_t first = start(reader, 0);
  t = start(owner, 0);
  pthread_t last = start(joiner, 0);
  join(first);
  join(last);
  return 0;
}
)",
                        {Property::ValidDeref}),
            Verdict::False);
}

TEST(LazySoundness, TheSizeOfAnObjectDependsOnWhetherItIsAlive) {
  EXPECT_EQ(lazyVerdict(R"(
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

TEST(LazySoundness, AFailedCompareExchangeOfThreadLocalDataIsAStep) {
  EXPECT_EQ(lazyVerdict(R"(
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

TEST(LazySoundness, WarnsOfUncheckedUndefinedBehaviour) {
  const Program program = compile(R"(
int a[2], i = 5;
int main(void) { a[i] = 1; check(1); return 0; }
)");
  const Outcome outcome = ask(engines::lazy::run, program, {});
  EXPECT_EQ(outcome.verdict(), Verdict::True);
  ASSERT_EQ(outcome.warnings.size(), 1U);
  EXPECT_NE(outcome.warnings[0].message.find("valid-deref"), std::string::npos) << outcome.warnings[0].message;
}

} // namespace heddle::testing
