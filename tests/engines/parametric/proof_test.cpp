// Proofs for any number of threads: those of the engine are valid, and stay so in a file; edited ones that exclude
// less, or claim more, are not.
#include "proof/invariant.hpp"
#include "proof/proof_file.hpp"
#include "proofs.hpp"

#include <fmt/format.h>

namespace heddle::testing {

namespace {

using Kind = proof::CheckResult::Kind;
using proof::ParametricProof;

const std::string underMutex = R"(
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int busy;
void *worker(void *arg) {
  pthread_mutex_lock(&m);
  check(busy == 0);
  busy = 1;
  busy = 0;
  pthread_mutex_unlock(&m);
  return 0;
})" + anyNumberOfWorkers;

const std::string monotone =
    "int x; void *worker(void *arg) { __VERIFIER_atomic_begin(); int l = x; __VERIFIER_assume(l < 100); x = l + 1; "
    "__VERIFIER_atomic_end(); check(l <= x); return 0; }" +
    anyNumberOfWorkers;

const std::string joined = R"(
void *worker(void *arg) { return 0; }
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) t[i] = start(worker, 0);
  for (int i = 0; i < 3; i++) join(t[i]);
  return 0;
})";

const std::string privateObjects = R"(
int total;
void add(int *to) { *to = *to + 1; }
void *worker(void *arg) {
  int own[2] = {0, 0};
  for (int i = 0; i < 2; i++) add(&own[i]);
  __VERIFIER_atomic_begin(); total = own[0]; __VERIFIER_atomic_end();
  check(total == 1);
  return 0;
})" + anyNumberOfWorkers;

const std::vector<std::pair<std::string, std::string>> safe{
    {"under a mutex", underMutex},
    {"a mixed predicate", monotone},
    {"joined", joined},
    {"private objects", privateObjects},
    {"a counter in a loop", R"(
atomic_int n;
void *worker(void *arg) { for (int i = 0; i < 3; i++) n = i; check(n < 3); return 0; })" +
                                anyNumberOfWorkers},
    {"threads that start threads", R"(
int x;
void *worker(void *arg) { if (__VERIFIER_nondet_bool()) start(worker, 0); check(x == 0); return 0; })" +
                                       anyNumberOfWorkers},
};

Program compiled(const std::string &text) { return compile(text, {Property::UnreachCall, Property::LockDiscipline}); }

/// The file that a user would get.
std::string fileOf(const Program &program, const ParametricProof &proof) {
  proof::Header header;
  header.heddle = "0";
  header.claims = program.properties;
  return proof::headerText(header) + proof::proofText(program, proof, {.engine = "parametric"});
}

support::Expected<ParametricProof> readBack(const Program &program, const std::string &text) {
  const auto file = proof::readHeader("proof", text);
  if (!file)
    return file.error();
  EXPECT_TRUE(proof::isParametric(*file));
  return proof::readParametricProof(*file, program);
}

} // namespace

TEST(ParametricProof, ProofsAreValidAndStaySoInAFile) {
  for (const auto &[name, text] : safe) {
    const Program program = compiled(text);
    const auto proof = parametricProof(program);
    ASSERT_TRUE(proof) << name;
    const proof::CheckResult result = checkedParametric(program, *proof);
    EXPECT_EQ(result.kind, Kind::Valid) << name << ": " << result.message;
    EXPECT_EQ(checkedParametric(program, *proof, smt::Backend::Z3).kind, Kind::Valid) << name;
    const std::string written = fileOf(program, *proof);
    const auto again = readBack(program, written);
    ASSERT_TRUE(again) << name << ": " << again.error().message;
    EXPECT_EQ(fileOf(program, *again), written) << name;
    EXPECT_EQ(checkedParametric(program, *again).kind, Kind::Valid) << name;
  }
}

TEST(ParametricProof, ProofsThatThereIsNoRaceAreValidAndStaySoInAFile) {
  const std::vector<std::pair<std::string, std::string>> withoutRaces{
      {"under a mutex", underMutex},
      {"a message", R"(
atomic_int taken, published; int message;
void *worker(void *arg) {
  if (atomic_exchange(&taken, 1) == 0) { message = 42; published = 1; }
  if (published) return (void *)(long)message;
  return 0;
})" + anyNumberOfWorkers},
      {"before the start and after the join", R"(
int x;
void *worker(void *arg) { if (arg) x = x + 1; return 0; }
int main(void) {
  pthread_t t;
  x = 1;
  pthread_create(&t, 0, worker, &x);
  pthread_join(t, 0);
  x = 2;
  return 0;
})"},
      {"a trylock", R"(
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void *worker(void *arg) {
  if (pthread_mutex_trylock(&m) == 0) { x = x + 1; pthread_mutex_unlock(&m); }
  return 0;
})" + anyNumberOfWorkers},
  };
  for (const auto &[name, text] : withoutRaces) {
    const Program program = compile(text, {Property::NoDataRace});
    const auto proof = parametricProof(program);
    ASSERT_TRUE(proof) << name;
    const proof::CheckResult result = checkedParametric(program, *proof);
    EXPECT_EQ(result.kind, Kind::Valid) << name << ": " << result.message;
    const auto again = readBack(program, fileOf(program, *proof));
    ASSERT_TRUE(again) << name << ": " << again.error().message;
    EXPECT_EQ(checkedParametric(program, *again).kind, Kind::Valid) << name;
  }
}

TEST(ParametricProof, AProofWithoutRacesIsAboutTheAccesses) {
  const Program program = compile(underMutex, {Property::NoDataRace});
  const auto proof = parametricProof(program);
  ASSERT_TRUE(proof);
  ParametricProof nothing = *proof;
  std::erase_if(nothing.unreachable, [](const proof::Unreachable &element) { return !element.violation; });
  EXPECT_EQ(checkedParametric(program, nothing).kind, Kind::Invalid);
}

TEST(ParametricProof, AProofIsAboutItsProgram) {
  const Program program = compiled(underMutex);
  const auto proof = parametricProof(program);
  ASSERT_TRUE(proof);
  std::string unlocked = underMutex;
  unlocked.replace(unlocked.find("pthread_mutex_lock(&m);"), 23, "                       ");
  EXPECT_NE(checkedParametric(compiled(unlocked), *proof).kind, Kind::Valid);
}

TEST(ParametricProof, EveryUnreachableConfigurationIsNeeded) {
  const Program program = compiled(monotone);
  const auto proof = parametricProof(program);
  ASSERT_TRUE(proof);
  ParametricProof nothing = *proof;
  nothing.unreachable.clear();
  EXPECT_EQ(checkedParametric(program, nothing).kind, Kind::Invalid);
  ParametricProof initial = *proof;
  initial.unreachable.push_back({.violation = false, .shared = proof->reached.front().first, .threads = {}});
  EXPECT_EQ(checkedParametric(program, initial).kind, Kind::Invalid);
}

TEST(ParametricProof, WithoutPredicatesNothingIsProved) {
  const Program program = compiled(underMutex);
  const auto proof = parametricProof(program);
  ASSERT_TRUE(proof);
  ParametricProof coarse = *proof;
  coarse.shared.clear();
  for (proof::Place &place : coarse.places)
    place.tracked = 0;
  EXPECT_NE(checkedParametric(program, coarse).kind, Kind::Valid);
}

TEST(ParametricProof, ClaimsAreVerified) {
  const Program program = compiled(R"(
void *worker(void *arg) { return 0; }
int main(void) { while (__VERIFIER_nondet_bool()) join(start(worker, 0)); return 0; })");
  ParametricProof proof;
  proof.own.resize(program.cfas.size());
  for (const program::Cfa &cfa : program.cfas)
    proof.base.pauses.emplace_back(cfa.locations.size());
  const auto messageWith = [&](const proof::ParametricClaims &claims) {
    proof.claims = claims;
    const proof::CheckResult result = checkedParametric(program, proof);
    EXPECT_EQ(result.kind, Kind::Inconclusive);
    return result.message;
  };
  EXPECT_EQ(messageWith({.single = {1}, .handleCells = {}}), "that 'worker' runs only once is not confirmed");
  EXPECT_EQ(messageWith({.single = {}, .freshHandles = true, .handleCells = {}}),
            "that no handle of a thread is used a second time is not confirmed");
  EXPECT_EQ(messageWith({.single = {}, .validJoins = true, .handleCells = {}}),
            "that all joins are valid is not confirmed");
}

TEST(ParametricProof, JoinsAreValidIfNoWayChangesWhatIsJoined) {
  const auto confirmsJoins = [](const std::string &main) {
    const Program program = compiled("int x; pthread_t global; void *worker(void *arg) { x = 1; return 0; }\n" + main);
    ParametricProof proof;
    proof.own.resize(program.cfas.size());
    for (const program::Cfa &cfa : program.cfas)
      proof.base.pauses.emplace_back(cfa.locations.size());
    proof.claims.validJoins = true;
    return checkedParametric(program, proof).message != "that all joins are valid is not confirmed";
  };
  EXPECT_TRUE(confirmsJoins("int main(void) { global = start(worker, 0); int n = 0; if (x == 1) n = 7; join(global);"
                            "return n; }"));
  EXPECT_FALSE(confirmsJoins("int main(void) { global = start(worker, 0); if (x == 1) global = 0; join(global);"
                             "return 0; }"));
  EXPECT_FALSE(confirmsJoins("int main(void) { pthread_t t = start(worker, 0), u = start(worker, 0), v = t;"
                             "if (x == 1) v = u; join(v); join(t); return 0; }"));
  EXPECT_FALSE(confirmsJoins("int main(void) { pthread_t t[2]; t[0] = start(worker, 0); t[1] = start(worker, 0);"
                             "int i = 0; if (x == 1) i = 1; t[i] = t[1]; join(t[0]); join(t[1]); return 0; }"));
  EXPECT_FALSE(confirmsJoins("int main(void) { pthread_t t = start(worker, 0); if (x == 1) join(t); join(t);"
                             "return 0; }"));
}

TEST(ParametricProof, MemoryThatHoldsNumbersDoesNotHoldHandles) {
  const Program program = compiled("int x; void *worker(void *arg) { x = 2; return 0; }" + anyNumberOfWorkers);
  ParametricProof proof;
  proof.own.resize(program.cfas.size());
  for (const program::Cfa &cfa : program.cfas)
    proof.base.pauses.emplace_back(cfa.locations.size());
  for (program::ObjectId id = 1; id < program.objects.size(); ++id)
    if (program.objects[id].name == "x")
      proof.claims.handleCells.push_back({id, 0, 4});
  const proof::CheckResult result = checkedParametric(program, proof);
  EXPECT_EQ(result.kind, Kind::Inconclusive);
  EXPECT_EQ(result.message, "that 'x' holds nothing but handles of threads is not confirmed");
}

TEST(ParametricProof, SharedObjectsOfThreadsAreNotChecked) {
  const Program program = compiled(R"(
int *shown;
void *worker(void *arg) { int own = 1; shown = &own; return 0; })" +
                                   anyNumberOfWorkers);
  ParametricProof proof;
  proof.own.resize(program.cfas.size());
  for (const program::Cfa &cfa : program.cfas)
    proof.base.pauses.emplace_back(cfa.locations.size());
  EXPECT_EQ(checkedParametric(program, proof).kind, Kind::Inconclusive);
}

TEST(ParametricProof, TheInvariantSaysWhatHoldsAtEveryLocation) {
  const Program program = compiled(underMutex);
  const auto proof = parametricProof(program);
  ASSERT_TRUE(proof);
  const std::string text = proof::invariantText(program, *proof);
  EXPECT_NE(text.find("predicates about global variables"), std::string::npos) << text;
  EXPECT_NE(text.find("predicates about a thread of worker"), std::string::npos) << text;
  EXPECT_NE(text.find("worker.self"), std::string::npos) << text;
  EXPECT_NE(text.find("/* combinations that do not occur */"), std::string::npos) << text;
}

TEST(ParametricProof, DamagedFilesAreErrorsOrNotValid) {
  const Program program = compiled(monotone);
  const auto proof = parametricProof(program);
  ASSERT_TRUE(proof);
  const std::string text = fileOf(program, *proof);
  std::vector<std::string> lines;
  for (std::size_t at = text.find("parametric\n"); at < text.size(); at = text.find('\n', at) + 1)
    lines.push_back(text.substr(at, text.find('\n', at) + 1 - at));
  const std::string header = text.substr(0, text.find("parametric\n"));
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].front() == '#')
      continue;
    std::string without = header;
    for (std::size_t j = 0; j < lines.size(); ++j)
      if (j != i)
        without += lines[j];
    if (const auto damaged = readBack(program, without); damaged && lines[i].starts_with("unreachable violation"))
      EXPECT_NE(checkedParametric(program, *damaged).kind, Kind::Valid);
    else if (damaged) // whatever it is, it must not make the checker fail
      checkedParametric(program, *damaged);
  }
  EXPECT_FALSE(readBack(program, text.substr(0, text.size() - 10)));
}

} // namespace heddle::testing
