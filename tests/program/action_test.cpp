#include "program/action.hpp"

#include <gtest/gtest.h>

namespace heddle::program {
namespace {

class Operations : public testing::Test {
protected:
  ExprPool pool;
  Expr p = pool.reg(0, 64);
  Expr q = pool.reg(1, 64);

  static Access local() { return {MemoryOrder::Plain, false, false, false}; }
};

TEST_F(Operations, SharedAccessesAndThreadStructureAreVisible) {
  EXPECT_TRUE(isVisible(Operation{Load{2, p, 32, {}}}));
  EXPECT_TRUE(isVisible(Operation{Store{p, q, {}}}));
  EXPECT_TRUE(isVisible(Operation{Free{p, Storage::Heap, {}}}));
  EXPECT_TRUE(isVisible(Operation{Spawn{2, 0, p}}));
  EXPECT_TRUE(isVisible(Operation{Join{p, noRegister}}));
  EXPECT_TRUE(isVisible(Operation{EndProgram{}}));
  EXPECT_TRUE(isVisible(Operation{AtomicBegin{}}));
}

TEST_F(Operations, LocalWorkIsInvisible) {
  EXPECT_FALSE(isVisible(Operation{Load{2, p, 32, local()}}));
  EXPECT_FALSE(isVisible(Operation{Store{p, q, local()}}));
  EXPECT_FALSE(isVisible(Operation{Assign{2, p}}));
  EXPECT_FALSE(isVisible(Operation{EndThread{p}}));
  EXPECT_FALSE(isVisible(Operation{Sync{SyncKind::Lock, p}}));
}

TEST_F(Operations, AnInputIsVisibleOnlyWhereItIsMarkedSo) {
  Havoc input{2, 0, 1, InputKind::Nondet, "input"};
  EXPECT_FALSE(isVisible(Operation{input}));
  input.visible = true;
  EXPECT_TRUE(isVisible(Operation{input}));
}

TEST_F(Operations, AnActionIsVisibleIfOneOfItsOperationsIs) {
  Action action{0, 1, {{Assign{2, p}, {}}}};
  EXPECT_FALSE(isVisible(action));
  action.instructions.push_back({Store{p, q, {}}, {}});
  EXPECT_TRUE(isVisible(action));
}

TEST_F(Operations, WrittenRegisterIsTheTarget) {
  EXPECT_EQ(writtenRegister(Assign{2, p}), 2U);
  EXPECT_EQ(writtenRegister(Load{3, p, 32, {}}), 3U);
  EXPECT_EQ(writtenRegister(Join{p, 4}), 4U);
  EXPECT_EQ(writtenRegister(Join{p, noRegister}), noRegister);
  EXPECT_EQ(writtenRegister(Store{p, q, {}}), noRegister);
}

TEST_F(Operations, EveryExpressionIsVisited) {
  std::vector<Expr> seen;
  forEachExpression(Store{p, q, {}}, [&](Expr e) { seen.push_back(e); });
  EXPECT_EQ(seen, (std::vector<Expr>{p, q}));
  seen.clear();
  forEachExpression(Havoc{0, 0, 1, InputKind::Nondet, ""}, [&](Expr e) { seen.push_back(e); });
  EXPECT_TRUE(seen.empty());
}

TEST_F(Operations, MapReplacesInPlace) {
  Operation store = Store{p, q, {}};
  mapExpressions(store, [&](Expr e) { return e == p ? q : p; });
  EXPECT_EQ(std::get<Store>(store).address, q);
  EXPECT_EQ(std::get<Store>(store).value, p);
}

} // namespace
} // namespace heddle::program
