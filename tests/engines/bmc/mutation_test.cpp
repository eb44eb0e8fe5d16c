// Attacks on the check of proofs: bmc with defects proves programs that violate their property, and the check must
// reject each of these proofs.
#include "engines/ask.hpp"
#include "engines/bmc/weakening.hpp"
#include "engines/campaign.hpp"
#include "mutation_size.hpp"
#include "properties.hpp"
#include "random_programs.hpp"

#include <fmt/format.h>

#include <iostream>
#include <map>

namespace heddle::testing {

using engines::symbolic::Mutation;
using engines::symbolic::Mutator;

namespace {

struct FalseProgram {
  std::string name;
  Program program;
};

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
      {"two rounds of a sum", assertions, R"(
int i = 1, j = 1;
void *one(void *arg) { i += j; i += j; return 0; }
void *two(void *arg) { j += i; j += i; return 0; }
int main(void) { pthread_t a = start(one, 0), b = start(two, 0); join(a); join(b); check(i < 8 && j < 8); return 0; }
)"},
      {"three writers and a reader", assertions, R"(
int x, y, z, bad;
void *p0(void *arg) { x = 1; y = 1; return 0; }
void *p1(void *arg) { y = 2; z = 1; return 0; }
void *p2(void *arg) { z = 2; x = 2; return 0; }
int main(void) {
  pthread_t a = start(p0, 0), b = start(p1, 0), c = start(p2, 0);
  join(a); join(b); join(c);
  check(!(x == 2 && y == 2 && z == 2));
  return 0;
}
)"},
      {"a long loop", assertions, R"(
int x;
void *count(void *arg) { int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) x = x + 1; return 0; }
int main(void) { pthread_t a = start(count, 0); join(a); check(x != 4); return 0; }
)"},
      {"two violations", assertions, R"(
int x;
void *set(void *arg) { x = 1; return 0; }
int main(void) { pthread_t a = start(set, 0); check(x == 0); join(a); check(x == 1); return 0; }
)"},
      {"a race after a relaxed flag", races, R"(
atomic_int flag; int data;
void *write(void *arg) { data = 1; atomic_store_explicit(&flag, 1, memory_order_relaxed); return 0; }
void *read(void *arg) { if (atomic_load_explicit(&flag, memory_order_acquire)) return (void *)(long)data; return 0; }
int main(void) { pthread_t a = start(write, 0), b = start(read, 0); join(a); join(b); return 0; }
)"},
      {"a race beside a release", races, R"(
atomic_int flag; int data, other;
void *write(void *arg) { data = 1; atomic_store_explicit(&flag, 1, memory_order_release); other = 1; return 0; }
void *read(void *arg) {
  if (atomic_load_explicit(&flag, memory_order_acquire)) return (void *)(long)(data + other);
  return 0;
}
int main(void) { pthread_t a = start(write, 0), b = start(read, 0); join(a); join(b); return 0; }
)"},
      {"a release of all flags but one", races, R"(
atomic_int one, two, three, four; int data;
void *write(void *arg) {
  data = 1;
  atomic_store_explicit(&four, 1, memory_order_relaxed);
  atomic_store_explicit(&one, 1, memory_order_release);
  atomic_store_explicit(&two, 1, memory_order_release);
  atomic_store_explicit(&three, 1, memory_order_release);
  return 0;
}
void *read(void *arg) {
  int a = atomic_load_explicit(&one, memory_order_acquire), b = atomic_load_explicit(&two, memory_order_acquire);
  int c = atomic_load_explicit(&three, memory_order_acquire), d = atomic_load_explicit(&four, memory_order_relaxed);
  if (a + b + c + d) return (void *)(long)data;
  return 0;
}
int main(void) { pthread_t a = start(write, 0), b = start(read, 0); join(a); join(b); return 0; }
)"},
      {"locks in opposite orders", deadlocks, R"(
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void *one(void *arg) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); return 0; }
void *two(void *arg) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); return 0; }
int main(void) { pthread_t s = start(one, 0), t = start(two, 0); join(s); join(t); return 0; }
)"},
  };
  std::vector<FalseProgram> programs;
  for (const auto &[name, properties, text] : texts)
    programs.push_back({name, compile(text, properties)});
  return programs;
}

void addRandomPrograms(std::vector<FalseProgram> &programs, PropertySet properties, std::uint64_t seeds) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Program program = buildProgram(RandomProgram(seed, properties, {}).sketch());
    if (askExplorer(program).verdict() == Verdict::False)
      programs.push_back({fmt::format("random program {} about {}", seed,
                                      properties.contains(Property::NoDataRace) ? "races" : "assertions"),
                          std::move(program)});
  }
}

std::vector<FalseProgram> falsePrograms() {
  std::vector<FalseProgram> programs = writtenPrograms();
  addRandomPrograms(programs, assertions, mutationSize(40));
  addRandomPrograms(programs, races, mutationSize(20));
  return programs;
}

engines::bmc::Options checking() {
  engines::bmc::Options options;
  options.checkProof = true;
  return options;
}

enum class Result : std::uint8_t { Right, Caught, Missed };

Result tryMutant(const Program &program, Mutation mutation, unsigned period) {
  support::Cancellation cancellation;
  cancellation.setEffort(20'000);
  const Outcome outcome = engines::bmc::runMutated({.program = program, .cancellation = cancellation, .engine = "bmc"},
                                                   checking(), Mutator(mutation, period));
  if (outcome.verdict() == Verdict::True)
    return Result::Missed;
  const engines::InternalError *error = internalErrorOf(outcome);
  return error != nullptr && error->kind == engines::InternalError::Kind::InvalidProof ? Result::Caught : Result::Right;
}

const std::vector<std::pair<Mutation, std::string>> mutations{
    {Mutation::StrongerReason, "a kernel reason lacks a literal"},
    {Mutation::StrongerConflict, "a conflict excludes one read-from"},
    {Mutation::InventedConflict, "read-froms without a conflict are excluded"},
    {Mutation::StrongerOrder, "a reason of happens-before lacks its edges"},
    {Mutation::ClaimInfeasible, "a model without an order ends the search"},
    {Mutation::ForgetViolation, "a violation is not asked for"},
    {Mutation::ForgetSideExit, "a side exit is not asked for"},
    {Mutation::ForgetRaces, "races are not asked for"},
    {Mutation::ForgetDeadlocks, "deadlocks are not asked for"},
    {Mutation::InventedClause, "read-froms are excluded without a lemma"},
    {Mutation::WrongClaim, "a question is not passed to the solver"},
};

} // namespace

TEST(BmcMutation, EveryWrongProofIsRejected) {
  const std::vector<FalseProgram> programs = falsePrograms();
  for (const FalseProgram &program : programs)
    ASSERT_EQ(askBmc(program.program).verdict(), Verdict::False) << program.name;
  std::cout << fmt::format("{:48} {:>6} {:>6} {:>7}\n", "mutant", "runs", "wrong", "missed");
  for (const auto &[mutation, name] : mutations) {
    std::map<Result, unsigned> results;
    for (const FalseProgram &program : programs)
      for (const unsigned period : {1U, 2U, 3U, 5U}) {
        const Result result = tryMutant(program.program, mutation, period);
        ++results[result];
        EXPECT_NE(result, Result::Missed) << name << ", period " << period << ": " << program.name;
      }
    std::cout << fmt::format("{:48} {:6} {:6} {:7}\n", name,
                             results[Result::Right] + results[Result::Caught] + results[Result::Missed],
                             results[Result::Caught] + results[Result::Missed], results[Result::Missed]);
    EXPECT_GT(results[Result::Caught], 0U) << name << " never caused a wrong verdict";
  }
}

/// The programs are safe, so that the verdict is right, but a part of its proof is missing.
TEST(BmcMutation, AProofThatLacksALemmaIsRejected) {
  const Program program = compile(R"(
int x = 1, y = 1, m = 0, n = 0;
void *thr1(void *arg) { x = y + 1; m = y; x = 0; return 0; }
void *thr2(void *arg) { y = x + 1; n = x; y = 0; return 0; }
int main(void) { pthread_t a = start(thr1, 0), b = start(thr2, 0); join(a); join(b); check(!(m == 1 && n == 1)); return 0; }
)");
  EXPECT_EQ(tryMutant(program, Mutation::None, 1), Result::Missed) << "it is safe";
  EXPECT_EQ(tryMutant(program, Mutation::LoseLemma, 1), Result::Caught);
}

} // namespace heddle::testing
