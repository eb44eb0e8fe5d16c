// Transitions of small programs, and the values after them.
#include "path_builder.hpp"
#include "properties.hpp"
#include "sample_programs.hpp"

namespace heddle::testing {

namespace {

using Kind = Transition::Kind;
using Kinds = std::vector<Kind>;

/// One thread, which ends the program after the actions that the test adds.
class MainOnly : public ProgramBuilder {
public:
  explicit MainOnly(PropertySet properties = assertions) : main(cfa("main")), line(main.fromEntry()) {
    program.properties = properties;
  }
  PathBuilder paths() {
    line.endProgram();
    return PathBuilder(std::move(program));
  }
  Expr number(std::uint64_t value) { return constant(value, 32); }

  CfaBuilder main;
  Line line;
};

/// main starts one thread, which writes x; the test adds further actions of main.
class MainAndWorker : public ThreadedProgram {
public:
  explicit MainAndWorker(PropertySet properties = assertions)
      : ThreadedProgram(properties), x(global("x", 4)), worker(thread("worker")), handle(main.pointer("handle")),
        line(main.fromEntry()) {
    worker.fromEntry().store(address(x), number(1)).endThread(word(5));
    line.spawn(handle, worker.id(), word(0));
  }
  PathBuilder paths() {
    line.endProgram();
    return PathBuilder(std::move(program));
  }

  ObjectId x;
  CfaBuilder worker;
  RegisterId handle;
  Line line;
};

TEST(Semantics, InitialValuesAreThoseOfGlobals) {
  MainOnly build;
  const ObjectId x = build.global("x", {7, 1, 0, 0});
  build.line.load(build.main.reg("r", 32), build.address(x));
  PathBuilder paths = build.paths();
  EXPECT_EQ(paths.values.at(paths.root, paths.cell(x)), paths.pool.constant(263, 32));
}

TEST(Semantics, AssignsWhatIsStored) {
  MainOnly build;
  const ObjectId x = build.global("x", 4);
  build.line.store(build.address(x), build.number(3));
  PathBuilder paths = build.paths();
  EXPECT_TRUE(paths.holds(paths.step(paths.root, 0), paths.cellIs(x, 3)));
}

TEST(Semantics, ReadsPartsOfWhatWasStored) {
  MainOnly build;
  const ObjectId x = build.global("x", 4);
  const ObjectId y = build.global("y", 1);
  const RegisterId r = build.main.reg("r", 8);
  build.line.store(build.address(x), build.number(0x01020304)).load(r, build.address(x, 2));
  build.line.store(build.address(y), build.main.use(r));
  PathBuilder paths = build.paths();
  EXPECT_TRUE(paths.holds(paths.steps(paths.root, {0, 0, 0}), paths.is(paths.cell(y, 0, 1), 2)));
}

TEST(Semantics, EndsWithTheProgram) {
  PathBuilder paths = MainOnly().paths();
  EXPECT_EQ(paths.possibleKinds(paths.root, 0), Kinds{Kind::End});
}

TEST(Semantics, GivesANewThreadTheLowestFreeHandle) {
  MainAndWorker build;
  build.line.join(build.main.use(build.handle));
  const RegisterId handle = build.handle;
  PathBuilder paths = build.paths();

  const NodeId node = paths.step(paths.root, 0);

  ASSERT_EQ(paths.control(node).threads.size(), 2U);
  EXPECT_TRUE(paths.control(node).threads[1].isActive());
  EXPECT_TRUE(paths.holds(node, paths.is(paths.variables.ofRegister(0, 0, handle, 64), 2)));
}

TEST(Semantics, GivesANewThreadItsArgument) {
  MainAndWorker build;
  const ObjectId y = build.global("y", 8);
  CfaBuilder other = build.thread("other");
  other.fromEntry().store(build.address(y), other.use(other.argument())).endThread();
  build.line.spawn(build.main.pointer("h"), other.id(), build.word(17));
  PathBuilder paths = build.paths();
  EXPECT_TRUE(paths.holds(paths.steps(paths.root, {0, 0, 2}), paths.is(paths.cell(y, 0, 8), 17)));
}

TEST(Semantics, JoinsWaitForTheEnd) {
  MainAndWorker build;
  build.line.join(build.main.use(build.handle));
  PathBuilder paths = build.paths();
  const NodeId started = paths.step(paths.root, 0);

  EXPECT_TRUE(paths.possible(started, 0).empty());
  EXPECT_EQ(paths.possibleKinds(paths.step(started, 1), 0), Kinds{Kind::Step});
}

TEST(Semantics, JoinsTakeTheResultAndFreeTheSlot) {
  MainAndWorker build;
  const ObjectId y = build.global("y", 8);
  const RegisterId result = build.main.pointer("result");
  build.line.join(build.main.use(build.handle), result).store(build.address(y), build.main.use(result));
  PathBuilder paths = build.paths();

  const NodeId joined = paths.steps(paths.root, {0, 1, 0});

  EXPECT_EQ(paths.control(joined).threads.size(), 1U);
  EXPECT_TRUE(paths.holds(paths.step(joined, 0), paths.is(paths.cell(y, 0, 8), 5)));
}

TEST(Semantics, InvalidJoinsStopTheThread) {
  MainAndWorker build;
  build.line.join(build.word(9));
  PathBuilder paths = build.paths();
  EXPECT_EQ(paths.possibleKinds(paths.step(paths.root, 0), 0), Kinds{Kind::Stop});
}

TEST(Semantics, InvalidJoinsViolateLockDiscipline) {
  MainAndWorker build({Property::LockDiscipline});
  build.line.join(build.word(9));
  PathBuilder paths = build.paths();
  EXPECT_EQ(paths.possibleKinds(paths.step(paths.root, 0), 0), Kinds{Kind::Violation});
}

TEST(Semantics, DetachedThreadsFreeTheirSlotAtTheEnd) {
  MainAndWorker build;
  build.line.action({Detach{build.main.use(build.handle)}});
  PathBuilder paths = build.paths();

  const NodeId detached = paths.step(paths.root, 0);

  ASSERT_EQ(paths.control(detached).threads.size(), 2U);
  EXPECT_TRUE(paths.control(detached).threads[1].detached);
  EXPECT_EQ(paths.control(paths.step(detached, 1)).threads.size(), 1U);
}

TEST(Semantics, DetachedThreadsCannotBeJoined) {
  MainAndWorker build({Property::LockDiscipline});
  build.line.action({Detach{build.main.use(build.handle)}}).join(build.main.use(build.handle));
  PathBuilder paths = build.paths();
  EXPECT_EQ(paths.possibleKinds(paths.step(paths.root, 0), 0), Kinds{Kind::Violation});
}

TEST(Semantics, HaltsAtTooManyThreads) {
  MainAndWorker build;
  build.line.endProgram();
  PathBuilder paths(std::move(build.program), Interpolants::WeakestPreconditions, 1);
  EXPECT_EQ(paths.possibleKinds(paths.root, 0), Kinds{Kind::Halt});
}

/// A pointer to a, which is 1, or to b, which is 2, depending on an input.
class TwoTargets : public MainOnly {
public:
  TwoTargets()
      : a(global("a", {1, 0, 0, 0})), b(global("b", {2, 0, 0, 0})), x(global("x", 4)), pointer(main.pointer("p")) {
    const RegisterId choice = main.reg("choice", 1);
    line.havoc(choice).assign(pointer, pool().ite(main.use(choice), address(a), address(b)));
  }
  ObjectId a;
  ObjectId b;
  ObjectId x;
  RegisterId pointer;
};

TEST(Semantics, LoadsThroughAPointerWithTwoTargets) {
  TwoTargets build;
  const RegisterId r = build.main.reg("r", 32);
  build.line.load(r, build.main.use(build.pointer)).store(build.address(build.x), build.main.use(r));
  const ObjectId x = build.x;
  PathBuilder paths = build.paths();

  const NodeId ready = paths.step(paths.root, 0);
  const NodeId node = paths.steps(ready, {0, 0});

  EXPECT_EQ(paths.possible(ready, 0).front()->addresses.size(), 1U);
  EXPECT_TRUE(paths.holds(node, paths.pool.disjunction(paths.cellIs(x, 1), paths.cellIs(x, 2))));
  EXPECT_TRUE(paths.mayHold(node, paths.cellIs(x, 1)));
  EXPECT_TRUE(paths.mayHold(node, paths.cellIs(x, 2)));
}

TEST(Semantics, StoresThroughAPointerWithTwoTargets) {
  TwoTargets build;
  build.line.store(build.main.use(build.pointer), build.number(7));
  // Memory that is never read need not be modelled, so both objects are read.
  build.line.load(build.main.reg("r", 32), build.address(build.a))
      .load(build.main.reg("s", 32), build.address(build.b));
  const ObjectId a = build.a;
  const ObjectId b = build.b;
  PathBuilder paths = build.paths();

  const NodeId node = paths.steps(paths.root, {0, 0});

  const Expr onlyA = paths.pool.conjunction(paths.cellIs(a, 7), paths.cellIs(b, 2));
  const Expr onlyB = paths.pool.conjunction(paths.cellIs(a, 1), paths.cellIs(b, 7));
  EXPECT_TRUE(paths.holds(node, paths.pool.disjunction(onlyA, onlyB)));
  EXPECT_TRUE(paths.mayHold(node, onlyA));
  EXPECT_TRUE(paths.mayHold(node, onlyB));
}

TEST(Semantics, ViolatesNothingInsideOfTargets) {
  TwoTargets build;
  build.program.properties = {Property::ValidDeref};
  build.line.store(build.main.use(build.pointer), build.number(7));
  PathBuilder paths = build.paths();
  EXPECT_EQ(paths.possibleKinds(paths.step(paths.root, 0), 0), Kinds{Kind::Step});
}

/// main, with a pointer to an object that it has allocated.
class OneObject : public MainOnly {
public:
  explicit OneObject(PropertySet properties, bool zeroed = false)
      : MainOnly(properties), pointer(main.pointer("p")), x(global("x", 4)), y(global("y", 4)) {
    line.allocate(pointer, site("malloc"), 4, zeroed);
  }
  Expr object() { return main.use(pointer); }
  /// Reads the object twice, into x and y.
  void readTwice() {
    for (const ObjectId target : {x, y}) {
      const RegisterId r = main.reg("r", 32);
      line.load(r, object()).store(address(target), main.use(r));
    }
  }
  RegisterId pointer;
  ObjectId x;
  ObjectId y;
};

TEST(Semantics, EndsTheLifeOfFreedObjects) {
  OneObject build(pointers);
  build.line.release(build.object());
  PathBuilder paths = build.paths();

  const NodeId made = paths.step(paths.root, 0);
  const NodeId freed = paths.step(made, 0);

  ASSERT_EQ(paths.control(made).objects.size(), 1U);
  EXPECT_TRUE(paths.control(made).objects[0].alive);
  ASSERT_EQ(paths.control(freed).objects.size(), 1U);
  EXPECT_FALSE(paths.control(freed).objects[0].alive);
}

TEST(Semantics, ViolatesValidDerefAfterFree) {
  OneObject build(pointers);
  build.line.release(build.object()).store(build.object(), build.number(1));
  PathBuilder paths = build.paths();
  const std::vector<const Transition *> possible = paths.possible(paths.steps(paths.root, {0, 0}), 0);
  ASSERT_EQ(possible.size(), 1U);
  EXPECT_EQ(possible[0]->kind, Kind::Violation);
  EXPECT_EQ(possible[0]->property, Property::ValidDeref);
}

TEST(Semantics, ViolatesValidFreeAtTheSecondFree) {
  OneObject build(pointers);
  build.line.release(build.object()).release(build.object());
  PathBuilder paths = build.paths();
  const std::vector<const Transition *> possible = paths.possible(paths.steps(paths.root, {0, 0}), 0);
  ASSERT_EQ(possible.size(), 1U);
  EXPECT_EQ(possible[0]->kind, Kind::Violation);
  EXPECT_EQ(possible[0]->property, Property::ValidFree);
}

TEST(Semantics, FreesNullWithoutEffect) {
  OneObject build(pointers);
  build.line.release(build.word(0));
  PathBuilder paths = build.paths();
  EXPECT_TRUE(paths.control(paths.steps(paths.root, {0, 0})).objects[0].alive);
}

TEST(Semantics, ChoosesUninitialisedMemoryOnce) {
  OneObject build(pointers);
  build.readTwice();
  const ObjectId x = build.x;
  const ObjectId y = build.y;
  PathBuilder paths = build.paths();

  const NodeId node = paths.steps(paths.root, {0, 0, 0, 0, 0});

  EXPECT_TRUE(paths.holds(node, paths.pool.eq(paths.cell(x), paths.cell(y))));
  EXPECT_TRUE(paths.mayHold(node, paths.cellIs(x, 0)));
  EXPECT_TRUE(paths.mayHold(node, paths.cellIs(x, 12345)));
}

TEST(Semantics, ZeroesMemoryIfAsked) {
  OneObject build(pointers, true);
  build.readTwice();
  const ObjectId x = build.x;
  PathBuilder paths = build.paths();
  EXPECT_TRUE(paths.holds(paths.steps(paths.root, {0, 0, 0}), paths.cellIs(x, 0)));
}

TEST(Semantics, KeepsUninitialisedGlobalsOpen) {
  MainOnly build;
  const ObjectId x = build.global("x", 4);
  build.program.objects[x].initial.reset();
  build.line.load(build.main.reg("r", 32), build.address(x));
  PathBuilder paths = build.paths();
  ASSERT_EQ(paths.semantics.initialState().contents.size(), 1U);
  EXPECT_TRUE(paths.mayHold(paths.root, paths.cellIs(x, 0)));
  EXPECT_TRUE(paths.mayHold(paths.root, paths.cellIs(x, 9)));
}

TEST(Semantics, KeepsInputsInTheirRange) {
  MainOnly build;
  const ObjectId x = build.global("x", 4);
  const RegisterId r = build.main.reg("r", 32);
  build.line.action({Havoc{r, 3, 5, InputKind::Nondet, "input"}}).store(build.address(x), build.main.use(r));
  PathBuilder paths = build.paths();

  const NodeId node = paths.step(paths.step(paths.root, 0), 0);

  EXPECT_TRUE(paths.mayHold(node, paths.cellIs(x, 3)));
  EXPECT_TRUE(paths.mayHold(node, paths.cellIs(x, 5)));
  EXPECT_FALSE(paths.mayHold(node, paths.cellIs(x, 2)));
  EXPECT_FALSE(paths.mayHold(node, paths.cellIs(x, 6)));
}

TEST(Semantics, ViolatesACheckOrContinues) {
  MainOnly build;
  const RegisterId r = build.main.reg("r", 32);
  build.line.action({Havoc{r, 0, 5, InputKind::Nondet, "input", true}});
  build.line.check(build.pool().eq(build.main.use(r), build.number(2)));
  PathBuilder paths = build.paths();
  EXPECT_EQ(paths.possibleKinds(paths.take(paths.root, 0), 0), (Kinds{Kind::Violation, Kind::Step}));
}

TEST(Semantics, StopsTheThreadWhoseAssumptionFails) {
  MainOnly build;
  const ObjectId x = build.global("x", 4);
  const RegisterId r = build.main.reg("r", 32);
  build.line.load(r, build.address(x)).assume(build.pool().eq(build.main.use(r), build.number(1)));
  PathBuilder paths = build.paths();

  const NodeId node = paths.take(paths.root, 0);
  const std::vector<const Transition *> possible = paths.possible(node, 0);

  ASSERT_EQ(possible.size(), 1U);
  EXPECT_EQ(possible[0]->kind, Kind::Stop);
  EXPECT_EQ(paths.semantics.control(possible[0]->target).threads[0].status, ThreadStatus::Stopped);
}

TEST(Semantics, DiscardsAtomicBlocksWhoseAssumptionFails) {
  MainOnly build;
  const ObjectId x = build.global("x", 4);
  const RegisterId r = build.main.reg("r", 32);
  build.line.beginAtomic().load(r, build.address(x));
  build.line.endAtomic().assume(build.pool().eq(build.main.use(r), build.number(1)));
  PathBuilder paths = build.paths();
  EXPECT_TRUE(paths.possible(paths.take(paths.take(paths.root, 0), 0), 0).empty());
}

TEST(Semantics, RunsAtomicBlocksToTheirEnd) {
  MainAndWorker build;
  const ObjectId y = build.global("y", 4);
  build.line.beginAtomic().store(build.address(y), build.number(1));
  build.line.endAtomic().store(build.address(y), build.number(2));
  PathBuilder paths = build.paths();

  const NodeId inside = paths.take(paths.take(paths.step(paths.root, 0), 0), 0);

  EXPECT_EQ(paths.running(inside), 0U);
  EXPECT_EQ(paths.running(paths.take(inside, 0)), Control::noSlot);
}

TEST(Semantics, HaltsWhereAnAtomicBlockWaitsInItsMiddle) {
  MainOnly build;
  const ObjectId x = build.global("x", 4);
  const RegisterId r = build.main.reg("r", 32);
  build.line.beginAtomic().load(r, build.address(x));
  build.line.endAtomic().guard(build.pool().eq(build.main.use(r), build.number(1)));
  PathBuilder paths = build.paths();
  EXPECT_EQ(paths.possibleKinds(paths.take(paths.take(paths.root, 0), 0), 0), Kinds{Kind::Halt});
}

TEST(Semantics, BlocksAThreadWhoseGuardFails) {
  MainOnly build;
  const ObjectId x = build.global("x", 4);
  const RegisterId r = build.main.reg("r", 32);
  build.line.action({Load{r, build.address(x), 32, {}}, Guard{build.pool().eq(build.main.use(r), build.number(1))}});
  PathBuilder paths = build.paths();
  EXPECT_TRUE(paths.possible(paths.root, 0).empty());
}

TEST(Semantics, StopsAThreadThatWaitsForItself) {
  MainOnly build;
  const ObjectId x = build.global("x", 4);
  const RegisterId r = build.main.reg("r", 32);
  build.line.load(r, build.address(x)).guard(build.pool().eq(build.main.use(r), build.number(1)));
  PathBuilder paths = build.paths();
  EXPECT_EQ(paths.possibleKinds(paths.take(paths.root, 0), 0), Kinds{Kind::Stop});
}

TEST(Semantics, RestsWhereLocalWorkIsNotEnabledButVisibleWorkMayBe) {
  MainOnly build;
  const ObjectId x = build.global("x", 4);
  const RegisterId r = build.main.reg("r", 32);
  build.line.load(r, build.address(x));
  Line visible = build.main.from(build.line.here());
  build.line.guard(build.pool().eq(build.main.use(r), build.number(1)));
  visible.store(build.address(x), build.number(1)).endProgram();
  PathBuilder paths = build.paths();

  const NodeId node = paths.step(paths.root, 0);

  EXPECT_EQ(paths.tree[node].via->action, Transition::noAction);
  EXPECT_TRUE(paths.control(node).threads[0].resting);
  EXPECT_EQ(paths.possibleKinds(node, 0), Kinds{Kind::Step});
}

TEST(Semantics, AsksForNoInputAfterAGuardThatFails) {
  MainOnly build;
  const ObjectId x = build.global("x", 4);
  const RegisterId r = build.main.reg("r", 32);
  const RegisterId input = build.main.reg("input", 32);
  build.line.load(r, build.address(x));
  Line visible = build.main.from(build.line.here());
  build.line.action(
      {Guard{build.pool().eq(build.main.use(r), build.number(1))}, Havoc{input, 0, 5, InputKind::Nondet, "input"}});
  build.line.store(build.address(x), build.main.use(input));
  visible.store(build.address(x), build.number(1)).endProgram();
  PathBuilder paths = build.paths();

  const NodeId node = paths.step(paths.root, 0);

  ASSERT_EQ(paths.tree[node].via->action, Transition::noAction);
  EXPECT_TRUE(paths.tree[node].via->inputs.empty());
}

TEST(Semantics, InterruptsEndlessLocalLoops) {
  MainAndWorker build;
  const RegisterId r = build.main.reg("r", 32);
  const LocationId head = build.line.here();
  build.line.actionTo(head, {Assign{r, build.main.plus(r, 1)}});
  PathBuilder paths(std::move(build.program));

  const NodeId started = paths.step(paths.root, 0);
  const NodeId again = paths.take(started, 0);

  EXPECT_EQ(paths.running(started), Control::noSlot) << "no other thread waits for the end of the loop";
  EXPECT_EQ(paths.tree[again].control, paths.tree[started].control);
  EXPECT_TRUE(paths.tree[again].via->closesLoop);
  EXPECT_EQ(paths.possibleKinds(again, 1), Kinds{Kind::Step});
}

} // namespace

} // namespace heddle::testing
