// Attacks on the check of proofs: searches with one defect each prove programs that violate their property, and the
// check must reject each of these proofs.
#include "branchy_program.hpp"
#include "configurations.hpp"
#include "engines/random_c_program.hpp"
#include "engines/trace/weakening.hpp"
#include "mutation_size.hpp"
#include "properties.hpp"
#include "random_programs.hpp"

#include <fmt/format.h>

#include <iostream>

namespace heddle::testing {

using engines::trace::Mutation;
using engines::trace::Mutator;
using engines::trace::runMutated;

namespace {

struct FalseProgram {
  std::string name;
  Program program;
};

/// Each is meant for some of the mutants.
std::vector<FalseProgram> writtenPrograms() {
  const std::vector<std::tuple<std::string, PropertySet, std::string>> texts{
      {"a lost update", assertions, R"(
int x;
void *add(void *arg) { int old = x; x = old + 1; return 0; }
int main(void) { pthread_t a = start(add, 0), b = start(add, 0); join(a); join(b); check(x == 2); return 0; }
)"},
      {"a flag that is set too early", assertions, R"(
int data, flag, seen = 1;
void *write(void *arg) { flag = 1; data = 1; return 0; }
void *read(void *arg) { if (flag) seen = data; return 0; }
int main(void) { pthread_t a = start(write, 0), b = start(read, 0); join(a); join(b); check(seen); return 0; }
)"},
      {"a branch on an input", assertions, R"(
int x;
void *set(void *arg) { int n = __VERIFIER_nondet_int(); if (n == 77) x = 1; return 0; }
int main(void) { pthread_t a = start(set, 0); join(a); check(x == 0); return 0; }
)"},
      {"a branch on an input of main", assertions, R"(
int x, y;
void *set(void *arg) { x = 1; return 0; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 77) y = 1;
  pthread_t a = start(set, 0); join(a); check(x + y == 1); return 0;
}
)"},
      {"a lock that depends on an input", assertions, R"(
int x, n; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *wait(void *arg) { __VERIFIER_atomic_begin(); __VERIFIER_assume(n == 5); x = 1; __VERIFIER_atomic_end(); return 0; }
int main(void) { n = __VERIFIER_nondet_int(); pthread_t a = start(wait, 0); join(a); check(x == 0); return 0; }
)"},
      {"a semaphore that an input opens", assertions, R"(
sem_t s;
void *wait(void *arg) { sem_wait(&s); check(0); return 0; }
void *wake(void *arg) { sem_wait(&s); sem_post(&s); return 0; }
int main(void) {
  sem_init(&s, 0, __VERIFIER_nondet_bool());
  pthread_t a = start(wait, 0), b = start(wake, 0); join(a); join(b);
  return 0;
}
)"},
      {"an index that is an input", assertions, R"(
int a[2], seen;
void *write(void *arg) { int i = __VERIFIER_nondet_bool(); a[i] = 1; return 0; }
void *read(void *arg) { if (a[1]) seen = 1; return 0; }
int main(void) { pthread_t s = start(read, 0), t = start(write, 0); join(s); join(t); check(!seen); return 0; }
)"},
      {"a semaphore that only one thread passes", assertions, R"(
sem_t s;
void *take(void *arg) { sem_wait(&s); return 0; }
void *wait(void *arg) { sem_wait(&s); check(0); return 0; }
int main(void) { sem_init(&s, 0, 1); pthread_t a = start(take, 0), b = start(wait, 0); join(a); join(b); return 0; }
)"},
      {"a wait that is seen only before it", assertions, R"(
int x, y; sem_t s;
void *wait(void *arg) { sem_wait(&s); check(y == 0); return 0; }
void *take(void *arg) { sem_wait(&s); y = 1; return 0; }
int main(void) { sem_init(&s, 0, 1); pthread_t a = start(take, 0), b = start(wait, 0); y = 2; return 0; }
)"},
      {"a semaphore that an input opens, for one thread", assertions, R"(
int x; sem_t s;
void *wait(void *arg) { sem_wait(&s); x = 1; return 0; }
int main(void) { sem_init(&s, 0, __VERIFIER_nondet_bool()); start(wait, 0); x = 0; check(x == 0); return 0; }
)"},
      {"an index out of bounds", {Property::ValidDeref}, R"(
int a[2];
void *write(void *arg) { a[__VERIFIER_nondet_int() & 3] = 1; return 0; }
int main(void) { pthread_t s = start(write, 0); join(s); return 0; }
)"},
      {"a loop that counts while it waits", assertions, R"(
atomic_int flag; int n;
void *spin(void *arg) { while (!flag) n++; check(n < 2); return 0; }
void *set(void *arg) { flag = 1; return 0; }
int main(void) { pthread_t a = start(spin, 0), b = start(set, 0); join(a); join(b); return 0; }
)"},
      {"a deadlock", deadlocks, R"(
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void *one(void *arg) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); return 0; }
void *two(void *arg) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); return 0; }
int main(void) { pthread_t s = start(one, 0), t = start(two, 0); join(s); join(t); return 0; }
)"},
      {"a thread that spins", assertions, R"(
atomic_int flag; int data;
void *one(void *arg) { flag = 1; data = 1; return 0; }
int main(void) { pthread_t s = start(one, 0); while (!flag); check(data == 1); join(s); return 0; }
)"},
      {"a thread that spins for a value in between", assertions, R"(
atomic_int flag; int data;
void *one(void *arg) { flag = 1; data = 1; flag = 2; return 0; }
void *two(void *arg) { while (flag != 2); check(data == 0); return 0; }
int main(void) { pthread_t s = start(one, 0), t = start(two, 0); join(s); join(t); return 0; }
)"},
  };
  std::vector<FalseProgram> programs;
  for (const auto &[name, properties, text] : texts)
    programs.push_back({name, compile(text, properties)});
  return programs;
}

void addRandomPrograms(std::vector<FalseProgram> &programs, PropertySet properties, bool inputs, std::uint64_t seeds) {
  RandomProgramOptions options;
  options.inputs = inputs;
  options.loops = inputs;
  for (std::uint64_t seed = 0; seed < mutationSize(seeds); ++seed)
    programs.push_back({fmt::format("random program {} {} inputs", seed, inputs ? "with" : "without"),
                        buildProgram(RandomProgram(seed, properties, options).sketch())});
}

/// Those that the search without a defect refutes.
std::vector<FalseProgram> falsePrograms() {
  std::vector<FalseProgram> programs = writtenPrograms();
  const std::size_t written = programs.size();
  addRandomPrograms(programs, assertions, true, 25);
  addRandomPrograms(programs, assertions, false, 40);
  addRandomPrograms(programs, deadlocks, true, 10);
  for (std::uint64_t seed = 0; seed < mutationSize(20); ++seed)
    programs.push_back({fmt::format("branches {}", seed), compile(BranchyProgram(seed).make(), assertions)});
  std::vector<FalseProgram> wrong;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const bool isFalse = ask(engines::trace::run, programs[i].program, {}, 50'000).verdict() == Verdict::False;
    EXPECT_TRUE(isFalse || i >= written) << programs[i].name;
    if (isFalse)
      wrong.push_back(std::move(programs[i]));
  }
  return wrong;
}

enum class Answered : std::uint8_t { Right, Rejected, Missed, NotFollowed };

Answered tryMutant(const Program &program, const Options &options, Mutation mutation, unsigned period) {
  support::Cancellation cancellation;
  cancellation.setEffort(50'000);
  Options checking = options;
  checking.checkProof = true;
  const Outcome outcome = runMutated({.program = program, .cancellation = cancellation, .engine = "trace"}, checking,
                                     Mutator(mutation, period));
  if (outcome.verdict() == Verdict::True)
    return proofOf(outcome).check.empty() ? Answered::NotFollowed : Answered::Missed;
  const engines::InternalError *error = internalErrorOf(outcome);
  const bool isRejected = error != nullptr && error->kind == engines::InternalError::Kind::InvalidProof;
  return isRejected ? Answered::Rejected : Answered::Right;
}

const std::vector<std::pair<Mutation, std::string>> mutations{
    {Mutation::DropBacktrackPoint, "a race requires no thread"},
    {Mutation::IgnoreWaitingThreads, "races with blocked threads are ignored"},
    {Mutation::SleepThroughSteps, "threads sleep through dependent steps"},
    {Mutation::SleepWithInputs, "threads sleep although inputs decide"},
    {Mutation::ForgetCandidate, "a thread that can run is forgotten"},
    {Mutation::IdleDespiteEffects, "a thread idles although it has an effect"},
    {Mutation::PruneTooFar, "one level too many is pruned"},
    {Mutation::ClaimSafeLevel, "a query without an answer counts as no"},
    {Mutation::ForgetPrunedRaces, "pruned executions require no thread"},
    {Mutation::IgnoreViolation, "a violation with other inputs is ignored"},
    {Mutation::IgnoreOtherInputs, "other outcomes of a step are ignored"},
    {Mutation::IgnoreOtherBeginning, "other outcomes of the beginning are ignored"},
    {Mutation::IgnoreEnablingInputs, "inputs that enable a thread are ignored"},
};

} // namespace

TEST(TraceMutation, EveryWrongProofIsRejected) {
  const std::vector<FalseProgram> programs = falsePrograms();
  const std::vector<std::pair<std::string, Options>> configurations{
      {"default", {}},
      {"no pruning", reducedBy(Options::Reduction::Dpor)},
      {"sleep sets", reducedBy(Options::Reduction::Sleep)},
  };
  std::cout << fmt::format("{:48} {:>6} {:>6} {:>7} {:>12}\n", "mutant", "runs", "wrong", "missed", "not followed");
  for (const auto &[mutation, name] : mutations) {
    std::map<Answered, unsigned> answers;
    for (const FalseProgram &program : programs)
      for (const auto &[configuration, options] : configurations)
        for (const unsigned period : {1U, 2U, 3U}) {
          const Answered answer = tryMutant(program.program, options, mutation, period);
          ++answers[answer];
          EXPECT_NE(answer, Answered::Missed)
              << name << ", period " << period << ", " << configuration << ": " << program.name;
        }
    const unsigned wrong = answers[Answered::Rejected] + answers[Answered::Missed] + answers[Answered::NotFollowed];
    std::cout << fmt::format("{:48} {:6} {:6} {:7} {:12}\n", name, wrong + answers[Answered::Right], wrong,
                             answers[Answered::Missed], answers[Answered::NotFollowed]);
    EXPECT_GT(answers[Answered::Rejected], 0U) << name << " never caused a wrong verdict";
  }
}

} // namespace heddle::testing
