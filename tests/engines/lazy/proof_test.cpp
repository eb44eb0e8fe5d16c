// Proofs of engine lazy: the independent checker accepts them, and rejects them if a necessary part is missing.
#include "ask_lazy.hpp"
#include "engines/lazy/impact.hpp"
#include "engines/lazy/lazy.hpp"
#include "engines/random_c_program.hpp"
#include "engines/tree/proof_export.hpp"
#include "proof/check.hpp"
#include "proof/invariant.hpp"
#include "random_programs.hpp"

#include <chrono>
#include <stdexcept>

namespace heddle::testing {

namespace {

using engines::lazy::Impact;
using proof::NodeId;
using proof::ReachabilityProof;

const std::string flags = "int x, y;\n"
                          "void *first(void *a) { x = 1; if (y == 0) check(x == 1); return a; }\n"
                          "void *second(void *a) { y = 1; return a; }\n"
                          "int main(void) { pthread_t a = start(first, 0), b = start(second, 0); join(a); join(b);\n"
                          "  check(x == 1 && y == 1); return 0; }\n";

const std::string guarded = "int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                            "void *add(void *a) { pthread_mutex_lock(&m); x = x + 1; check(x == 1); x = x - 1;\n"
                            "  pthread_mutex_unlock(&m); return a; }\n"
                            "int main(void) { pthread_t a = start(add, 0), b = start(add, 0); join(a); join(b);\n"
                            "  return 0; }\n";

Program load(const std::string &name) {
  frontend::Options options;
  options.files = {std::string(HEDDLE_SOURCE_DIR) + "/tests/programs/lazy/" + name};
  support::Expected<Program> program = frontend::load(options);
  if (!program)
    throw std::runtime_error(program.error().message);
  transform::prepare(*program);
  return std::move(*program);
}

/// The proof of the engine, if it finds one.
std::optional<ReachabilityProof> prove(const Program &program, const Options &options = {},
                                       const Weakening &weakening = {}) {
  support::Cancellation cancellation;
  cancellation.setDeadline(support::Cancellation::Clock::now() + std::chrono::seconds(2));
  const Context context{.program = program, .cancellation = cancellation};
  Impact impact(context, options, weakening);
  if (engines::verdictOf(impact.run()) != Verdict::True)
    return std::nullopt;
  return impact.proof();
}

/// Empty if the proof is valid.
std::string objection(const Program &program, const ReachabilityProof &proof,
                      smt::Backend solver = smt::Backend::CaDiCaL) {
  support::Cancellation cancellation;
  return proof::check(program, proof, {.solver = solver}, cancellation).message;
}

void expectProofsOf(const Program &program, const std::string &description) {
  for (const Options &options : lazyConfigurations())
    if (const auto proof = prove(program, options)) {
      EXPECT_EQ(objection(program, *proof), "") << description;
    }
}

void expectProof(const std::string &text, PropertySet properties = {Property::UnreachCall}) {
  const Program program = compile(text, properties);
  const auto proof = prove(program);
  ASSERT_TRUE(proof) << text;
  EXPECT_EQ(objection(program, *proof, smt::Backend::Z3), "") << text;
  EXPECT_EQ(objection(program, *proof), "") << text;
}

} // namespace

TEST(LazyProof, PassesForFlags) { expectProof(flags); }

TEST(LazyProof, PassesForMutexes) { expectProof(guarded); }

TEST(LazyProof, PassesForLoopsWithoutBound) {
  expectProof("int x; void *w(void *a) { while (1) { x = 1; x = 0; } return a; }\n"
              "int main(void) { start(w, 0); while (1) { int t = x; check(t == 0 || t == 1); } }\n");
}

TEST(LazyProof, PassesForLocalLoops) {
  expectProof("int x; void *w(void *a) { int t = 0; for (int i = 0; i < 4; i++) t = t + 2; x = t; return a; }\n"
              "int main(void) { pthread_t a = start(w, 0); join(a); check(x == 8); return 0; }\n");
}

TEST(LazyProof, PassesForArraysAndIndices) {
  expectProof("int v[4], i, j; void *w(void *a) { v[i] = 1; return a; }\n"
              "int main(void) { i = __VERIFIER_nondet_int(); j = __VERIFIER_nondet_int();\n"
              "  if (i < 0 || i > 3 || j < 0 || j > 3 || i == j) return 0;\n"
              "  pthread_t a = start(w, 0); v[j] = 2; join(a); check(v[j] == 2); return 0; }\n");
}

TEST(LazyProof, PassesForTheHeap) {
  expectProof("int main(void) { int *p = malloc(4), *q = malloc(4); *p = 1; *q = 2; check(*p == 1); free(p); free(q);\n"
              "  return 0; }\n",
              {Property::UnreachCall, Property::ValidDeref, Property::ValidFree});
}

TEST(LazyProof, PassesForResultsOfThreads) {
  expectProof("int x; void *w(void *a) { return a; }\n"
              "int main(void) { void *r = 0; pthread_t t = start(w, &x); pthread_join(t, &r); check(r == &x);\n"
              "  return 0; }\n");
}

TEST(LazyProof, PassesForDetachedThreads) {
  expectProof("int x; void *w(void *a) { x = 1; return a; }\n"
              "int main(void) { pthread_t t = start(w, 0); pthread_detach(t); check(x == 0 || x == 1); return 0; }\n");
}

TEST(LazyProof, PassesForInputsAndAssumptions) {
  expectProof("int x; void *w(void *a) { int i = __VERIFIER_nondet_int(); __VERIFIER_assume(i > 3 && i < 9); x = i;\n"
              "  return a; }\n"
              "int main(void) { pthread_t t = start(w, 0); join(t); check(x > 3); return 0; }\n");
}

TEST(LazyProof, PassesForAtomicBlocks) {
  expectProof("int x, y; void *w(void *a) { __VERIFIER_atomic_begin(); x++; y++; __VERIFIER_atomic_end(); return a; }\n"
              "int main(void) { pthread_t t = start(w, 0), u = start(w, 0); __VERIFIER_atomic_begin(); check(x == y);\n"
              "  __VERIFIER_atomic_end(); join(t); join(u); return 0; }\n");
}

TEST(LazyProof, WithoutReductionPassesAsProofWithPersistentSets) {
  Options local;
  local.reduction = Options::Reduction::Local;
  const Program program =
      compile("int x, y; pthread_t a; void *w(void *p) { while (1) { x = 1; y = x; x = 0; } return p; }\n"
              "int main(void) { pthread_create(&a, 0, w, 0); while (1) { int t = y; check(t == 0 || t == 1); } }\n");
  ReachabilityProof proof = *prove(program, local);
  proof.reduction = proof::Reduction::Persistent;
  EXPECT_EQ(objection(program, proof), "");
}

TEST(LazyProof, IsCheckedByTheEngineOnRequest) {
  Options options;
  options.tree.checkProof = true;
  options.tree.writeProof = true;
  support::Cancellation cancellation;
  const Outcome outcome = engines::lazy::run({.program = compile(flags), .cancellation = cancellation}, options);
  EXPECT_EQ(outcome.verdict(), Verdict::True);
  EXPECT_NE(proofOf(outcome).proof.find("\nend "), std::string::npos) << proofOf(outcome).proof;
}

TEST(LazyProof, OfRandomProgramsPasses) {
  for (std::uint64_t seed = 0; seed < campaignSize(24); ++seed) {
    RandomProgramOptions kind;
    kind.loops = seed % 2 == 1;
    const PropertySet properties =
        seed % 3 == 0 ? PropertySet{Property::ValidDeref, Property::ValidFree} : PropertySet{Property::UnreachCall};
    const Program program = RandomProgram(seed, properties, kind).make();
    expectProofsOf(program, "seed " + std::to_string(seed));
  }
}

TEST(LazyProof, OfRandomCProgramsPasses) {
  const PropertySet properties{Property::UnreachCall};
  for (std::uint64_t seed = 0; seed < campaignSize(8); ++seed) {
    const std::string text = RandomCProgram(seed, properties).make();
    const Program program = compile(text, properties);
    expectProofsOf(program, "seed " + std::to_string(seed) + ":\n" + text);
  }
}

// The checker must reject a proof from which a necessary part has been removed.

TEST(LazyProof, FailsWithWeakerLabels) {
  const Program program = compile(guarded);
  const ReachabilityProof whole = *prove(program);
  unsigned rejected = 0;
  unsigned tried = 0;
  for (NodeId node = 0; node < whole.nodes.size(); node += 3) {
    if (whole.nodes[node].label.empty() || whole.nodes[node].coveredBy != proof::noNode)
      continue;
    ReachabilityProof weaker = whole;
    weaker.nodes[node].label.clear();
    ++tried;
    rejected += objection(program, weaker).empty() ? 0 : 1;
  }
  EXPECT_GT(tried, 0U);
  EXPECT_GT(rejected, tried / 2);
}

TEST(LazyProof, FailsWithAStrongerRoot) {
  const Program program = compile(flags);
  ReachabilityProof proof = *prove(program);
  proof.nodes[0].label.push_back(proof.pool->boolean(false));
  EXPECT_NE(objection(program, proof).find("the initial state does not satisfy"), std::string::npos);
}

TEST(LazyProof, FailsWithoutAChild) {
  const Program program = compile(flags);
  const ReachabilityProof whole = *prove(program);
  for (NodeId node = 0; node < whole.nodes.size(); ++node)
    if (!whole.nodes[node].children.empty()) {
      ReachabilityProof less = whole;
      less.nodes[node].children.pop_back();
      EXPECT_NE(objection(program, less), "") << "node " << node;
    }
}

TEST(LazyProof, FailsWithAnInvalidCover) {
  const Program program = compile(guarded);
  const ReachabilityProof whole = *prove(program);
  unsigned tried = 0;
  for (NodeId node = 0; node < whole.nodes.size(); ++node)
    for (NodeId by = 0; by < node; ++by)
      if (whole.nodes[node].control != whole.nodes[by].control && tried < 20) {
        ReachabilityProof claimed = whole;
        claimed.nodes[node].coveredBy = by;
        ++tried;
        EXPECT_NE(objection(program, claimed), "") << node << " by " << by;
      }
}

TEST(LazyProof, FailsIfNodesCoverEachOther) {
  const Program program = compile(flags);
  ReachabilityProof proof = *prove(program);
  for (proof::Node &node : proof.nodes)
    if (node.coveredBy != proof::noNode) {
      proof.nodes[node.coveredBy].coveredBy = static_cast<NodeId>(&node - proof.nodes.data());
      EXPECT_NE(objection(program, proof).find("covered itself"), std::string::npos);
      return;
    }
}

TEST(LazyProof, FailsIfAThreadIsNotExpanded) {
  const Program program = compile(flags);
  const ReachabilityProof whole = *prove(program);
  unsigned rejected = 0;
  for (NodeId node = 0; node < whole.nodes.size(); ++node)
    if (whole.nodes[node].children.size() > 1) {
      ReachabilityProof less = whole;
      less.nodes[node].expanded.assign(less.nodes[node].expanded.size(), false);
      rejected += objection(program, less).empty() ? 0 : 1;
    }
  EXPECT_GT(rejected, 0U);
}

TEST(LazyProof, FailsWithoutCoverExpansion) {
  unsigned rejected = 0;
  for (const char *name : {"cover_expansion.c", "cover_expansion_other_branch.c", "cover_expansion_other_order.c"}) {
    const Program program = load(name);
    if (const auto claimed = prove(program, {}, {.noCoverExpansion = true})) {
      EXPECT_NE(objection(program, *claimed), "") << name;
      ++rejected;
    }
  }
  EXPECT_GT(rejected, 0U);
}

} // namespace heddle::testing
