// Random programs with mutexes and joins: if parametric proves that any number of threads has no deadlock, the explorer
// finds none for one, two and three.
#include "engines/campaign.hpp"
#include "engines/parametric/parametric.hpp"
#include "random_programs.hpp"

#include <random>
#include <string>
#include <vector>

namespace heddle::testing {

namespace {

/// Two thread functions that take mutexes in random orders, and now and then keep one, stop or spin.
class RandomLocking {
public:
  explicit RandomLocking(std::uint64_t seed) : random_(seed) {
    for (std::string *body : {&first_, &second_})
      for (unsigned i = 0; i < 1 + below(2); ++i)
        *body += statement(3, 0);
    joins_ = below(2) == 0;
    mainLocks_ = below(4) == 0;
    returns_ = below(3) == 0;
  }

  std::string with(const std::string &starts) const {
    return "int x; atomic_int a; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n"
           "pthread_mutex_t k = PTHREAD_MUTEX_INITIALIZER;\n"
           "void *first(void *arg) { int l = 0;\n" +
           first_ + "return 0; }\nvoid *second(void *arg) { int l = 0;\n" + second_ +
           "return 0; }\nint main(void) { pthread_t t, u; int l = 0;\n" +
           (mainLocks_ ? std::string("pthread_mutex_lock(&m);\n") : "") + starts +
           (joins_ ? "pthread_create(&u, 0, second, 0); pthread_join(u, 0);\n" : "") +
           (mainLocks_ ? std::string("pthread_mutex_unlock(&m);\n") : "") +
           (returns_ ? "return 0; }\n" : "pthread_exit(0); }\n");
  }

private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  template <std::size_t size> std::string oneOf(const char *const (&choices)[size]) { return choices[below(size)]; }

  std::string simple() {
    switch (below(12)) {
    case 0:
      return "l = x;\n";
    case 1:
      return "a = 1;\n";
    case 2:
      return "if (__VERIFIER_nondet_bool()) return 0;\n";
    case 3:
      return "__VERIFIER_assume(x == 0);\n";
    case 4:
      return "while (a) ;\n";
    case 5:
      return "for (int i = 0; i < 2; i++) l = x;\n";
    case 6:
      return "while (__VERIFIER_nondet_bool()) l = x;\n";
    default:
      return "x = 1 - x;\n";
    }
  }

  /// The locks below `lowest` are taken out of order, and may be held already.
  std::string statement(unsigned depth, unsigned lowest) {
    static const std::vector<std::string> locks{"m", "n", "k"};
    if (depth == 0 || lowest == locks.size())
      return simple();
    const unsigned index = below(10) == 0 ? below(3) : lowest + below(static_cast<unsigned>(locks.size()) - lowest);
    const std::string &lock = locks[index];
    switch (below(8)) {
    case 0:
      return simple();
    case 1:
      return "if (x == 0) {\n" + statement(depth - 1, lowest) + "}\n";
    case 2:
      return "if (pthread_mutex_trylock(&" + lock + ") == 0) {\n" + statement(depth - 1, index + 1) +
             "pthread_mutex_unlock(&" + lock + "); }\n";
    default:
      return "pthread_mutex_lock(&" + lock + ");\n" + statement(depth - 1, index + 1) +
             (below(20) == 0 ? "" : "pthread_mutex_unlock(&" + lock + ");\n");
    }
  }

  std::mt19937_64 random_;
  std::string first_;
  std::string second_;
  bool joins_ = false;
  bool mainLocks_ = false;
  bool returns_ = false;
};

} // namespace

TEST(ParametricRandom, ExplorerFindsNoDeadlockWhereNoneIsProved) {
  const PropertySet properties{Property::NoDeadlock};
  const std::uint64_t seeds = programCount(120);
  unsigned proved = 0;
  unsigned refuted = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const RandomLocking random(seed);
    const auto start = [](const std::string &function) { return "pthread_create(&t, 0, " + function + ", 0);\n"; };
    const Program any = compile(
        random.with("while (__VERIFIER_nondet_bool()) {" + start("first") + start("second") + "}\n"), properties);
    const Outcome outcome = ask(engines::parametric::run, any, {}, 60'000);
    EXPECT_EQ(complaint(any, outcome), "") << "seed " << seed << ":\n" << random.with("any");
    proved += outcome.verdict() == Verdict::True ? 1 : 0;
    refuted += outcome.verdict() == Verdict::False ? 1 : 0;
    if (outcome.verdict() != Verdict::True)
      continue;
    for (const std::string &starts :
         {std::string(), start("first"), start("second"), start("first") + start("first"),
          start("first") + start("second"), start("first") + start("second") + start("second")}) {
      const Program some = compile(random.with(starts), properties);
      EXPECT_NE(ask(engines::explore::run, some, {}, 60'000).verdict(), Verdict::False) << "seed " << seed << ":\n"
                                                                                        << random.with(starts);
    }
  }
  RecordProperty("proved", static_cast<int>(proved));
  RecordProperty("refuted", static_cast<int>(refuted));
  if (isInShortMode())
    return;
  EXPECT_GT(proved, seeds / 10);
  EXPECT_GT(refuted, seeds / 20);
}

} // namespace heddle::testing
