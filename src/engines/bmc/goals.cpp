#include "engines/bmc/goals.hpp"

namespace heddle::engines::bmc {

/// Threads are followed beyond the end of the program, because that costs less than stopping them everywhere.
void orderBeforeEnd(Abstraction &abstraction, const Goal &goal, Literal chosen) {
  const events::ProgramOrder &order = abstraction.program().order;
  smt::Solver &solver = abstraction.solver();
  for (const events::UnwoundProgram::End &end : abstraction.program().ends) {
    if (goal.node == end.node || order.precedes(goal.node, end.node))
      continue;
    const Literal ends = abstraction.literalOf(end.guard);
    if (order.precedes(end.node, goal.node)) {
      solver.addClause({-chosen, -ends});
      continue;
    }
    const Literal both = solver.newLiteral();
    solver.addClause({-chosen, -ends, both});
    solver.addClause({-both, chosen});
    solver.addClause({-both, ends});
    abstraction.addEdge(goal.node, end.node, both);
  }
}

EncodedGoals encodeGoals(Abstraction &abstraction, const std::vector<Goal> &goals) {
  const events::UnwoundProgram &program = abstraction.program();
  std::vector<Expr> conditions;
  bool endsMatter = false;
  for (const Goal &goal : goals) {
    conditions.push_back(goal.condition);
    for (const events::UnwoundProgram::End &end : program.ends)
      endsMatter = endsMatter || !program.order.precedes(goal.node, end.node);
  }
  if (endsMatter)
    for (const events::UnwoundProgram::End &end : program.ends)
      conditions.push_back(end.guard);
  abstraction.encode(conditions);

  smt::Solver &solver = abstraction.solver();
  EncodedGoals encoded;
  encoded.any = solver.newLiteral();
  std::vector<Literal> clause{-encoded.any};
  for (const Goal &goal : goals) {
    const Literal chosen = solver.newLiteral();
    solver.addClause({-chosen, abstraction.literalOf(goal.condition)});
    orderBeforeEnd(abstraction, goal, chosen);
    encoded.chosen.push_back(chosen);
    clause.push_back(chosen);
  }
  solver.addClause(clause);
  return encoded;
}

} // namespace heddle::engines::bmc
