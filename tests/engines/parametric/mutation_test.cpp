// Attacks on the checker of proofs for any number of threads: engines with defects prove programs that violate their
// property, and the checker must reject each of these proofs.
#include "campaign_size.hpp"
#include "proofs.hpp"

#include <fmt/format.h>

#include <iostream>
#include <map>

namespace heddle::testing {

namespace {

using engines::parametric::Mutation;
using engines::parametric::Mutator;
using engines::parametric::Weakening;
using Kind = proof::CheckResult::Kind;

struct FalseProgram {
  std::string name;
  Program program;
};

std::vector<FalseProgram> falsePrograms() {
  const std::vector<std::pair<std::string, std::string>> all{
      {"a lost update",
       "int x; void *worker(void *arg) { int l = x; check(x == l); x = l + 1; return 0; }" + anyNumberOfWorkers},
      {"two threads",
       "atomic_int n; void *worker(void *arg) { n = n + 1; check(n != 2); return 0; }" + anyNumberOfWorkers},
      {"three threads", R"(
int turn;
void *worker(void *arg) {
  __VERIFIER_atomic_begin(); int mine = turn; turn = turn + 1; __VERIFIER_atomic_end();
  check(mine < 2);
  return 0;
})" + anyNumberOfWorkers},
      {"a handover", R"(
int stage;
void *worker(void *arg) {
  if (stage == 0) stage = 1;
  else if (stage == 1) stage = 2;
  else check(stage != 2);
  return 0;
})" + anyNumberOfWorkers},
      {"a lock that is not taken on one path", R"(
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int busy;
void *worker(void *arg) {
  _Bool locks = __VERIFIER_nondet_bool();
  if (locks) pthread_mutex_lock(&m);
  check(busy == 0);
  busy = 1;
  busy = 0;
  if (locks) pthread_mutex_unlock(&m);
  return 0;
})" + anyNumberOfWorkers},
      {"a lock that is released too early", R"(
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int busy;
void *worker(void *arg) {
  pthread_mutex_lock(&m);
  check(busy == 0);
  busy = 1;
  pthread_mutex_unlock(&m);
  busy = 0;
  return 0;
})" + anyNumberOfWorkers},
      {"another function", R"(
int x;
void *other(void *arg) { x = 1; return 0; }
void *worker(void *arg) { start(other, 0); check(x == 0); return 0; })" +
                               anyNumberOfWorkers},
      {"initially", "int x = 3; void *worker(void *arg) { check(x != 3); x = 4; return 0; }" + anyNumberOfWorkers},
      {"an atomic block in two parts", R"(
int x, y;
void *worker(void *arg) {
  __VERIFIER_atomic_begin(); check(x == y); __VERIFIER_atomic_end();
  x = x + 1;
  y = y + 1;
  return 0;
})" + anyNumberOfWorkers},
      {"a join of a joined thread", "void *worker(void *arg) { return 0; } int main(void) { pthread_t t = "
                                    "start(worker, 0); join(t); join(t); return 0; }"},
      {"a handle that is used again", R"(
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *first(void *arg) { pthread_mutex_lock(&m); return 0; }
void *worker(void *arg) { pthread_mutex_lock(&m); return 0; }
int main(void) { join(start(first, 0)); start(worker, 0); pthread_exit(0); })"},
      {"a spinning thread", R"(
atomic_int flag; int x;
void *worker(void *arg) {
  if (__VERIFIER_nondet_bool()) { while (!flag) ; x = 1; }
  else { flag = 1; check(x == 0); }
  return 0;
})" + anyNumberOfWorkers},
  };
  std::vector<FalseProgram> result;
  for (const auto &[name, text] : all)
    result.push_back({name, compile(text, {Property::UnreachCall, Property::LockDiscipline})});
  return result;
}

std::vector<FalseProgram> racyPrograms() {
  const std::vector<std::pair<std::string, std::string>> all{
      {"a lost update", "int x; void *worker(void *arg) { x = x + 1; return 0; }" + anyNumberOfWorkers},
      {"a read and a write", R"(
int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *arg) {
  if (__VERIFIER_nondet_bool()) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); }
  else return (void *)(long)x;
  return 0;
})" + anyNumberOfWorkers},
      {"a relaxed message", R"(
atomic_int taken, published; int message;
void *worker(void *arg) {
  if (atomic_exchange(&taken, 1) == 0) {
    message = 42;
    atomic_store_explicit(&published, 1, memory_order_release);
  }
  if (atomic_load_explicit(&published, memory_order_relaxed)) return (void *)(long)message;
  return 0;
})" + anyNumberOfWorkers},
      {"a lock that is freed by a relaxed store", R"(
atomic_int lock; int inside;
void *worker(void *arg) {
  while (atomic_exchange_explicit(&lock, 1, memory_order_acquire) == 1) ;
  inside = inside + 1;
  atomic_store_explicit(&lock, 0, memory_order_relaxed);
  return 0;
})" + anyNumberOfWorkers},
      {"a trylock that fails", R"(
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void *worker(void *arg) {
  if (pthread_mutex_trylock(&m) == 0) { x = x + 1; pthread_mutex_unlock(&m); return 0; }
  return (void *)(long)x;
})" + anyNumberOfWorkers},
      {"a block that is overtaken", R"(
int flag, data;
void *worker(void *arg) {
  __VERIFIER_atomic_begin(); if (flag == 0) data = 1; __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  while (__VERIFIER_nondet_bool()) {
    start(worker, 0);
    __VERIFIER_atomic_begin(); flag = 1; __VERIFIER_atomic_end();
    data = 2;
  }
  return 0;
})"},
      {"an access after a release", R"(
atomic_int flag; int data;
void *worker(void *arg) {
  __VERIFIER_atomic_begin(); flag = 1; data = 1; __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  start(worker, 0);
  if (flag == 1) data = 2;
  return 0;
})"},
      {"an access of main", R"(
int x;
void *worker(void *arg) { x = 1; return 0; }
int main(void) { join(start(worker, 0)); start(worker, 0); x = 2; return 0; })"},
  };
  std::vector<FalseProgram> result;
  for (const auto &[name, text] : all)
    result.push_back({name, compile(text, {Property::NoDataRace})});
  return result;
}

Weakening with(Mutation mutation) {
  Weakening weakening;
  weakening.mutator = Mutator(mutation);
  return weakening;
}

std::vector<std::pair<std::string, Weakening>> raceMutants() {
  return {
      {"forget a race", with(Mutation::ForgetRace)},
      {"all reads synchronise", with(Mutation::SynchroniseReads)},
      {"keep conditions", with(Mutation::KeepConditions)},
      {"ignore a release", with(Mutation::IgnoreRelease)},
      {"forget a segment", with(Mutation::ForgetSegment)},
      {"skip a thread", with(Mutation::SkipThread)},
      {"forget a started thread", with(Mutation::ForgetChild)},
      {"functions run once", {.functionsRunOnce = true}},
      {"ignore the trace", with(Mutation::IgnoreTrace)},
  };
}

std::vector<std::pair<std::string, Weakening>> allMutants() {
  return {
      {"passive threads stay", {.passiveThreadsStay = true}},
      {"functions run once", {.functionsRunOnce = true}},
      {"trust joins", {.trustsJoins = true}},
      {"drop a successor", with(Mutation::DropSuccessor)},
      {"forget a segment", with(Mutation::ForgetSegment)},
      {"forget an update", with(Mutation::ForgetUpdate)},
      {"skip a violation", with(Mutation::SkipViolation)},
      {"skip a thread", with(Mutation::SkipThread)},
      {"forget a started thread", with(Mutation::ForgetChild)},
      {"lose the active thread", with(Mutation::EndThread)},
      {"stale shared predicates", with(Mutation::StaleShared)},
      {"stale local predicates", with(Mutation::StaleLocal)},
      {"lose a passive thread", with(Mutation::ForgetPassive)},
      {"drop a destination", with(Mutation::DropDestination)},
      {"wrong initial state", with(Mutation::WrongInitialState)},
      {"miss a rest", with(Mutation::MissRest)},
      {"ignore the trace", with(Mutation::IgnoreTrace)},
      {"handles are fresh", with(Mutation::HandlesAreFresh)},
  };
}

struct Row {
  unsigned runs = 0;
  unsigned wrong = 0;
  std::map<Kind, unsigned> results;
};

/// Lets mutants prove programs, and requires that the checker rejects each proof.
void attack(const std::vector<FalseProgram> &programs, const std::vector<std::pair<std::string, Weakening>> &mutants) {
  const std::vector<unsigned> periods =
      isInLongMode() ? std::vector<unsigned>{1, 2, 3, 4, 5, 7, 12} : std::vector<unsigned>{1, 2, 3};
  std::cout << fmt::format("{:28} {:>5} {:>6} {:>8} {:>13} {:>7}\n", "mutant", "runs", "wrong", "invalid",
                           "inconclusive", "missed");
  for (auto [name, weakening] : mutants) {
    Row row;
    const Mutator mutator = weakening.mutator;
    for (const unsigned period : periods) {
      weakening.mutator = mutator.every(period);
      for (const FalseProgram &each : programs) {
        ++row.runs;
        const std::optional<proof::ParametricProof> proof = parametricProof(each.program, weakening, 20'000);
        if (!proof)
          continue;
        ++row.wrong;
        const proof::CheckResult result = checkedParametric(each.program, *proof);
        ++row.results[result.kind];
        EXPECT_NE(result.kind, Kind::Valid) << name << " with period " << period << " on " << each.name;
      }
    }
    EXPECT_GT(row.wrong, 0U) << name << " causes no wrong verdict, so it tests nothing";
    std::cout << fmt::format("{:28} {:5} {:6} {:8} {:13} {:7}\n", name, row.runs, row.wrong, row.results[Kind::Invalid],
                             row.results[Kind::Inconclusive], row.results[Kind::Valid]);
  }
}

} // namespace

TEST(ParametricMutation, EveryProgramIsWrong) {
  for (const FalseProgram &each : falsePrograms())
    EXPECT_FALSE(parametricProof(each.program)) << each.name;
  for (const FalseProgram &each : racyPrograms())
    EXPECT_FALSE(parametricProof(each.program)) << each.name;
}

TEST(ParametricMutation, EveryWrongProofOfAMutantIsRejected) { attack(falsePrograms(), allMutants()); }

TEST(ParametricMutation, EveryWrongProofThatThereAreNoRacesIsRejected) { attack(racyPrograms(), raceMutants()); }

} // namespace heddle::testing
