#include "engines/symbolic/execution_graph.hpp"

#include "interpreter/execution.hpp"
#include "sample_programs.hpp"

#include <gtest/gtest.h>

namespace heddle::engines::symbolic {
namespace {

interpreter::Schedule violatingSchedule(const program::Program &program) {
  for (std::uint64_t seed = 0;; ++seed)
    if (const interpreter::Trace trace = interpreter::runRandom(program, seed, 1000); trace.violation)
      return trace.schedule;
}

TEST(ExecutionGraph, ShowsThreadsStepsAndReadFroms) {
  const program::Program program = testing::lostUpdate();
  const auto graph = executionAsGraphviz(program, violatingSchedule(program));
  ASSERT_TRUE(graph);
  EXPECT_TRUE(graph->starts_with("digraph")) << *graph;
  EXPECT_NE(graph->find("T1"), std::string::npos) << *graph;
  EXPECT_NE(graph->find("T2"), std::string::npos) << *graph;
  EXPECT_NE(graph->find("rf "), std::string::npos) << *graph;
}

TEST(ExecutionGraph, AScheduleThatDoesNotFitIsAnError) {
  interpreter::Schedule schedule;
  schedule.steps = {17};
  EXPECT_FALSE(executionAsGraphviz(testing::lostUpdate(), schedule));
}

} // namespace
} // namespace heddle::engines::symbolic
