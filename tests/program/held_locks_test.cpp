// Which automata may end while they hold locks: a lock is matched by an unlock of the same address, on every path.
#include "program/held_locks.hpp"

#include <gtest/gtest.h>

namespace heddle::program {
namespace {

class HeldLocks : public testing::Test {
protected:
  ExprPool pool;
  Expr m = pool.constant(0x100, 64);
  Expr n = pool.constant(0x200, 64);
  Expr field = pool.make(ExprKind::Add, pool.reg(0, 64), pool.constant(8, 64)); // of the object at register 0

  struct Edge {
    Edge(LocationId source, LocationId target, Operation operation) : from(source), to(target), operations{operation} {}
    Edge(LocationId source, LocationId target, std::vector<Operation> list)
        : from(source), to(target), operations(std::move(list)) {}
    LocationId from;
    LocationId to;
    std::vector<Operation> operations;
  };
  static Operation sync(SyncKind kind, Expr object) { return Sync{kind, object}; }
  Operation lock(Expr object) const { return sync(SyncKind::Lock, object); }
  Operation unlock(Expr object) const { return sync(SyncKind::Unlock, object); }
  Operation nothing() const { return sync(SyncKind::SemPost, m); }
  Expr isFree(RegisterId word) { return pool.eq(pool.reg(word, 32), pool.constant(0, 32)); }
  Operation end() { return EndThread{pool.constant(0, 64)}; }

  /// Of a thread function with these edges, from location 0. Main starts it.
  static bool mayEndWithLocks(const std::vector<Edge> &edges) {
    Program program;
    program.cfas.resize(2);
    for (Cfa &cfa : program.cfas)
      cfa.addLocation({});
    Cfa &main = program.cfas[0];
    main.addLocation({});
    Action start{};
    start.from = 0;
    start.to = 1;
    start.instructions.push_back({Spawn{0, 1, nullptr}, {}});
    main.addAction(std::move(start));
    Cfa &cfa = program.cfas[1];
    for (const Edge &edge : edges) {
      while (cfa.locations.size() <= std::max(edge.from, edge.to))
        cfa.addLocation({});
      Action action{};
      action.from = edge.from;
      action.to = edge.to;
      for (const Operation &operation : edge.operations)
        action.instructions.push_back({operation, {}});
      cfa.addAction(std::move(action));
    }
    const std::vector<bool> result = program::mayEndWithLocks(program);
    EXPECT_FALSE(result[0]);
    return result[1];
  }
};

TEST_F(HeldLocks, AnUnlockMatchesALock) {
  EXPECT_FALSE(mayEndWithLocks({{0, 1, lock(m)}, {1, 2, unlock(m)}, {2, 3, end()}}));
  EXPECT_TRUE(mayEndWithLocks({{0, 1, lock(m)}, {1, 2, end()}}));
}

TEST_F(HeldLocks, AnotherLockIsNotMatched) {
  EXPECT_TRUE(mayEndWithLocks({{0, 1, lock(m)}, {1, 2, unlock(n)}, {2, 3, end()}}));
  EXPECT_TRUE(mayEndWithLocks({{0, 1, unlock(n)}, {1, 2, lock(m)}, {2, 3, end()}}));
}

TEST_F(HeldLocks, ReadWriteLocksCount) {
  EXPECT_TRUE(mayEndWithLocks({{0, 1, sync(SyncKind::ReadLock, m)}, {1, 2, end()}}));
  EXPECT_TRUE(mayEndWithLocks({{0, 1, sync(SyncKind::WriteLock, m)}, {1, 2, end()}}));
  EXPECT_TRUE(mayEndWithLocks({{0, 1, sync(SyncKind::TryLock, m)}, {1, 2, end()}}));
  EXPECT_FALSE(
      mayEndWithLocks({{0, 1, sync(SyncKind::ReadLock, m)}, {1, 2, sync(SyncKind::RwUnlock, m)}, {2, 3, end()}}));
}

TEST_F(HeldLocks, RecursiveLocksAreCounted) {
  EXPECT_FALSE(
      mayEndWithLocks({{0, 1, lock(m)}, {1, 2, lock(m)}, {2, 3, unlock(m)}, {3, 4, unlock(m)}, {4, 5, end()}}));
  EXPECT_TRUE(mayEndWithLocks({{0, 1, lock(m)}, {1, 2, lock(m)}, {2, 3, unlock(m)}, {3, 4, end()}}));
}

TEST_F(HeldLocks, EveryPathCounts) {
  EXPECT_TRUE(mayEndWithLocks({{0, 1, lock(m)}, {1, 2, unlock(m)}, {1, 2, nothing()}, {2, 3, end()}}));
  EXPECT_FALSE(mayEndWithLocks({{0, 1, lock(m)}, {0, 1, nothing()}, {1, 2, unlock(m)}, {2, 3, end()}}));
}

TEST_F(HeldLocks, ALoopOfLocksHasAFixedPoint) {
  EXPECT_TRUE(mayEndWithLocks({{0, 0, lock(m)}, {0, 1, unlock(m)}, {1, 2, end()}}));
  EXPECT_FALSE(mayEndWithLocks({{0, 1, lock(m)}, {1, 0, unlock(m)}, {0, 2, end()}}));
}

TEST_F(HeldLocks, AnAddressLastsUntilItsRegisterIsAssigned) {
  const Operation assign = Assign{0, m};
  const Operation other = Assign{1, m};
  EXPECT_FALSE(mayEndWithLocks({{0, 1, lock(field)}, {1, 2, other}, {2, 3, unlock(field)}, {3, 4, end()}}));
  EXPECT_TRUE(mayEndWithLocks({{0, 1, lock(field)}, {1, 2, assign}, {2, 3, unlock(field)}, {3, 4, end()}}));
}

TEST_F(HeldLocks, AFreeLockIsHeldOnceOrAsBeforeAWait) {
  const std::vector<Operation> take{Load{1, m, 32, {}}, Guard{isFree(1)}, lock(m)};
  EXPECT_FALSE(mayEndWithLocks({{0, 1, lock(m)}, {1, 2, take}, {2, 1, nothing()}, {2, 3, unlock(m)}, {3, 4, end()}}));
  EXPECT_TRUE(mayEndWithLocks({{0, 1, lock(m)}, {1, 2, take}, {2, 3, end()}}));
  EXPECT_TRUE(mayEndWithLocks({{0, 1, take}, {1, 2, end()}})); // a mutex that it did not hold
  EXPECT_TRUE(mayEndWithLocks({{0, 1, lock(m)}, {1, 2, lock(m)}, {2, 3, take}, {3, 4, unlock(m)}, {4, 5, end()}}));
}

TEST_F(HeldLocks, TheGuardMustBeAboutTheLockInTheSameBlock) {
  const auto afterOther = [&](const Operation &load, const Operation &guard, const Operation &between) {
    const std::vector<Operation> take{load, guard, between, lock(m)};
    return mayEndWithLocks({{0, 1, lock(m)}, {1, 2, take}, {2, 3, unlock(m)}, {3, 4, end()}});
  };
  const Operation load = Load{1, m, 32, {}};
  const Operation isZero = Guard{isFree(1)};
  EXPECT_FALSE(afterOther(load, isZero, nothing()));
  EXPECT_TRUE(afterOther(Load{1, n, 32, {}}, isZero, nothing()));
  EXPECT_TRUE(afterOther(load, Guard{isFree(2)}, nothing()));
  EXPECT_TRUE(afterOther(load, isZero, Store{m, pool.constant(1, 32), {}}));
  EXPECT_TRUE(afterOther(load, isZero, Assign{1, m}));
  // Another thread may run before the lock.
  EXPECT_TRUE(mayEndWithLocks({{0, 1, lock(m)},
                               {1, 2, std::vector<Operation>{load, isZero}},
                               {2, 3, lock(m)},
                               {3, 4, unlock(m)},
                               {4, 5, end()}}));
}

} // namespace
} // namespace heddle::program
