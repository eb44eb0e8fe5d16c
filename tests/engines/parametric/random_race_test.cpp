// Random programs with locks, semaphores, condition variables and atomics of all orders: if parametric proves that any
// number of threads has no data race, the explorer, which decides happens-before, finds none for one, two and three.
#include "engines/campaign.hpp"
#include "engines/parametric/parametric.hpp"
#include "proofs.hpp"
#include "random_programs.hpp"

#include <algorithm>
#include <array>
#include <random>

namespace heddle::testing {

namespace {

/// A thread function, and what main does while its threads run.
class RandomSynchronisation {
public:
  explicit RandomSynchronisation(std::uint64_t seed) : random_(seed) {
    const unsigned statements = 1 + below(3);
    for (unsigned i = 0; i < statements; ++i)
      worker_ += statement(2);
    if (below(3) == 0)
      main_ = statement(1);
  }

  std::string with(const std::string &starts) const {
    return "int x, y; atomic_int a, b; sem_t s; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
           "pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n"
           "pthread_once_t o = PTHREAD_ONCE_INIT; void initialise(void) { y = 1; }\n"
           "void *worker(void *arg) { int l = 0;\n" +
           worker_ + "return 0; }\nint main(void) { int l = 0; sem_init(&s, 0, 1);\n" + starts + "\n" + main_ +
           "pthread_exit(0); }\n";
  }

private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  template <std::size_t size> std::string oneOf(const char *const (&choices)[size]) { return choices[below(size)]; }
  std::string atomic() { return oneOf({"a", "a", "b"}); }
  std::string loadOrder() { return oneOf({"memory_order_seq_cst", "memory_order_acquire", "memory_order_relaxed"}); }
  std::string storeOrder() { return oneOf({"memory_order_seq_cst", "memory_order_release", "memory_order_relaxed"}); }
  std::string value() { return oneOf({"0", "1", "l"}); }

  /// One access.
  std::string access() {
    switch (below(8)) {
    case 0:
    case 1:
      return oneOf({"x", "y"}) + " = " + value() + ";\n";
    case 2:
    case 3:
      return "l = " + oneOf({"x", "y"}) + ";\n";
    case 4:
      return "l = atomic_load_explicit(&" + atomic() + ", " + loadOrder() + ");\n";
    case 5:
      return "atomic_store_explicit(&" + atomic() + ", " + value() + ", " + storeOrder() + ");\n";
    case 6:
      return "pthread_cond_signal(&c);\n";
    default:
      return "pthread_once(&o, initialise);\n";
    }
  }

  std::string statement(unsigned depth) {
    if (depth == 0)
      return access();
    const unsigned kind = below(14);
    if (kind < held_.size() && held_[kind])
      return access(); // a lock is not taken twice
    const auto inside = [&] {
      const auto before = held_;
      for (const auto &group : {std::vector<unsigned>{0, 1, 2, 3, 11}, {4, 5}, {6, 7}})
        if (std::find(group.begin(), group.end(), kind) != group.end())
          for (const unsigned member : group)
            held_[member] = true;
      std::string result = statement(depth - 1) + (below(2) == 0 ? access() : "");
      held_ = before;
      return result;
    };
    switch (kind) {
    case 0:
    case 1:
    case 2:
      return "pthread_mutex_lock(&m);\n" + inside() + "pthread_mutex_unlock(&m);\n";
    case 3:
      return "if (pthread_mutex_trylock(&m) == 0) {\n" + inside() + "pthread_mutex_unlock(&m); } else {\n" +
             statement(depth - 1) + "}\n";
    case 4:
      return "pthread_rwlock_wrlock(&w);\n" + inside() + "pthread_rwlock_unlock(&w);\n";
    case 5:
      return "pthread_rwlock_rdlock(&w);\n" + inside() + "pthread_rwlock_unlock(&w);\n";
    case 6:
      return "sem_wait(&s);\n" + inside() + "sem_post(&s);\n";
    case 7:
      return "if (sem_trywait(&s) == 0) {\n" + inside() + "sem_post(&s); } else {\n" + statement(depth - 1) + "}\n";
    case 8:
      return "if (atomic_load_explicit(&" + atomic() + ", " + loadOrder() + ") == " + oneOf({"0", "1"}) + ") {\n" +
             inside() + "}\n";
    case 9: {
      const std::string lock = atomic();
      return "if (atomic_exchange_explicit(&" + lock + ", 1, " + loadOrder() + ") == 0) {\n" + inside() +
             "atomic_store_explicit(&" + lock + ", 0, " + storeOrder() + "); }\n";
    }
    case 10:
      return "__VERIFIER_atomic_begin();\n" + access() + inside() + "__VERIFIER_atomic_end();\n";
    case 11:
      return "pthread_mutex_lock(&m);\nif (l == 0) pthread_cond_wait(&c, &m);\n" + inside() +
             "pthread_mutex_unlock(&m);\n";
    case 12:
      return "if (l == " + oneOf({"0", "1"}) + ") {\n" + inside() + "} else {\n" + statement(depth - 1) + "}\n";
    default:
      return access();
    }
  }

  std::mt19937_64 random_;
  std::string worker_;
  std::string main_;
  std::array<bool, 12> held_{}; // by kind of statement: it would take a lock that is held
};

} // namespace

TEST(ParametricRandom, ExplorerFindsNoRaceWhereNoneIsProved) {
  const PropertySet properties{Property::NoDataRace};
  const std::uint64_t seeds = campaignSize(200);
  unsigned proved = 0;
  unsigned refuted = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const RandomSynchronisation random(seed);
    const Program any = compile(random.with("while (__VERIFIER_nondet_bool()) start(worker, 0);"), properties);
    const Outcome outcome = ask(engines::parametric::run, any, {}, 60'000);
    EXPECT_EQ(complaint(any, outcome), "") << "seed " << seed << ":\n" << random.with("any");
    proved += outcome.verdict() == Verdict::True ? 1 : 0;
    refuted += outcome.verdict() == Verdict::False ? 1 : 0;
    if (outcome.verdict() != Verdict::True)
      continue;
    std::string starts;
    for (unsigned threads = 1; threads <= 3; ++threads) {
      starts += "start(worker, 0); ";
      const Program some = compile(random.with(starts), properties);
      EXPECT_NE(ask(engines::explore::run, some, {}, 60'000).verdict(), Verdict::False)
          << "seed " << seed << " with " << threads << " threads:\n"
          << random.with(starts);
    }
  }
  RecordProperty("proved", static_cast<int>(proved));
  RecordProperty("refuted", static_cast<int>(refuted));
  if (isInShortMode())
    return;
  EXPECT_GT(proved, seeds / 10);
  EXPECT_GT(refuted, seeds / 6);
}

/// A proof that the checker cannot follow is not counted; none may be wrong.
TEST(ParametricRandom, ProofsThatThereIsNoRaceAreValid) {
  unsigned proved = 0;
  unsigned valid = 0;
  for (std::uint64_t seed = 0; seed < campaignSize(100); ++seed) {
    const RandomSynchronisation random(seed);
    const Program any =
        compile(random.with("while (__VERIFIER_nondet_bool()) start(worker, 0);"), {Property::NoDataRace});
    const auto proof = parametricProof(any, {}, 60'000);
    if (!proof)
      continue;
    ++proved;
    const proof::CheckResult result = checkedParametric(any, *proof);
    EXPECT_NE(result.kind, proof::CheckResult::Kind::Invalid) << "seed " << seed << ": " << result.message << "\n"
                                                              << random.with("any");
    valid += result.isValid() ? 1 : 0;
  }
  RecordProperty("valid", static_cast<int>(valid));
  EXPECT_GT(proved, campaignSize(100) / 10);
  EXPECT_GE(valid * 10, proved * 9);
}

} // namespace heddle::testing
