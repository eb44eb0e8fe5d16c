// Values on paths, also when queries alternate between branches of the tree.
#include "reachability/path_values.hpp"

#include <gtest/gtest.h>

namespace heddle::reachability {

namespace {

class Values : public ::testing::Test {
protected:
  NodeId add(NodeId parent, std::vector<std::pair<Expr, Expr>> assigned) {
    Node node;
    node.parent = parent;
    node.depth = parent == noNode ? 0 : tree[parent].depth + 1;
    for (const auto &[variable, value] : assigned)
      node.values.emplace_back(variable->index, value);
    return tree.add(std::move(node));
  }
  Expr number(std::uint64_t value) { return pool.constant(value, 32); }
  static void update(Transition &transition, const Update &update) { transition.updates.push_back(update); }

  program::ExprPool pool;
  StateVariables variables{pool};
  Expr x = variables.ofCell(1, 0, 4);
  Expr y = variables.ofCell(2, 0, 4);
  Expr p = variables.ofCell(3, 0, 8);
  Expr input = variables.ofInput(0, 0, 32);
  Expr symbol = variables.newSymbol(32);
  Tree tree{pool};
  PathValues values{tree, pool};
  NodeId root = add(noNode, {{x, number(1)}});
};

TEST_F(Values, AreThoseOfTheNearestAssignment) {
  const NodeId child = add(root, {});
  const NodeId grandchild = add(child, {{x, number(5)}});

  EXPECT_EQ(values.at(child, x), number(1));
  EXPECT_EQ(values.at(grandchild, x), number(5));
}

TEST_F(Values, OfVariablesThatWereNeverAssignedAreTheVariables) { EXPECT_EQ(values.at(root, y), y); }

TEST_F(Values, OfABranchAreNotSeenInTheOther) {
  const NodeId left = add(root, {{x, number(5)}, {y, number(6)}});
  const NodeId right = add(root, {});

  EXPECT_EQ(values.at(left, y), number(6));
  EXPECT_EQ(values.at(right, y), y);
  EXPECT_EQ(values.at(right, x), number(1));
  EXPECT_EQ(values.at(left, x), number(5));
}

TEST_F(Values, AreRightInAnyOrderOfQuestions) {
  std::vector<NodeId> line{root};
  for (unsigned i = 1; i < 10; ++i)
    line.push_back(add(line.back(), {{x, number(i * 10)}}));
  const NodeId other = add(line[4], {{x, number(7)}});
  for (const unsigned i : {9U, 1U, 5U, 4U, 8U, 2U}) {
    EXPECT_EQ(values.at(line[i], x), number(i * 10));
    EXPECT_EQ(values.at(other, x), number(7));
  }
}

TEST_F(Values, OfFormulasAreSimplified) {
  EXPECT_TRUE(values.at(root, pool.eq(pool.add(x, number(2)), number(3)))->isTrue());
}

TEST_F(Values, KeepTheSymbolsOfThePath) {
  const NodeId child = add(root, {{x, pool.add(symbol, number(1))}});
  EXPECT_EQ(values.at(child, pool.add(x, number(1))), pool.add(symbol, number(2)));
}

TEST_F(Values, OfInputsAreTheGivenOnes) {
  const std::vector<std::pair<Expr, Expr>> symbols{{input, symbol}};
  EXPECT_EQ(values.at(root, pool.add(x, input), symbols), pool.add(number(1), symbol));
}

TEST_F(Values, AreAssignedAllAtOnce) {
  Transition exchange;
  update(exchange, {.variable = x, .value = y});
  update(exchange, {.variable = y, .value = x});

  const auto assigned = values.assigned(root, exchange, {});

  ASSERT_EQ(assigned.size(), 2U);
  EXPECT_EQ(assigned[0], std::pair(x->index, y));
  EXPECT_EQ(assigned[1], std::pair(y->index, number(1)));
}

TEST_F(Values, AreNotAssignedWhereTheAddressIsAnother) {
  const NodeId child = add(root, {{p, pool.constant(100, 64)}});
  Transition store;
  update(store, {.variable = x, .value = number(8), .address = p, .place = 100});
  update(store, {.variable = y, .value = number(9), .address = p, .place = 200});

  const auto assigned = values.assigned(child, store, {});

  ASSERT_EQ(assigned.size(), 1U);
  EXPECT_EQ(assigned[0], std::pair(x->index, number(8)));
}

TEST_F(Values, AreAssignedEverywhereIfTheAddressIsNotKnown) {
  Transition store;
  update(store, {.variable = x, .value = number(8), .address = p, .place = 100});
  update(store, {.variable = y, .value = number(9), .address = p, .place = 200});
  EXPECT_EQ(values.assigned(root, store, {}).size(), 2U);
}

} // namespace

} // namespace heddle::reachability
