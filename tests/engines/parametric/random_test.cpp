// Random programs: what parametric proves for any number of threads, the explorer confirms for one, two and three; what
// it refutes replays.
#include "engines/campaign.hpp"
#include "engines/parametric/parametric.hpp"
#include "engines/random_c_program.hpp"
#include "proofs.hpp"
#include "random_programs.hpp"

#include <random>

namespace heddle::testing {

namespace {

/// A program whose thread function is started by `starts`, over shared variables, a mutex and atomic blocks.
class RandomFunction {
public:
  explicit RandomFunction(std::uint64_t seed) : random_(seed) {
    body_ = "int l = 0, k = 0;\n";
    const unsigned statements = 2 + below(3);
    for (unsigned i = 0; i < statements; ++i)
      body_ += statement(2);
    body_ += check();
    child_ = below(4) == 0;
  }

  std::string with(const std::string &starts) const {
    std::string text = "int x, y; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; atomic_int a;\n";
    text += "void *leaf(void *arg) { int l = 0, k = 0; x = 1 - x; check(a != 3); return 0; }\n";
    text += "void *worker(void *arg) {\n" + body_ + (child_ ? "start(leaf, 0);\n" : "") + "return 0; }\n";
    return text + "int main(void) { " + starts + " return 0; }\n";
  }

private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  template <std::size_t size> std::string oneOf(const char *const (&choices)[size]) { return choices[below(size)]; }
  std::string shared() { return oneOf({"x", "y", "a"}); }
  std::string local() { return oneOf({"l", "k"}); }
  std::string value() { return oneOf({"0", "1", "2", "l", "k", "l + 1", "1 - l"}); }
  std::string condition() {
    return oneOf({"l == 0", "l == k", "l != 1", "k < 2", "__VERIFIER_nondet_bool()", "l <= k"});
  }

  std::string check() {
    return "check(" + oneOf({"x <= 1", "l == x", "l <= 1", "x != 2", "k == 0 || x == 1", "l == k", "y == 0"}) + ");\n";
  }
  std::string statement(unsigned depth) {
    switch (below(depth == 0 ? 5 : 10)) {
    case 0:
    case 1:
      return shared() + " = " + value() + ";\n";
    case 2:
      return local() + " = " + shared() + ";\n";
    case 3:
      return local() + " = " + value() + ";\n";
    case 4:
      return check();
    case 5:
      return "if (" + condition() + ") {\n" + statement(depth - 1) + "} else {\n" + statement(depth - 1) + "}\n";
    case 6:
      return "pthread_mutex_lock(&m);\n" + statement(0) + statement(0) + "pthread_mutex_unlock(&m);\n";
    case 7:
      return "__VERIFIER_atomic_begin();\n" + statement(0) + statement(0) + "__VERIFIER_atomic_end();\n";
    case 8:
      return "{ int e = " + value() + "; if (atomic_compare_exchange_strong(&a, &e, " + value() + ")) " +
             statement(depth - 1) + "}\n";
    default:
      return "while (" + oneOf({"x == 1", "a == 1", "__VERIFIER_nondet_bool()"}) + ")\n" + statement(0);
    }
  }

  std::mt19937_64 random_;
  std::string body_;
  bool child_ = false;
};

Outcome askParametric(const Program &program) { return ask(engines::parametric::run, program, {}, 30'000); }

} // namespace

TEST(ParametricRandom, ExplorerConfirmsProofsForSmallNumbersOfThreads) {
  const std::uint64_t seeds = campaignSize(200);
  unsigned proved = 0;
  unsigned refuted = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const RandomFunction function(seed);
    const Program any = compile(function.with("while (__VERIFIER_nondet_bool()) start(worker, 0);"));
    const Outcome outcome = askParametric(any);
    EXPECT_EQ(complaint(any, outcome), "") << "seed " << seed << ":\n" << function.with("any");
    proved += outcome.verdict() == Verdict::True ? 1 : 0;
    refuted += outcome.verdict() == Verdict::False ? 1 : 0;
    if (outcome.verdict() != Verdict::True)
      continue;
    std::string starts;
    for (unsigned threads = 1; threads <= 3; ++threads) {
      starts += "start(worker, 0); ";
      const Program some = compile(function.with(starts + "pthread_exit(0);"));
      EXPECT_NE(ask(engines::explore::run, some, {}, 30'000).verdict(), Verdict::False)
          << "seed " << seed << " with " << threads << " threads:\n"
          << function.with(starts);
    }
  }
  if (isInShortMode())
    return;
  EXPECT_GT(proved, seeds / 4);
  EXPECT_GT(refuted, seeds / 4);
}

TEST(ParametricRandom, ProofsAreValid) {
  unsigned proved = 0;
  for (std::uint64_t seed = 0; seed < campaignSize(60); ++seed) {
    const RandomFunction function(seed);
    const Program any = compile(function.with("while (__VERIFIER_nondet_bool()) start(worker, 0);"));
    const auto proof = parametricProof(any, {}, 30'000);
    if (!proof)
      continue;
    ++proved;
    const proof::CheckResult result = checkedParametric(any, *proof);
    EXPECT_EQ(result.kind, proof::CheckResult::Kind::Valid) << "seed " << seed << ": " << result.message << "\n"
                                                            << function.with("any");
  }
  EXPECT_GT(proved, campaignSize(60) / 4);
}

/// The programs of the other engines, most of which have something that this one does not support.
TEST(ParametricRandom, AgreesWithTheExplorer) {
  Campaign campaign({{"parametric", engines::parametric::run, {}}, {"explore", engines::explore::run, {}}});
  const PropertySet properties{Property::UnreachCall};
  for (std::uint64_t seed = 0; seed < campaignSize(100); ++seed)
    campaign.checkC(RandomCProgram(seed, properties).make(), properties, "seed " + std::to_string(seed));
}

} // namespace heddle::testing
