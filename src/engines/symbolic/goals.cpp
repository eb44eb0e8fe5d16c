#include "engines/symbolic/goals.hpp"

#include <algorithm>
#include <cassert>

namespace heddle::engines::symbolic {

namespace {

/// Threads are encoded beyond the end of the program, because that is cheaper than a condition on every event. Goals
/// must be reached before it.
void orderBeforeEnd(Abstraction &abstraction, NodeId node, Literal chosen) {
  const events::ProgramOrder &order = abstraction.program().order;
  smt::Solver &solver = abstraction.solver();
  for (const events::UnwoundProgram::End &end : abstraction.program().ends) {
    if (node == end.node || order.precedes(node, end.node))
      continue;
    const Literal ends = abstraction.literalOf(end.guard);
    if (order.precedes(end.node, node)) {
      solver.addClause({-chosen, -ends});
      continue;
    }
    const Literal both = solver.newLiteral();
    solver.addClause({-chosen, -ends, both});
    solver.addClause({-both, chosen});
    solver.addClause({-both, ends});
    abstraction.addEdge(node, end.node, both);
  }
}

} // namespace

std::size_t EncodedGoals::reached(smt::Solver &solver) const {
  const auto found = std::find_if(chosen.begin(), chosen.end(), [&](Literal literal) { return solver.value(literal); });
  assert(found != chosen.end() && "a model reaches one of the goals");
  return static_cast<std::size_t>(found - chosen.begin());
}

EncodedGoals encodeGoals(Abstraction &abstraction, const std::vector<Goal> &goals) {
  const events::UnwoundProgram &program = abstraction.program();
  const auto needsEnd = [&](const events::UnwoundProgram::End &end) {
    return std::any_of(goals.begin(), goals.end(), [&](const Goal &goal) {
      return std::any_of(goal.nodes.begin(), goal.nodes.end(),
                         [&](NodeId node) { return !program.order.precedes(node, end.node); });
    });
  };
  std::vector<Expr> conditions;
  for (const Goal &goal : goals)
    conditions.push_back(goal.condition);
  for (const events::UnwoundProgram::End &end : program.ends)
    if (needsEnd(end))
      conditions.push_back(end.guard);
  abstraction.encode(conditions);

  smt::Solver &solver = abstraction.solver();
  EncodedGoals encoded;
  encoded.any = solver.newLiteral();
  std::vector<Literal> clause{-encoded.any};
  for (const Goal &goal : goals) {
    const Literal chosen = solver.newLiteral();
    solver.addClause({-chosen, abstraction.literalOf(goal.condition)});
    for (const NodeId node : goal.nodes)
      orderBeforeEnd(abstraction, node, chosen);
    encoded.chosen.push_back(chosen);
    clause.push_back(chosen);
  }
  solver.addClause(clause);
  return encoded;
}

} // namespace heddle::engines::symbolic
