// Both interpolators, on hand-written transitions and on random paths of random programs.
//
// The labels that proofs leave on a path must be a sequence interpolant: the first label holds initially, and each
// label together with its transition entails the next.
#include "path_builder.hpp"
#include "properties.hpp"
#include "random_programs.hpp"

#include <random>

namespace heddle::testing {

namespace {

class BothInterpolators : public ::testing::TestWithParam<Interpolants> {};

INSTANTIATE_TEST_SUITE_P(Interpolation, BothInterpolators,
                         ::testing::Values(Interpolants::WeakestPreconditions, Interpolants::Facts),
                         [](const auto &instance) {
                           return instance.param == Interpolants::Facts ? "Facts" : "WeakestPreconditions";
                         });

/// Initially x is 1 and y is 2; the test adds the actions of main.
class Straight : public ThreadedProgram {
public:
  Straight()
      : ThreadedProgram(assertions), x(global("x", {1, 0, 0, 0})), y(global("y", {2, 0, 0, 0})),
        line(main.fromEntry()) {}

  PathBuilder paths(Interpolants interpolants) {
    line.endProgram();
    return PathBuilder(std::move(program), interpolants);
  }
  /// to := from + number
  void assign(ObjectId to, ObjectId from, std::uint64_t summand) {
    const RegisterId r = main.reg("r", 32);
    line.action({Load{r, address(from), 32, {}}, Store{address(to), main.plus(r, summand), {}}});
  }
  /// to := any number up to `high`
  void choose(ObjectId to, std::uint64_t high) {
    const RegisterId r = main.reg("r", 32);
    line.action({Havoc{r, 0, high, InputKind::Nondet, "input"}, Store{address(to), main.use(r), {}}});
  }

  ObjectId x;
  ObjectId y;
  Line line;
};

TEST_P(BothInterpolators, EstablishWhatAssignmentsMakeTrue) {
  Straight build;
  build.assign(build.x, build.y, 1);
  build.assign(build.y, build.x, 0);
  const ObjectId x = build.x;
  const ObjectId y = build.y;
  PathBuilder paths = build.paths(GetParam());
  const NodeId node = paths.steps(paths.root, {0, 0});
  const Expr areEqual = paths.pool.eq(paths.cell(x), paths.cell(y));

  EXPECT_TRUE(paths.labels->establish(node, areEqual));

  EXPECT_TRUE(paths.tree.hasConjunct(node, areEqual));
  EXPECT_EQ(paths.complaintAbout(node), "");
}

TEST_P(BothInterpolators, DoNotEstablishWhatIsFalse) {
  Straight build;
  build.assign(build.x, build.y, 1);
  const ObjectId x = build.x;
  PathBuilder paths = build.paths(GetParam());
  const NodeId node = paths.step(paths.root, 0);

  EXPECT_FALSE(paths.labels->establish(node, paths.cellIs(x, 4)));

  EXPECT_TRUE(paths.tree[node].label.empty());
  EXPECT_TRUE(paths.tree[paths.root].label.empty());
}

TEST_P(BothInterpolators, EstablishWhatRangesOfInputsMakeTrue) {
  Straight build;
  build.choose(build.x, 5);
  build.assign(build.y, build.x, 1);
  const ObjectId y = build.y;
  PathBuilder paths = build.paths(GetParam());
  const NodeId node = paths.steps(paths.root, {0, 0});
  const Expr atMost6 = paths.pool.make(program::ExprKind::Ule, paths.cell(y), paths.pool.constant(6, 32));
  const Expr atMost5 = paths.pool.make(program::ExprKind::Ule, paths.cell(y), paths.pool.constant(5, 32));

  EXPECT_TRUE(paths.labels->establish(node, atMost6));
  EXPECT_FALSE(paths.labels->establish(node, atMost5));

  EXPECT_EQ(paths.complaintAbout(node), "");
}

TEST_P(BothInterpolators, EstablishThatTwoVariablesHoldTheSameInput) {
  Straight build;
  build.choose(build.x, 0xffffffff);
  build.assign(build.y, build.x, 0);
  const ObjectId x = build.x;
  const ObjectId y = build.y;
  PathBuilder paths = build.paths(GetParam());
  const NodeId node = paths.steps(paths.root, {0, 0});

  EXPECT_TRUE(paths.labels->establish(node, paths.pool.eq(paths.cell(x), paths.cell(y))));

  EXPECT_EQ(paths.complaintAbout(node), "");
}

TEST_P(BothInterpolators, SayWhereAPointerPointsTo) {
  Straight build;
  const ObjectId pointer = build.global("pointer", 8);
  const RegisterId p = build.main.pointer("p");
  build.line.store(build.address(pointer), build.address(build.x)).load(p, build.address(pointer));
  build.line.store(build.main.use(p), build.number(7));
  build.line.store(build.address(pointer), build.address(build.y)); // so that the analysis does not know the target
  build.assign(build.x, build.y, 0);
  const ObjectId x = build.x;
  PathBuilder paths = build.paths(GetParam());
  const NodeId loaded = paths.steps(paths.root, {0, 0});
  const NodeId stored = paths.step(loaded, 0);

  EXPECT_TRUE(paths.labels->establish(stored, paths.cellIs(x, 7)));

  EXPECT_FALSE(paths.tree[loaded].label.empty());
  EXPECT_EQ(paths.complaintAbout(stored), "");
}

TEST_P(BothInterpolators, RefuteATransitionThatThePathExcludes) {
  Straight build;
  build.choose(build.x, 5);
  build.assign(build.y, build.x, 1);
  const RegisterId r = build.main.reg("r", 32);
  build.line.action(
      {Load{r, build.address(build.y), 32, {}}, Guard{build.pool().eq(build.main.use(r), build.number(9))}});
  PathBuilder paths = build.paths(GetParam());
  const NodeId node = paths.steps(paths.root, {0, 0});
  const Transition &impossible = paths.semantics.successors(paths.tree[node].control, 0).front();
  const Edge edge{node, &impossible, {}};

  EXPECT_TRUE(paths.labels->refute(edge, paths.conditionsOf(node, impossible, {})));

  EXPECT_TRUE(paths.interpolator->isInductive(edge, paths.tree[node].label, paths.pool.boolean(false)));
  EXPECT_EQ(paths.complaintAbout(node), "");
}

TEST_P(BothInterpolators, DoNotRefuteATransitionThatThePathAllows) {
  Straight build;
  build.choose(build.x, 5);
  const RegisterId r = build.main.reg("r", 32);
  build.line.action(
      {Load{r, build.address(build.x), 32, {}}, Guard{build.pool().eq(build.main.use(r), build.number(5))}});
  PathBuilder paths = build.paths(GetParam());
  const NodeId node = paths.step(paths.root, 0);
  const Transition &allowed = paths.semantics.successors(paths.tree[node].control, 0).front();
  EXPECT_FALSE(paths.labels->refute({node, &allowed, {}}, paths.conditionsOf(node, allowed, {})));
  EXPECT_TRUE(paths.tree[node].label.empty());
}

TEST(WeakestPreconditions, AskForTheLeast) {
  Straight build;
  build.assign(build.x, build.y, 1);
  const ObjectId x = build.x;
  const ObjectId y = build.y;
  PathBuilder paths = build.paths(Interpolants::WeakestPreconditions);
  const NodeId node = paths.step(paths.root, 0);
  const Expr four = paths.pool.constant(4, 32);

  EXPECT_TRUE(paths.labels->establish(node, paths.pool.make(program::ExprKind::Ult, paths.cell(x), four)));

  ASSERT_EQ(paths.tree[paths.root].label.size(), 1U);
  const Expr next = paths.pool.add(paths.cell(y), paths.pool.constant(1, 32));
  EXPECT_EQ(paths.tree[paths.root].label.front(), paths.pool.make(program::ExprKind::Ult, next, four));
}

TEST(PathFacts, AreEquationsOfThePath) {
  Straight build;
  build.assign(build.x, build.y, 1);
  const ObjectId x = build.x;
  const ObjectId y = build.y;
  PathBuilder paths = build.paths(Interpolants::Facts);
  const NodeId node = paths.step(paths.root, 0);

  EXPECT_TRUE(paths.labels->establish(
      node, paths.pool.make(program::ExprKind::Ult, paths.cell(x), paths.pool.constant(4, 32))));

  EXPECT_EQ(paths.tree[paths.root].label, std::vector<Expr>{paths.cellIs(y, 2)});
}

TEST(IsInductive, IsFalseIfTheFormulaDoesNotFollow) {
  Straight build;
  build.assign(build.x, build.y, 1);
  const ObjectId x = build.x;
  const ObjectId y = build.y;
  PathBuilder paths = build.paths(Interpolants::WeakestPreconditions);
  const NodeId node = paths.step(paths.root, 0);
  const Edge edge{paths.root, paths.tree[node].via, {}};
  const std::vector<Expr> right{paths.cellIs(y, 2)};
  const std::vector<Expr> wrong{paths.cellIs(x, 3)};

  EXPECT_TRUE(paths.interpolator->isInductive(edge, right, paths.cellIs(x, 3)));
  EXPECT_FALSE(paths.interpolator->isInductive(edge, wrong, paths.cellIs(x, 3)));
  EXPECT_FALSE(paths.interpolator->isInductive(edge, {}, paths.cellIs(x, 3)));
}

/// A random path: each randomly chosen transition is refuted or followed, and now and then a formula about a variable
/// is established. Two interpolators must give the same answers.
class RandomPath {
public:
  RandomPath(std::uint64_t seed, PropertySet properties, const RandomProgramOptions &options, Interpolants interpolants)
      : paths_(RandomProgram(seed, properties, options).make(), interpolants), random_(seed) {}

  void walk(unsigned length) {
    NodeId node = paths_.root;
    for (unsigned i = 0; i < length; ++i) {
      const Transition *transition = draw(node);
      if (transition == nullptr)
        break;
      if (below(3) == 0)
        askSomething(node);
      const PathBuilder::Symbols symbols = paths_.symbolsFor(*transition);
      const Edge edge{node, transition, symbols};
      const bool refuted = paths_.labels->refute(edge, paths_.conditionsOf(node, *transition, symbols));
      answers_ += refuted ? 'r' : '.';
      if (refuted && !paths_.interpolator->isInductive(edge, paths_.tree[node].label, paths_.pool.boolean(false)))
        complaints_ += "a refuted transition is not excluded by the label; ";
      if (!refuted && transition->kind == Transition::Kind::Step)
        node = paths_.follow(node, *transition, symbols);
    }
    complaints_ += paths_.complaintAbout(node);
  }

  const std::string &answers() const { return answers_; }
  const std::string &complaints() const { return complaints_; }

private:
  unsigned below(std::size_t bound) { return static_cast<unsigned>(random_() % bound); }

  const Transition *draw(NodeId node) {
    const unsigned running = paths_.running(node);
    std::vector<const Transition *> all;
    for (unsigned slot = 0; slot < paths_.control(node).threads.size(); ++slot)
      if (running == Control::noSlot || slot == running)
        for (const Transition &transition : paths_.semantics.successors(paths_.tree[node].control, slot))
          all.push_back(&transition);
    return all.empty() ? nullptr : all[below(all.size())];
  }

  void askSomething(NodeId node) {
    ExprPool &pool = paths_.pool;
    // The objects 1 to 3 of random programs are variables of four bytes.
    const Expr variable = paths_.cell(1 + below(3));
    const Expr other = paths_.cell(1 + below(3));
    const Expr number = pool.constant(below(4), 32);
    const std::vector<Expr> formulas{pool.eq(variable, number), pool.ne(variable, number), pool.eq(variable, other),
                                     pool.make(program::ExprKind::Ule, variable, pool.add(other, number))};
    const bool holds = paths_.labels->establish(node, formulas[below(formulas.size())]);
    answers_ += holds ? 'T' : 'F';
  }

  PathBuilder paths_;
  std::mt19937_64 random_;
  std::string answers_;
  std::string complaints_;
};

void compareOnRandomPaths(PropertySet properties, const RandomProgramOptions &options) {
  const std::uint64_t seeds = campaignSize(60);
  std::string all;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    RandomPath weakest(seed, properties, options, Interpolants::WeakestPreconditions);
    RandomPath facts(seed, properties, options, Interpolants::Facts);

    weakest.walk(60);
    facts.walk(60);

    EXPECT_EQ(weakest.complaints(), "") << "weakest preconditions, seed " << seed;
    EXPECT_EQ(facts.complaints(), "") << "facts, seed " << seed;
    EXPECT_EQ(weakest.answers(), facts.answers()) << "seed " << seed;
    all += weakest.answers();
  }
  for (const char answer : {'r', '.', 'T', 'F'})
    EXPECT_GT(std::count(all.begin(), all.end(), answer), static_cast<std::ptrdiff_t>(seeds)) << answer;
}

TEST(InterpolationOnRandomPaths, GivesInductiveSequences) { compareOnRandomPaths(assertions, {}); }

TEST(InterpolationOnRandomPaths, GivesInductiveSequencesThroughLoops) {
  RandomProgramOptions options;
  options.loops = true;
  compareOnRandomPaths(assertions, options);
}

TEST(InterpolationOnRandomPaths, GivesInductiveSequencesThroughPointers) {
  compareOnRandomPaths({Property::ValidDeref, Property::ValidFree}, {});
}

} // namespace

} // namespace heddle::testing
