// The case study of the paper, section 5.1.
#include "configurations.hpp"
#include "engines/cegar/loop.hpp"

namespace heddle::testing {

namespace {

using analysis::Region;
using analysis::RegionSet;
using engines::cegar::Loop;
using reachability::NodeId;

const std::string caseStudy = R"(
int x, y;
void *thread(void *arg) {
  x = 2;
  y = 2;
  if (x > y)
    reach_error();
  return 0;
}
pthread_t t;
int main(void) {
  pthread_create(&t, 0, thread, 0);
  y = 1;
  pthread_exit(0);
}
)";

class CegarPaper : public ::testing::Test {
protected:
  CegarPaper() {
    options.domain = Options::Domain::Explicit;
    options.search = Options::Search::Depth;
    x = objectOf("x");
    y = objectOf("y");
  }

  program::ObjectId objectOf(const std::string &name) const {
    for (program::ObjectId id = 1; id < program.objects.size(); ++id)
      if (program.objects[id].name == name)
        return id;
    ADD_FAILURE() << "no object " << name;
    return 0;
  }

  /// Adds the object to the initial precision.
  void track(Loop &loop, program::ObjectId object) const {
    const program::Expr cell = loop.semantics().variables().ofCell(object, 0, 4);
    loop.precision().addVariable(loop.semantics().initialControl(), cell->index);
    loop.abstractor().restart();
  }

  /// As in the paper, every access to a global variable is a step, even if no other thread accesses it.
  Program program = compile(caseStudy, {Property::UnreachCall}, {.markLocalAccesses = false});
  Options options;
  support::Cancellation cancellation;
  Context context{.program = program, .cancellation = cancellation};
  program::ObjectId x = 0;
  program::ObjectId y = 0;
};

} // namespace

TEST_F(CegarPaper, TakesTwoIterationsFromXToXAndY) {
  Loop loop(context, options);
  track(loop, x);
  EXPECT_EQ(loop.precision().memory(), (RegionSet{Region::object(x, 0, 4)}));
  const Outcome outcome{.answer = loop.run()};
  EXPECT_EQ(outcome.verdict(), Verdict::False);
  EXPECT_EQ(loop.iterations(), 2U);
  EXPECT_EQ(loop.precision().memory(), (RegionSet{Region::object(y, 0, 4), Region::object(x, 0, 4)}));
  EXPECT_EQ(complaint(program, outcome), "");
}

TEST_F(CegarPaper, ExploresOneActionWithValiditySetYWhereBothAccessY) {
  Loop loop(context, options);
  track(loop, x);
  ASSERT_TRUE(loop.abstractor().explore()); // the first, spurious counterexample
  unsigned bothAccessY = 0;
  unsigned others = 0;
  for (NodeId id = 0; id < loop.abstractor().tree().size(); ++id) {
    const reachability::PersistentSets::Set &set = loop.abstractor().persistentSet(id);
    const auto members = std::count(set.threads.begin(), set.threads.end(), true);
    const reachability::Control &control = loop.semantics().control(loop.abstractor().tree()[id].control);
    const auto active = std::count_if(control.threads.begin(), control.threads.end(),
                                      [](const reachability::ThreadControl &thread) { return thread.isActive(); });
    if (members == 0 || active < 2)
      continue;
    EXPECT_EQ(members, 1) << "node " << id;
    if (set.validity.empty()) {
      ++others;
      continue;
    }
    EXPECT_EQ(set.validity, (RegionSet{Region::object(y, 0, 4)}));
    ++bothAccessY;
  }
  // The thread is closer to the error location than main. Hence it is expanded in s(1,1), where both write y, and in
  // the next state, where it reads y and main writes it.
  EXPECT_EQ(bothAccessY, 2U);
  EXPECT_GE(others, 1U);
}

TEST_F(CegarPaper, PersistentSetsThatIgnoreThePrecisionContainBothThreads) {
  options.reduction = Options::Reduction::Persistent;
  Loop loop(context, options);
  track(loop, x);
  ASSERT_TRUE(loop.abstractor().explore());
  bool containsBoth = false;
  for (NodeId id = 0; id < loop.abstractor().tree().size(); ++id) {
    const std::vector<bool> &threads = loop.abstractor().persistentSet(id).threads;
    containsBoth = containsBoth || std::count(threads.begin(), threads.end(), true) == 2;
  }
  EXPECT_TRUE(containsBoth);
}

} // namespace heddle::testing
