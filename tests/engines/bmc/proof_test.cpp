// --check-proof: the proofs of bmc pass their check.
#include "engines/ask.hpp"

namespace heddle::testing {

using engines::bmc::Options;

namespace {

Outcome askWithCheck(const std::string &text, PropertySet properties = {Property::UnreachCall}, Options options = {}) {
  options.checkProof = true;
  const Program program = compile(text, properties);
  return askBmc(program, options);
}

void expectChecked(const Outcome &outcome) {
  EXPECT_EQ(outcome.verdict(), Verdict::True)
      << reasonOf(outcome) << (internalErrorOf(outcome) != nullptr ? internalErrorOf(outcome)->message : "");
  EXPECT_NE(proofOf(outcome).check, "");
}

constexpr const char *lockedCounter = R"(
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *add(void *arg) { pthread_mutex_lock(&m); x = x + 1; pthread_mutex_unlock(&m); return 0; }
int main(void) {
  pthread_t a = start(add, 0), b = start(add, 0), c = start(add, 0);
  join(a); join(b); join(c);
  check(x == 3);
  return 0;
}
)";

constexpr const char *sums = R"(
int i = 1, j = 1;
void *one(void *arg) { i += j; i += j; i += j; return 0; }
void *two(void *arg) { j += i; j += i; j += i; return 0; }
int main(void) { pthread_t a = start(one, 0), b = start(two, 0); join(a); join(b); check(i <= 21 && j <= 21); return 0; }
)";

} // namespace

TEST(BmcProof, IsCheckedWithTheLemmasOfRefinement) {
  const Outcome outcome = askWithCheck(sums);
  expectChecked(outcome);
  EXPECT_GT(number(outcome, "proof.steps"), 0U);
  EXPECT_GT(number(outcome, "proof.lemmas"), 0U);
}

TEST(BmcProof, OfTheMonolithicEncodingNeedsNoLemmas) {
  Options options;
  options.solving.monolithic = true;
  const Outcome outcome = askWithCheck(lockedCounter, {Property::UnreachCall}, options);
  expectChecked(outcome);
  EXPECT_EQ(number(outcome, "proof.lemmas"), 0U);
}

TEST(BmcProof, CoversAllProperties) {
  for (const PropertySet properties :
       {PropertySet{Property::UnreachCall}, PropertySet{Property::NoDataRace}, PropertySet{Property::NoDeadlock},
        PropertySet{Property::NoOverflow}, PropertySet{Property::LockDiscipline}, memorySafety})
    expectChecked(askWithCheck(lockedCounter, properties));
}

TEST(BmcProof, CoversHappensBefore) {
  expectChecked(askWithCheck(R"(
atomic_int flag; int data;
void *write(void *arg) { data = 1; atomic_store_explicit(&flag, 1, memory_order_release); return 0; }
void *middle(void *arg) { atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed); return 0; }
void *read(void *arg) {
  if (atomic_load_explicit(&flag, memory_order_acquire) == 2) return (void *)(long)data;
  return 0;
}
int main(void) {
  pthread_t a = start(write, 0), b = start(middle, 0), c = start(read, 0);
  join(a); join(b); join(c);
  return 0;
}
)",
                             {Property::NoDataRace}));
}

/// The loop ends within a bound that only the values tell: no execution leaves the unwinding.
TEST(BmcProof, IncludesThatTheUnwindingIsComplete) {
  expectChecked(askWithCheck(R"(
int x;
void *count(void *arg) {
  unsigned n = __VERIFIER_nondet_uchar() % 4;
  while (n) { n = n / 2; x = x + 1; }
  return 0;
}
int main(void) { pthread_t a = start(count, 0); join(a); check(x <= 2); return 0; }
)"));
}

TEST(BmcProof, OfAProgramWithoutAnythingToAskIsChecked) {
  expectChecked(askWithCheck("int main(void) { return 0; }\n"));
}

TEST(BmcProof, IsNotCheckedWithoutTheOption) {
  const Outcome outcome = askBmc(compile(lockedCounter));
  EXPECT_EQ(outcome.verdict(), Verdict::True);
  EXPECT_EQ(proofOf(outcome).check, "");
}

TEST(BmcProof, OfZ3IsNotCheckedAndTheUserIsTold) {
  Options options;
  options.solving.solver = smt::Backend::Z3;
  const Outcome outcome = askWithCheck(lockedCounter, {Property::UnreachCall}, options);
  EXPECT_EQ(outcome.verdict(), Verdict::True);
  EXPECT_EQ(proofOf(outcome).check, "");
  EXPECT_EQ(proofOf(outcome).unchecked, "solver z3 leaves no clausal proof");
}

} // namespace heddle::testing
