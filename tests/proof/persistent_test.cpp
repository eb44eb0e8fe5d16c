// Proofs with persistent sets: which threads may be left unexpanded, and which may not.
#include "engines/ask.hpp"
#include "engines/random_c_program.hpp"
#include "proof/check.hpp"
#include "proof/value_tree.hpp"
#include "random_programs.hpp"

#include <random>

namespace heddle::testing {

namespace {

using proof::Control;
using proof::NodeId;
using proof::ReachabilityProof;
using Names = std::vector<std::string>;

/// Variables wider than any operation are split into words.
std::vector<proof::Variable> globals(const Program &program, const Names &names) {
  std::vector<proof::Variable> result;
  for (program::ObjectId id = 1; id < program.objects.size(); ++id) {
    const program::StaticObject &object = program.objects[id];
    if (std::find(names.begin(), names.end(), object.name) == names.end())
      continue;
    const std::uint64_t bytes = object.size > 8 ? 4 : object.size;
    for (std::uint64_t offset = 0; offset < object.size; offset += bytes)
      result.push_back({.kind = proof::Variable::Kind::Memory,
                        .width = static_cast<unsigned>(8 * bytes),
                        .object = id,
                        .offset = offset});
  }
  return result;
}

/// Expands the active threads of the first function that has some; all threads if none of them has.
ValueTree::Choose threadsOf(const Program &program, const Names &functions) {
  return [&program, functions](const Control &control) {
    for (const std::string &function : functions) {
      std::vector<unsigned> chosen = ValueTree::activeSlots(control);
      std::erase_if(chosen, [&](unsigned slot) { return program.cfas[control.threads[slot].cfa].name != function; });
      if (!chosen.empty())
        return chosen;
    }
    return ValueTree::activeSlots(control);
  };
}

proof::CheckResult checked(const Program &program, const ReachabilityProof &proof) {
  support::Cancellation cancellation;
  return proof::check(program, proof, {.solver = smt::Backend::CaDiCaL}, cancellation);
}

std::string objection(const Program &program, const ReachabilityProof &proof) {
  return checked(program, proof).message;
}

ReachabilityProof prove(const Program &program, const Names &followed, const Names &functions) {
  const auto proof = ValueTree(program, globals(program, followed), threadsOf(program, functions)).make();
  if (!proof)
    throw std::runtime_error("the tree is not a claim of safety");
  return *proof;
}

std::string objection(const std::string &text, const Names &followed, const Names &functions) {
  const Program program = compile(text);
  return objection(program, prove(program, followed, functions));
}

// Handles are global, so that they can be followed.
const std::string threads = "int x, y; pthread_t a, b; void *first(void *p) { x = 1; return p; }\n"
                            "void *second(void *p) { y = 1; return p; }\n"
                            "int main(void) { pthread_create(&a, 0, first, 0); pthread_create(&b, 0, second, 0);\n";
const std::string joinsBoth = threads + "  join(a); join(b); check(x == 1 && y == 1); return 0; }\n";
const Names ofJoinsBoth{"x", "y", "a", "b"};

const char *const depends = "may depend on the next step of";
const char *const closesLoop = "may close a loop";
const char *const cannotStep = "is certain to step";

void expectObjection(const std::string &what, const std::string &text, const Names &followed, const Names &functions) {
  const std::string found = objection(text, followed, functions);
  EXPECT_NE(found.find(what), std::string::npos) << found;
}

} // namespace

TEST(PersistentProof, PassesWithAllThreads) { EXPECT_EQ(objection(joinsBoth, ofJoinsBoth, {}), ""); }

TEST(PersistentProof, IsSmallerIfThreadsWait) {
  const Program program = compile(joinsBoth);
  const std::size_t all = prove(program, ofJoinsBoth, {}).nodes.size();
  EXPECT_LT(prove(program, ofJoinsBoth, {"first", "second"}).nodes.size(), all);
}

TEST(PersistentProof, FailsWithoutAnyThread) {
  const Program program = compile(joinsBoth);
  ReachabilityProof proof = prove(program, ofJoinsBoth, {});
  proof.nodes[0].expanded.assign(1, false);
  EXPECT_NE(objection(program, proof).find("nor is any other thread"), std::string::npos);
}

// Memory that both threads access.

const std::string writers = "int x, y; void *first(void *a) { x = 1; return a; }\n"
                            "void *second(void *a) { x = 2; return a; }\n"
                            "int main(void) { start(first, 0); start(second, 0); check(y == 0); return 0; }\n";

TEST(PersistentProof, FailsIfAnUnexpandedThreadTouchesTheSameMemory) {
  expectObjection(depends, writers, {"x", "y"}, {"first"});
}

TEST(PersistentProof, PassesIfNoLabelSpeaksOfThatMemory) { EXPECT_EQ(objection(writers, {"y"}, {"first"}), ""); }

TEST(PersistentProof, FailsIfAnUnexpandedThreadStartsAThreadThatTouchesTheSameMemory) {
  expectObjection(depends,
                  "int x, y, z; void *first(void *a) { x = 1; return a; }\n"
                  "void *late(void *a) { check(x == 0 || x == 1); return a; }\n"
                  "void *second(void *a) { y = 1; start(late, 0); return a; }\n"
                  "int main(void) { start(second, 0); start(first, 0); return 0; }\n",
                  {"x"}, {"first"});
}

TEST(PersistentProof, PassesForTwoReaders) {
  EXPECT_EQ(objection("int x, y; void *first(void *a) { check(x == 0); return a; }\n"
                      "void *second(void *a) { check(x == 0); y = 1; return a; }\n"
                      "int main(void) { start(first, 0); start(second, 0); return 0; }\n",
                      {"x"}, {"first"}),
            "");
}

TEST(PersistentProof, FailsIfAnUnexpandedThreadFreesWhatIsRead) {
  expectObjection(
      depends,
      "int y; void *first(void *a) { int r = *(int *)a; y = r; return 0; }\n"
      "int main(void) { int *p = malloc(4); if (!p) return 0; *p = 1; start(first, p); free(p); return 0; }\n",
      {}, {"first"});
}

// Loops.

TEST(PersistentProof, FailsIfALoopIsAllThatIsExpanded) {
  expectObjection(closesLoop,
                  "int x, y; void *spin(void *a) { while (1) x = y; return a; }\n"
                  "int main(void) { start(spin, 0); y = 1; check(y == 0); return 0; }\n",
                  {}, {"spin"});
}

TEST(PersistentProof, FailsIfThreadsThatStartEachOtherAreAllThatIsExpanded) {
  expectObjection(closesLoop,
                  "int x, y; pthread_t h; void *again(void *p) { pthread_detach(pthread_self()); x = y;\n"
                  "  pthread_create(&h, 0, again, 0); return p; }\n"
                  "int main(void) { pthread_create(&h, 0, again, 0); y = 1; check(y == 0); return 0; }\n",
                  {}, {"again"});
}

TEST(PersistentProof, MayKnowFromRegistersWhatTheNextStepIs) {
  const Program program = compile("int x, y; pthread_t a;\n"
                                  "void *first(void *p) { for (int i = 0; i < 2; i++) x = i; y = 1; return p; }\n"
                                  "int main(void) { pthread_create(&a, 0, first, 0); check(x == 0 || x == 1);\n"
                                  "  return y; }\n");
  const ReachabilityProof whole = prove(program, {"x"}, {});
  unsigned taken = 0;
  unsigned rejected = 0;
  for (NodeId node = 0; node < whole.nodes.size(); ++node)
    if (whole.nodes[node].coveredBy == proof::noNode && whole.nodes[node].expanded == std::vector<bool>{true, true}) {
      ReachabilityProof less = whole;
      less.nodes[node].expanded[0] = false;
      const std::string found = objection(program, less);
      taken += found.empty() ? 1 : 0;
      rejected += found.find(depends) != std::string::npos ? 1 : 0;
    }
  EXPECT_GT(taken, 0U);
  EXPECT_GT(rejected, 0U);
}

// Threads that may block.

// Because of `before`, the lock is shared.
const std::string holdsTheLock =
    "int y; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_t a;\n"
    "void *before(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return p; }\n"
    "void *locks(void *p) { pthread_mutex_lock(&m); return p; }\n"
    "void *reads(void *p) { int r = y; return p; }\n"
    "int main(void) { pthread_create(&a, 0, before, 0); join(a); pthread_mutex_lock(&m);\n"
    "  start(locks, 0); start(reads, 0); y = 1; ";

TEST(PersistentProof, FailsIfAThreadThatMayBeBlockedIsAllThatIsExpanded) {
  expectObjection(cannotStep, holdsTheLock + "check(y == 0); return 0; }\n", {"m", "a"}, {"locks"});
}

TEST(PersistentProof, PassesIfNoLabelSaysThatTheThreadIsBlocked) {
  EXPECT_EQ(objection(holdsTheLock + "check(y == 1); return 0; }\n", {"y", "a"}, {"locks"}), "");
}

TEST(PersistentProof, FailsIfTheThreadMayEndTheProgram) {
  expectObjection(cannotStep,
                  "int y; void *ends(void *a) { exit(y); return a; }\n"
                  "int main(void) { start(ends, 0); y = 1; check(y == 0); return 0; }\n",
                  {}, {"ends"});
}

TEST(PersistentProof, FailsIfTheThreadMayOnlyBeDiscarded) {
  expectObjection(cannotStep,
                  "int x, y; void *never(void *a) { __VERIFIER_atomic_begin(); x = y; __VERIFIER_assume(0);\n"
                  "  __VERIFIER_atomic_end(); return a; }\n"
                  "int main(void) { start(never, 0); y = 1; check(y == 0); return 0; }\n",
                  {}, {"never"});
}

// Joins.

TEST(PersistentProof, PassesIfAnUnexpandedThreadMustJoinFirst) {
  EXPECT_EQ(objection(joinsBoth, ofJoinsBoth, {"first", "second"}), "");
}

TEST(PersistentProof, FailsIfAnUnexpandedThreadNeedNotJoin) {
  expectObjection(depends, threads + "  join(b); check(x == 0 || x == 1); return 0; }\n", {"x", "a", "b"}, {"first"});
}

TEST(PersistentProof, PassesIfAnUnexpandedThreadMustJoinInALoop) {
  EXPECT_EQ(objection("int x; pthread_t t[2]; void *first(void *p) { check(x == 0); return p; }\n"
                      "int main(void) { for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, first, 0);\n"
                      "  for (int i = 0; i < 2; i++) join(t[i]);\n"
                      "  x = 1; return 0; }\n",
                      {"x", "t"}, {"first"}),
            "");
}

TEST(PersistentProof, FailsIfBothStartThreads) {
  expectObjection(depends,
                  "pthread_t a, b, c, d; void *leaf(void *p) { return p; }\n"
                  "void *first(void *p) { pthread_create(&c, 0, leaf, 0); return p; }\n"
                  "void *second(void *p) { pthread_create(&d, 0, leaf, 0); return p; }\n"
                  "int main(void) { pthread_create(&a, 0, second, 0); pthread_create(&b, 0, first, 0); return 0; }\n",
                  {}, {"first"});
}

const std::string startsLater = "int x; pthread_t a, b; void *first(void *p) { x = 1; return p; }\n"
                                "void *second(void *p) { int r = x; return p; }\n"
                                "int main(void) { pthread_create(&a, 0, first, 0); ";

TEST(PersistentProof, FailsIfTheHandleOfAThreadThatEndsMayBeUsedAgain) {
  expectObjection(depends, startsLater + "pthread_detach(a); pthread_create(&b, 0, second, 0); return 0; }\n", {"a"},
                  {"first"});
}

TEST(PersistentProof, PassesIfTheHandleOfAThreadThatEndsIsKept) {
  EXPECT_EQ(objection(startsLater + "pthread_create(&b, 0, second, 0); return 0; }\n", {"a"}, {"first"}), "");
}

TEST(PersistentProof, FailsIfJoinsGoFirst) { expectObjection(depends, joinsBoth, ofJoinsBoth, {"main"}); }

// Missing children.

TEST(PersistentProof, FailsIfAStopHasNoChild) {
  const Program program = compile("int x, y; void *first(void *a) { __VERIFIER_assume(x == 0); return a; }\n"
                                  "int main(void) { start(first, 0); x = 1; return 0; }\n");
  const ReachabilityProof whole = prove(program, {"x"}, {});
  ASSERT_EQ(objection(program, whole), "");
  unsigned tried = 0;
  for (NodeId node = 1; node < whole.nodes.size(); ++node) {
    const std::vector<proof::Thread> &now = whole.controls[whole.nodes[node].control].threads;
    if (now[whole.nodes[node].slot].status != proof::ThreadStatus::Stopped)
      continue;
    ReachabilityProof less = whole;
    less.nodes[node].action = proof::noAction; // a child of something else, in a tree that is still well formed
    EXPECT_NE(objection(program, less).find("no child represents"), std::string::npos);
    ++tried;
  }
  EXPECT_GT(tried, 0U);
}

// The checker accepts only true claims. Threads are left unexpanded at random, and expanded where the check fails.

namespace {

/// The node that the message is about, if any.
std::optional<NodeId> nodeOf(const std::string &message) {
  if (message.rfind("node ", 0) != 0)
    return std::nullopt;
  return static_cast<NodeId>(std::stoul(message.substr(5)));
}

struct Campaign {
  unsigned proofs = 0;
  unsigned reduced = 0; // proofs with an unexpanded thread
  unsigned refuted = 0; // rejected claims that the explorer finds wrong

  void check(const Program &program, std::uint64_t seed, const std::string &description) {
    std::vector<Control> whole; // where all threads are expanded
    const auto choose = [&](const Control &control) {
      std::vector<unsigned> active = ValueTree::activeSlots(control);
      if (active.size() > 1 && std::find(whole.begin(), whole.end(), control) == whole.end())
        active = {active[(seed + control.threads[active[0]].location) % active.size()]};
      return active;
    };
    const std::vector<proof::Variable> followed = someGlobals(program, seed);
    const bool isWrong = askExplorer(program).verdict() == Verdict::False;
    constexpr unsigned maxAttempts = 60;
    for (unsigned attempt = 0; attempt < maxAttempts; ++attempt) {
      const auto claim = ValueTree(program, followed, choose, 1'500).make();
      if (!claim)
        return;
      const proof::CheckResult result = checked(program, *claim);
      if (result.isValid()) {
        ++proofs;
        reduced += isReduced(*claim) ? 1 : 0;
        EXPECT_FALSE(isWrong) << description;
        return;
      }
      const std::optional<NodeId> node = nodeOf(result.message);
      if (!node || result.message.find("is not expanded") == std::string::npos) {
        EXPECT_EQ(result.kind, proof::CheckResult::Kind::Inconclusive) << result.message << '\n' << description;
        return;
      }
      refuted += isWrong && attempt == 0 ? 1 : 0;
      whole.push_back(claim->controls[claim->nodes[*node].control]);
    }
  }

  static std::vector<proof::Variable> someGlobals(const Program &program, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Names names;
    for (program::ObjectId id = 1; id < program.objects.size(); ++id)
      if (program.objects[id].kind == program::StaticObject::Kind::Variable && random() % 4 != 0)
        names.push_back(program.objects[id].name);
    return globals(program, names);
  }

  static bool isReduced(const ReachabilityProof &proof) {
    return std::any_of(proof.nodes.begin(), proof.nodes.end(), [&](const proof::Node &node) {
      const std::vector<unsigned> active = ValueTree::activeSlots(proof.controls[node.control]);
      const bool atRest = std::all_of(active.begin(), active.end(), [&](unsigned slot) {
        return proof.controls[node.control].threads[slot].resting;
      });
      return atRest && node.coveredBy == proof::noNode &&
             std::any_of(active.begin(), active.end(), [&](unsigned slot) { return !node.expanded[slot]; });
    });
  }
};

/// Threads that wait for each other, or forever, that end early, and a main that joins some of them.
std::string randomThreads(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](unsigned bound) { return static_cast<unsigned>(random() % bound); };
  const auto oneOf = [&](const Names &choices) { return choices[below(static_cast<unsigned>(choices.size()))]; };
  const auto statement = [&] {
    return oneOf({"x = 1;", "x = 2;", "y = 1;", "y = 2;", "if (x == 1) y = 2;", "if (y == 2) x = 0;", "check(x != 2);",
                  "check(y != 2);", "check(x == 0 || y == 0);", "while (y == 1) ;", "while (x == 0) y = 0;",
                  "pthread_mutex_lock(&m);", "pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);",
                  "if (x == 2) exit(0);", "__VERIFIER_assume(x != 1);",
                  "__VERIFIER_atomic_begin(); x = y; y = 2; __VERIFIER_atomic_end();"});
  };
  std::string text = "int x, y; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_t h0, h1, h2;\n"
                     "void *leaf(void *p) { y = 2; return p; }\n";
  std::string main;
  constexpr unsigned workers = 2;
  for (unsigned i = 0; i < workers; ++i) {
    const std::string id = std::to_string(i);
    text += "void *w" + id + "(void *p) { ";
    for (unsigned statements = 1 + below(2); statements > 0; --statements)
      text += statement() + ' ';
    if (below(6) == 0)
      text += "pthread_create(&h2, 0, leaf, 0); ";
    text += "return p; }\n";
    main += "pthread_create(&h" + id + ", 0, w" + id + ", 0); ";
    if (below(4) == 0)
      main += statement() + ' ';
  }
  for (unsigned i = 0; i < workers; ++i)
    main += oneOf({"join(h0); ", "join(h1); ", "join(h" + std::to_string(i) + "); ", statement() + ' '});
  return text + "int main(void) { " + main + statement() + ' ' + statement() + " return 0; }\n";
}

PropertySet propertiesFor(std::uint64_t seed) {
  return seed % 3 == 0 ? PropertySet{Property::ValidDeref, Property::ValidFree} : PropertySet{Property::UnreachCall};
}

} // namespace

TEST(PersistentProof, OfRandomProgramsIsRight) {
  Campaign campaign;
  const std::uint64_t seeds = campaignSize(40);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    RandomProgramOptions kind;
    kind.loops = seed % 2 == 1;
    kind.statements = 3;
    campaign.check(RandomProgram(seed, propertiesFor(seed), kind).make(), seed, "seed " + std::to_string(seed));
  }
  if (isInShortMode())
    return;
  EXPECT_GT(campaign.reduced, seeds / 5);
  EXPECT_GT(campaign.refuted, 0U);
}

TEST(PersistentProof, OfRandomThreadsIsRight) {
  Campaign campaign;
  const std::uint64_t seeds = campaignSize(15);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const std::string text = randomThreads(seed);
    campaign.check(compile(text), seed, "seed " + std::to_string(seed) + ":\n" + text);
  }
  if (isInShortMode())
    return;
  EXPECT_GT(campaign.reduced, seeds / 5);
}

TEST(PersistentProof, OfRandomCProgramsIsRight) {
  Campaign campaign;
  for (std::uint64_t seed = 0; seed < campaignSize(10); ++seed) {
    const std::string text = RandomCProgram(seed, propertiesFor(seed)).make();
    campaign.check(compile(text, propertiesFor(seed)), seed, "seed " + std::to_string(seed) + ":\n" + text);
  }
  if (isInShortMode())
    return;
  EXPECT_GT(campaign.reduced, 0U);
}

} // namespace heddle::testing
