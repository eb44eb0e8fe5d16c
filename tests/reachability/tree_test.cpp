// The tree: ancestors, covers and labels.
#include "reachability/tree.hpp"

#include <gtest/gtest.h>

namespace heddle::reachability {

namespace {

class ReachabilityTree : public ::testing::Test {
protected:
  NodeId add(NodeId parent, ControlId control = 0) {
    Node node;
    node.parent = parent;
    node.control = control;
    node.depth = parent == noNode ? 0 : tree[parent].depth + 1;
    return tree.add(std::move(node));
  }
  Expr variable(program::RegisterId id) { return pool.reg(id, 1); }

  program::ExprPool pool;
  Tree tree{pool};
  // root - left - leftmost
  //      \ right
  NodeId root = add(noNode);
  NodeId left = add(root, 1);
  NodeId right = add(root, 1);
  NodeId leftmost = add(left, 2);
};

using Nodes = std::vector<NodeId>;

TEST_F(ReachabilityTree, KnowsAncestors) {
  EXPECT_TRUE(tree.isAncestor(root, leftmost));
  EXPECT_TRUE(tree.isAncestor(left, leftmost));
  EXPECT_TRUE(tree.isAncestor(left, left));
  EXPECT_FALSE(tree.isAncestor(right, leftmost));
  EXPECT_FALSE(tree.isAncestor(leftmost, left));
}

TEST_F(ReachabilityTree, FindsTheNearestCommonAncestor) {
  EXPECT_EQ(tree.nearestCommonAncestor(leftmost, right), root);
  EXPECT_EQ(tree.nearestCommonAncestor(right, leftmost), root);
  EXPECT_EQ(tree.nearestCommonAncestor(leftmost, left), left);
  EXPECT_EQ(tree.nearestCommonAncestor(left, left), left);
}

TEST_F(ReachabilityTree, GivesThePathFromTheRoot) { EXPECT_EQ(tree.pathTo(leftmost), (Nodes{root, left, leftmost})); }

TEST_F(ReachabilityTree, ListsNodesOfAControlLocationOldestFirst) {
  EXPECT_EQ(tree.at(1), (Nodes{left, right}));
  EXPECT_TRUE(tree.at(7).empty());
}

TEST_F(ReachabilityTree, VisitsANodeAndAllBelowIt) {
  Nodes visited;
  tree.forEachBelow(left, [&](NodeId node) { visited.push_back(node); });
  EXPECT_EQ(visited, (Nodes{left, leftmost}));
}

TEST_F(ReachabilityTree, CoversWhatIsBelowACoveredNode) {
  tree.cover(left, right);

  EXPECT_TRUE(tree.isCovered(left));
  EXPECT_TRUE(tree.isCovered(leftmost));
  EXPECT_FALSE(tree.isCovered(right));
  EXPECT_FALSE(tree.isCovered(root));
  EXPECT_EQ(tree[right].covers, Nodes{left});
}

TEST_F(ReachabilityTree, RemovesACover) {
  tree.cover(left, right);
  tree.uncover(left);

  EXPECT_FALSE(tree.isCovered(left));
  EXPECT_FALSE(tree.isCovered(leftmost));
  EXPECT_TRUE(tree[right].covers.empty());
}

TEST_F(ReachabilityTree, KeepsOtherCoversWhenOneIsRemoved) {
  const NodeId third = add(root, 1);
  tree.cover(third, left);
  tree.cover(right, left);
  tree.uncover(third);

  EXPECT_TRUE(tree.isCovered(right));
  EXPECT_EQ(tree[left].covers, Nodes{right});
}

TEST_F(ReachabilityTree, CanCoverANodeAgain) {
  tree.cover(right, left);
  tree.uncover(right);
  tree.cover(right, left);
  EXPECT_EQ(tree[right].coveredBy, left);
}

TEST_F(ReachabilityTree, RemovesANodeAndAllBelowIt) {
  EXPECT_TRUE(tree.remove(left).empty());

  EXPECT_TRUE(tree[left].isRemoved);
  EXPECT_TRUE(tree[leftmost].isRemoved);
  EXPECT_EQ(tree[root].children, Nodes{right});
  EXPECT_EQ(tree.at(1), Nodes{right});
  EXPECT_TRUE(tree.at(2).empty());
}

TEST_F(ReachabilityTree, ReturnsTheNodesThatARemovedNodeCovered) {
  const NodeId below = add(leftmost, 1);
  tree.cover(right, left);
  tree.cover(below, left);

  EXPECT_EQ(tree.remove(left), Nodes{right});
  EXPECT_FALSE(tree.isCovered(right));
}

TEST_F(ReachabilityTree, KeepsOtherCoversWhenACoveredNodeIsRemoved) {
  const NodeId third = add(root, 1);
  tree.cover(left, right);
  tree.cover(third, right);

  EXPECT_TRUE(tree.remove(left).empty());
  EXPECT_EQ(tree[right].covers, Nodes{third});
}

TEST_F(ReachabilityTree, AddsAConjunctOnce) {
  EXPECT_TRUE(tree.addConjunct(left, variable(0)));
  EXPECT_FALSE(tree.addConjunct(left, variable(0)));
  EXPECT_TRUE(tree.hasConjunct(left, variable(0)));
  EXPECT_FALSE(tree.hasConjunct(left, variable(1)));
  EXPECT_FALSE(tree.hasConjunct(right, variable(0)));
}

TEST_F(ReachabilityTree, SortsConjuncts) {
  const std::vector<Expr> ascending{variable(0), variable(1), variable(2)};
  for (const unsigned index : {1U, 2U, 0U})
    tree.addConjunct(left, ascending[index]);
  EXPECT_EQ(tree[left].label, ascending);
}

} // namespace

} // namespace heddle::reachability
