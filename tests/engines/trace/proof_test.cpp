// Checked proofs: the tree of executions is walked again by other code, and accepted.
#include "branchy_program.hpp"
#include "configurations.hpp"
#include "engines/random_atomics.hpp"
#include "engines/random_c_program.hpp"
#include "properties.hpp"
#include "random_programs.hpp"

#include <fmt/format.h>

#include <iostream>
#include <set>

namespace heddle::testing {

namespace {

Options checking(Options options = {}) {
  options.checkProof = true;
  return options;
}

Outcome check(const std::string &text, PropertySet properties = assertions, const Options &options = {}) {
  return askWithoutLimit(engines::trace::run, compile(text, properties), checking(options));
}

void expectChecked(const Outcome &outcome) {
  const engines::InternalError *error = internalErrorOf(outcome);
  EXPECT_EQ(outcome.verdict(), Verdict::True) << (error != nullptr ? error->message : reasonOf(outcome));
  EXPECT_NE(proofOf(outcome).check, "") << proofOf(outcome).unchecked;
}

/// Every proof about a random program is accepted. Counts what is not followed.
class Acceptance {
public:
  void check(const Program &program, const Options &options, const std::string &description) {
    support::Cancellation cancellation;
    cancellation.setEffort(40'000);
    const Outcome outcome = engines::trace::run({.program = program, .cancellation = cancellation}, checking(options));
    EXPECT_EQ(complaint(program, outcome), "") << description;
    if (outcome.verdict() != Verdict::True)
      return;
    const engines::NoViolation proof = proofOf(outcome);
    ++(proof.check.empty() ? notFollowed_ : accepted_);
    if (proof.check.empty())
      reasons_.insert(proof.unchecked);
  }

  ~Acceptance() {
    std::cout << fmt::format("{} proofs accepted, {} not followed\n", accepted_, notFollowed_);
    for (const std::string &reason : reasons_)
      std::cout << "  " << reason << '\n';
    EXPECT_GT(accepted_, 0U);
    EXPECT_LE(notFollowed_, accepted_ / 10);
  }

private:
  unsigned accepted_ = 0;
  unsigned notFollowed_ = 0;
  std::set<std::string> reasons_;
};

void acceptOnModels(PropertySet properties, const RandomProgramOptions &programs, std::uint64_t seeds) {
  Acceptance acceptance;
  for (std::uint64_t seed = 0; seed < campaignSize(seeds); ++seed) {
    const Program program = buildProgram(RandomProgram(seed, properties, programs).sketch());
    for (const TraceConfiguration &configuration : traceConfigurations())
      acceptance.check(program, configuration.options, fmt::format("seed {}, {}", seed, configuration.name));
  }
}

} // namespace

TEST(TraceProof, CoversAllReductions) {
  const std::string text = R"(
int x, y, a, b;
void *one(void *arg) { x = 1; a = y; return 0; }
void *two(void *arg) { y = 1; b = x; return 0; }
int main(void) { pthread_t s = start(one, 0), t = start(two, 0); join(s); join(t); check(a || b); return 0; }
)";
  for (const TraceConfiguration &configuration : traceConfigurations()) {
    SCOPED_TRACE(configuration.name);
    expectChecked(check(text, assertions, configuration.options));
  }
}

TEST(TraceProof, CoversInputs) {
  expectChecked(check(R"(
int x, n;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *one(void *arg) { if (n > 3) { pthread_mutex_lock(&m); x = n; pthread_mutex_unlock(&m); } return 0; }
int main(void) {
  n = __VERIFIER_nondet_int();
  pthread_t s = start(one, 0);
  pthread_mutex_lock(&m); int seen = x; pthread_mutex_unlock(&m);
  join(s);
  check(seen == 0 || seen > 3);
  return 0;
}
)"));
}

TEST(TraceProof, CoversThreadsThatSpin) {
  expectChecked(check(R"(
atomic_int flag; int data;
void *one(void *arg) { data = 1; flag = 1; return 0; }
int main(void) { pthread_t s = start(one, 0); while (!flag); check(data == 1); join(s); return 0; }
)"));
}

TEST(TraceProof, CoversRacesDeadlocksAndMemory) {
  const std::string text = R"(
int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *one(void *arg) { int *p = arg; pthread_mutex_lock(&m); x += *p; pthread_mutex_unlock(&m); free(p); return 0; }
int main(void) {
  int *p = malloc(sizeof *p); if (!p) return 0; *p = 1;
  int *q = malloc(sizeof *q); if (!q) { free(p); return 0; } *q = 2;
  pthread_t s = start(one, p), t = start(one, q); join(s); join(t); check(x == 3);
  return 0;
}
)";
  expectChecked(check(text));
  expectChecked(check(text, {Property::NoDataRace}));
  expectChecked(check(text, {Property::NoDeadlock}));
  expectChecked(check(text, memorySafety));
}

TEST(TraceProof, OfZ3IsNotCheckedAndTheUserIsTold) {
  Options options;
  options.solver = smt::Backend::Z3;
  const Outcome outcome = check("int x; void *one(void *arg) { x = 1; return 0; }\n"
                                "int main(void) { pthread_t s = start(one, 0); check(x < 2); join(s); return 0; }",
                                assertions, options);
  EXPECT_EQ(outcome.verdict(), Verdict::True);
  EXPECT_EQ(proofOf(outcome).check, "");
  EXPECT_EQ(proofOf(outcome).unchecked, "solver z3 leaves no clausal proof");
}

TEST(TraceProof, IsAcceptedOnRandomPrograms) { acceptOnModels(assertions, {}, 20); }

TEST(TraceProof, IsAcceptedOnRandomProgramsWithoutInputs) {
  RandomProgramOptions programs;
  programs.inputs = false;
  acceptOnModels(assertions, programs, 20);
}

TEST(TraceProof, IsAcceptedOnRandomProgramsWithLoops) {
  RandomProgramOptions programs;
  programs.loops = true;
  programs.gotos = true;
  programs.cycles = RandomProgramOptions::Cycles::Reading;
  programs.statements = 3;
  acceptOnModels(assertions, programs, 15);
}

TEST(TraceProof, IsAcceptedOnRandomProgramsWithMemory) {
  RandomProgramOptions programs;
  programs.stacks = true;
  programs.uninitialised = true;
  programs.statements = 3;
  acceptOnModels({Property::ValidDeref, Property::ValidFree}, programs, 10);
}

TEST(TraceProof, IsAcceptedOnRandomProgramsAboutRacesAndDeadlocks) {
  RandomProgramOptions programs;
  programs.statements = 2;
  acceptOnModels({Property::NoDataRace}, programs, 10);
  acceptOnModels({Property::NoDeadlock}, programs, 10);
}

TEST(TraceProof, IsAcceptedOnRandomProgramsInC) {
  Acceptance acceptance;
  for (std::uint64_t seed = 0; seed < campaignSize(25); ++seed) {
    acceptance.check(compile(BranchyProgram(seed).make(), assertions), {}, fmt::format("branches, seed {}", seed));
    acceptance.check(compile(RandomCProgram(seed, assertions, false).make(), assertions), {},
                     fmt::format("C, seed {}", seed));
    acceptance.check(compile(RandomAtomicsProgram(seed).make(), {Property::NoDataRace}), {},
                     fmt::format("atomics, seed {}", seed));
  }
}

} // namespace heddle::testing
