// Incorrect programs, some of which are proved if a rule of the reduction is omitted (weakening.hpp).
#include "configurations.hpp"

namespace heddle::testing {

namespace {

/// Uses depth-first search, in which the order of exploration is fixed.
Verdict verdictWith(const std::string &text, const Weakening &weakening, Options options = {}) {
  const Program program = compile(text);
  options.search = Options::Search::Depth;
  support::Cancellation cancellation;
  cancellation.setEffort(300'000);
  const Outcome outcome =
      engines::cegar::runWeakened({.program = program, .cancellation = cancellation}, options, weakening);
  EXPECT_EQ(complaint(program, outcome), "");
  return outcome.verdict();
}

/// The verdict, which must be the same in all configurations that give one.
Verdict cegarVerdict(const std::string &text) {
  const Program program = compile(text);
  std::optional<Verdict> verdict;
  for (const Asked &asked : cegarConfigurations()) {
    const Outcome outcome = ask(asked, program);
    EXPECT_EQ(complaint(program, outcome), "") << asked.name;
    if (outcome.verdict() == Verdict::Unknown)
      continue;
    EXPECT_EQ(outcome.verdict(), verdict.value_or(outcome.verdict())) << asked.name;
    verdict = outcome.verdict();
  }
  return verdict.value_or(Verdict::Unknown);
}

/// In the first iteration nothing is tracked, so only main is expanded at the node where both threads are about to
/// write y. The interpolants that refute the counterexample begin below that node, so lazy pruning keeps it.
const std::string keptNode = R"(
int y, z;
void *thread(void *arg) {
  __VERIFIER_atomic_begin();
  y = 1;
  z = 1;
  __VERIFIER_atomic_end();
  check(y == 1);
  return 0;
}
int main(void) {
  start(thread, 0);
  y = 2;
  z = 2;
  pthread_exit(0);
}
)";

const std::string endlessLoops = R"(
int n, bad;
void *spin(void *arg) { while (1) n = 1 - n; }
void *fail(void *arg) { bad = 1; check(bad == 0); return 0; }
int main(void) {
  start(spin, 0);
  start(spin, 0);
  join(start(fail, 0));
  return 0;
}
)";

/// If the input is 0, the first two threads block forever, and the check of the others fails. With the predicate "the
/// semaphore is 0 or the flag is set", a step of one of the first threads implies a fact about the flag.
const std::string predicateOverTwo = R"(
sem_t gate;
unsigned flag, turn;
void *wait(void *arg) { sem_wait(&gate); return 0; }
void *look(void *arg) { turn = turn + 1; check(flag); return 0; }
int main(void) {
  unsigned c = __VERIFIER_nondet_bool();
  sem_init(&gate, 0, c);
  flag = c;
  start(wait, 0);
  start(wait, 0);
  start(look, 0);
  start(look, 0);
  join(start(look, 0));
  return 0;
}
)";

} // namespace

TEST(CegarSoundness, PersistentSetsOfKeptNodesAreReprocessed) {
  EXPECT_EQ(cegarVerdict(keptNode), Verdict::False);
  EXPECT_EQ(verdictWith(keptNode, {.noValiditySets = true}), Verdict::True)
      << "the weakened engine must be unsound here";
}

TEST(CegarSoundness, ALoopDoesNotDelayOtherThreadsForever) {
  EXPECT_EQ(cegarVerdict(endlessLoops), Verdict::False);
  EXPECT_EQ(verdictWith(endlessLoops, {.mayCloseLoops = true}), Verdict::True)
      << "the weakened engine must be unsound here";
}

TEST(CegarSoundness, AThreadThatStartsItselfAgainIsALoop) {
  EXPECT_EQ(cegarVerdict(R"(
int n, bad;
void *again(void *arg) { n = 1; pthread_detach(start(again, 0)); return 0; }
void *fail(void *arg) { bad = 1; check(bad == 0); return 0; }
int main(void) {
  pthread_detach(start(again, 0));
  join(start(fail, 0));
  return 0;
}
)"),
            Verdict::False);
}

TEST(CegarSoundness, DependenceThroughAPredicateOverTwoVariables) {
  EXPECT_EQ(cegarVerdict(predicateOverTwo), Verdict::False);
  EXPECT_EQ(verdictWith(predicateOverTwo, {.mayBeBlocked = true}, with([](Options &options) {
                          options.domain = Options::Domain::Cartesian;
                          options.reduction = Options::Reduction::Persistent;
                        })),
            Verdict::True)
      << "the weakened engine must be unsound here";
}

/// The same through a third variable: no predicate contains both the semaphore and the flag.
TEST(CegarSoundness, DependenceThroughAChainOfPredicates) {
  EXPECT_EQ(cegarVerdict(R"(
sem_t gate;
unsigned between, flag;
void *wait(void *arg) { sem_wait(&gate); return 0; }
void *look(void *arg) { check(flag); return 0; }
int main(void) {
  between = __VERIFIER_nondet_bool();
  sem_init(&gate, 0, between);
  flag = between;
  start(wait, 0);
  join(start(look, 0));
  return 0;
}
)"),
            Verdict::False);
}

TEST(CegarSoundness, AStepOfABlockedThreadCountsAsAFutureStep) {
  EXPECT_EQ(cegarVerdict(R"(
int x, other;
void *first(void *arg) { other = 1; return 0; }
void *second(void *arg) { x = 1; return 0; }
int main(void) {
  pthread_t t = start(first, 0);
  start(second, 0);
  join(t);
  check(x == 1);
  return 0;
}
)"),
            Verdict::False);
}

TEST(CegarSoundness, StepsOfMainAfterAllJoinsAreIndependent) {
  EXPECT_EQ(cegarVerdict(R"(
int x, y;
void *first(void *arg) { x = 1; return 0; }
void *second(void *arg) { y = 1; return 0; }
int main(void) {
  pthread_t t = start(first, 0), u = start(second, 0);
  join(t);
  join(u);
  check(x == 1 && y == 1);
  return 0;
}
)"),
            Verdict::True);
}

/// In one branch the handle is not initialised. It may be main's own, and then the join does not wait.
TEST(CegarSoundness, AJoinThroughAHandleThatMayBeTheOwnOne) {
  EXPECT_EQ(cegarVerdict(R"(
int x;
void *one(void *arg) { x = 1; x = 2; return 0; }
void *two(void *arg) { x = 1; x = 2; return 0; }
int main(void) {
  pthread_t t, u, v;
  pthread_create(&t, 0, one, 0);
  if (__VERIFIER_nondet_bool()) pthread_create(&u, 0, one, 0); else pthread_create(&v, 0, two, 0);
  pthread_join(u, 0);
  pthread_join(t, 0);
  check(x == 2);
  return 0;
}
)"),
            Verdict::False);
}

/// The initial local work of the new thread, which is part of the step that starts it, reads the size of the object.
TEST(CegarSoundness, TheInitialLocalWorkOfAThreadBelongsToTheStepThatStartsIt) {
  const Program program = compile(R"(
int x;
void *freeing(void *p) { free(p); return 0; }
void *resizing(void *p) { void *q = realloc(p, 8); x = 1; return 0; }
int main(void) {
  int *p = malloc(4);
  if (!p) return 0;
  pthread_t t = start(freeing, p), u = start(resizing, p);
  join(t); join(u);
  check(x == 1 || x == 0);
  return 0;
}
)");
  for (const Asked &asked : cegarWithCheckedProofs())
    EXPECT_EQ(complaint(program, ask(asked, program)), "") << asked.name;
}

TEST(CegarSoundness, AnObjectAllocatedAndFreedInOneStepIsPartOfTheProof) {
  const Program program = compile(R"(
int *kept;
int main(void) {
  int *gone = malloc(4);
  free(gone);
  kept = malloc(4);
  if (kept) { *kept = 1; check(*kept == 1); }
  return 0;
}
)");
  for (const Asked &asked : cegarWithCheckedProofs()) {
    const Outcome outcome = ask(asked, program);
    EXPECT_EQ(complaint(program, outcome), "") << asked.name;
    EXPECT_NE(proofOf(outcome).check, "") << asked.name << ": " << reasonOf(outcome);
  }
}

TEST(CegarSoundness, TheEndOfTheProgramDependsOnStepsOfOtherThreads) {
  EXPECT_EQ(cegarVerdict(R"(
int x;
void *thread(void *arg) { x = 1; check(x == 0); return 0; }
int main(void) { start(thread, 0); return 0; }
)"),
            Verdict::False);
}

/// The pointer is not tracked, because an access through an invalid pointer is undefined behaviour that is not checked.
/// Still, no thread can use the pointer before the object is allocated.
TEST(CegarSoundness, AnObjectIsUsedAfterItsAllocation) {
  EXPECT_EQ(cegarVerdict(R"(
int *p, y;
void *user(void *arg) { *p = 1; y = 1; reach_error(); return 0; }
void *maker(void *arg) { y = 3; p = malloc(sizeof *p); return 0; }
int main(void) { start(user, 0); start(maker, 0); pthread_exit(0); }
)"),
            Verdict::False);
  EXPECT_NE(verdictWith(R"(
int *p, x, y, y1, y2;
void *user(void *arg) {
  int u = x, v = y;
  if (u != v) { int *q = p; *q = 1; y1 = 1; y2 = 1; reach_error(); }
  return 0;
}
void *maker(void *arg) {
  __VERIFIER_atomic_begin(); y1 = 3; y2 = 3; __VERIFIER_atomic_end();
  p = malloc(sizeof *p);
  y = x ^ 1;
  return 0;
}
int main(void) {
  y = x = __VERIFIER_nondet_int();
  pthread_t t = start(user, 0), u = start(maker, 0);
  join(u); join(t);
  return 0;
}
)",
                        {}, with([](Options &a) { a.domain = Options::Domain::Explicit; })),
            Verdict::True);
}

TEST(CegarSoundness, AccessesToAFreedObjectAreInvalidWhateverIsTracked) {
  const Program program = compile(R"(
int *p;
void *reader(void *arg) { int v = *p; return 0; }
int main(void) {
  p = malloc(sizeof *p);
  *p = 1;
  pthread_t t = start(reader, 0);
  free(p);
  join(t);
  return 0;
}
)",
                                  {Property::ValidDeref});
  for (const Asked &asked : cegarConfigurations()) {
    const Outcome outcome = ask(asked, program);
    EXPECT_EQ(complaint(program, outcome), "") << asked.name;
    EXPECT_NE(outcome.verdict(), Verdict::True) << asked.name;
  }
}

} // namespace heddle::testing
