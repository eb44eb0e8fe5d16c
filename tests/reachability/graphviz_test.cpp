// Drawings of trees: the nodes, what they say, and what is left out.
#include "path_builder.hpp"
#include "reachability/graphviz.hpp"
#include "sample_programs.hpp"

#include <gtest/gtest.h>

namespace heddle::testing {

namespace {

/// main writes x twice; the tree is its path, with labels `x == 1` and `x == 2`.
struct Drawing {
  ThreadedProgram build{{Property::UnreachCall}};
  ObjectId x = build.global("x", 4);
  std::optional<PathBuilder> paths;
  NodeId first = noNode;
  NodeId second = noNode;

  Drawing() {
    Line line = build.main.fromEntry();
    line.store(build.address(x), build.number(1)).store(build.address(x), build.number(2));
    line.load(build.main.reg("r", 32), build.address(x)).endProgram();
    paths.emplace(std::move(build.program));
    first = paths->step(paths->root, 0);
    second = paths->step(first, 0);
    paths->labels->establish(first, paths->cellIs(x, 1));
    paths->labels->establish(second, paths->cellIs(x, 2));
  }

  std::string text(const GraphvizOptions &options = {}) { return toGraphviz(paths->tree, paths->semantics, options); }
  std::string edge(NodeId from, NodeId to) const { return "n" + std::to_string(from) + " -> n" + std::to_string(to); }
};

bool contains(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

/// The line that begins with the given text, after its indentation.
std::string lineOf(const std::string &text, const std::string &begin) {
  const std::size_t at = text.find("  " + begin);
  return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
}

TEST(TreeGraphviz, ShowsControlLocationsAndLabels) {
  Drawing drawing;
  const std::string text = drawing.text();
  EXPECT_EQ(text.rfind("digraph tree {\n", 0), 0U) << text;
  EXPECT_TRUE(contains(lineOf(text, "n" + std::to_string(drawing.first) + " ["), "main: ")) << text;
  EXPECT_TRUE(contains(lineOf(text, "n" + std::to_string(drawing.first) + " ["), "x == 1")) << text;
  EXPECT_TRUE(contains(lineOf(text, "n" + std::to_string(drawing.second) + " ["), "x == 2")) << text;
  EXPECT_TRUE(contains(lineOf(text, drawing.edge(drawing.first, drawing.second)), "main: ")) << text;
  EXPECT_FALSE(contains(text, "truncated")) << text;
  EXPECT_FALSE(contains(text, "red")) << text;
}

TEST(TreeGraphviz, DrawsCoversAsDashedEdges) {
  Drawing drawing;
  drawing.paths->tree.cover(drawing.second, drawing.first);
  const std::string text = drawing.text();
  EXPECT_TRUE(contains(lineOf(text, drawing.edge(drawing.second, drawing.first)), "style=dashed")) << text;
}

TEST(TreeGraphviz, HighlightsTheErrorPath) {
  Drawing drawing;
  const std::string text = drawing.text({.error = drawing.first});
  EXPECT_TRUE(contains(lineOf(text, "n" + std::to_string(drawing.first) + " ["), "color=red")) << text;
  EXPECT_FALSE(contains(lineOf(text, "n" + std::to_string(drawing.second) + " ["), "color=red")) << text;
}

TEST(TreeGraphviz, SaysThatNodesAreLeftOut) {
  Drawing drawing;
  const std::string text = drawing.text({.maxNodes = 1});
  EXPECT_TRUE(contains(text, "truncated: 2 of 3 nodes are not drawn")) << text;
  EXPECT_FALSE(contains(text, "->")) << text;
}

TEST(TreeGraphviz, ShortensLabels) {
  Drawing drawing;
  const std::string text = drawing.text({.maxConjuncts = 0});
  EXPECT_TRUE(contains(text, "... 1 more conjuncts")) << text;
  EXPECT_FALSE(contains(text, "x == 1")) << text;
}

} // namespace

} // namespace heddle::testing
