// Whether handles of joined or detached threads may be used: a handle is fresh from its Spawn to its Join or Detach.
#include "program/stale_handles.hpp"

#include <gtest/gtest.h>

namespace heddle::program {
namespace {

class StaleHandles : public testing::Test {
protected:
  static constexpr RegisterId first = 0;
  static constexpr RegisterId second = 1;
  static constexpr RegisterId place = 2;
  static constexpr RegisterId loaded = 3;

  Program program;

  StaleHandles() {
    program.cfas.resize(2);
    for (Cfa &cfa : program.cfas) {
      for (const char *name : {"first", "second", "place", "loaded"})
        cfa.addRegister({name, 64, unknownType, false});
      cfa.self = cfa.addRegister({"self", 32, unknownType, false});
      cfa.addLocation({});
    }
  }

  Expr use(RegisterId id) { return program.expressions->reg(id, 64); }
  Expr own() { return program.expressions->sext(program.expressions->reg(program.cfas[1].self, 32), 64); }
  Expr word(std::uint64_t value) { return program.expressions->constant(value, 64); }

  Operation spawn(RegisterId target) { return Spawn{target, 1, word(0)}; }
  Operation join(RegisterId handle) { return Join{use(handle), noRegister}; }
  Operation detach(RegisterId handle) { return Detach{use(handle)}; }
  Operation allocate() { return Allocate{place, word(8), Storage::Stack, false, 0}; }
  Operation store(RegisterId value) { return Store{use(place), use(value), {}}; }
  Operation load() { return Load{loaded, use(place), 64, {}}; }

  /// Appends a line of actions; `isLoop`: it leads back to its first location.
  void add(CfaId id, const std::vector<Operation> &operations, bool isLoop = false) {
    Cfa &cfa = program.cfas[id];
    const auto begin = static_cast<LocationId>(cfa.locations.size() - 1);
    LocationId from = begin;
    for (std::size_t i = 0; i < operations.size(); ++i) {
      const LocationId to = isLoop && i + 1 == operations.size() ? begin : cfa.addLocation({});
      Action action{};
      action.from = from;
      action.to = to;
      action.instructions.push_back({operations[i], {}});
      cfa.addAction(std::move(action));
      from = to;
    }
  }
};

TEST_F(StaleHandles, DoNotMatterIfNoThreadStartsAfterAJoin) {
  add(0, {spawn(first), spawn(second), join(first), join(first)});
  EXPECT_FALSE(mayStartAfterRelease(program));
  EXPECT_FALSE(mayUseReleasedHandles(program));
}

TEST_F(StaleHandles, AreNoticedIfJoinedAgain) {
  add(0, {spawn(first), join(first), spawn(second), join(first)});
  EXPECT_TRUE(mayUseReleasedHandles(program));
}

TEST_F(StaleHandles, AreNoticedIfJoinedAfterDetach) {
  add(0, {spawn(first), detach(first), spawn(second), join(first)});
  EXPECT_TRUE(mayUseReleasedHandles(program));
}

TEST_F(StaleHandles, DoNotOccurInALoopThatStartsAndJoins) {
  add(0, {spawn(first), spawn(second), join(second), join(first)}, true);
  EXPECT_TRUE(mayStartAfterRelease(program));
  EXPECT_FALSE(mayUseReleasedHandles(program));
}

TEST_F(StaleHandles, AreFollowedThroughPrivateMemory) {
  add(0, {allocate(), spawn(first), store(first), load(), join(loaded)}, true);
  EXPECT_FALSE(mayUseReleasedHandles(program));
}

TEST_F(StaleHandles, AreNotKnownInMemoryWhoseAddressIsPassedOn) {
  add(0, {allocate(), Assign{second, use(place)}, spawn(first), store(first), load(), join(loaded)}, true);
  EXPECT_TRUE(mayUseReleasedHandles(program));
}

TEST_F(StaleHandles, IncludeCopiesOfAJoinedHandle) {
  add(0, {spawn(first), Assign{second, use(first)}, join(first), join(second)}, true);
  EXPECT_TRUE(mayUseReleasedHandles(program));
}

TEST_F(StaleHandles, OfThreadsThatDetachThemselvesAreNotFresh) {
  add(1, {Detach{own()}});
  add(0, {spawn(first)}, true);
  EXPECT_FALSE(mayUseReleasedHandles(program));
  add(0, {join(first)});
  EXPECT_TRUE(mayUseReleasedHandles(program));
}

} // namespace
} // namespace heddle::program
