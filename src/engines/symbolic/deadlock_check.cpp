// Deadlocks. Within the unwinding, every thread runs as far as it can: it terminates, is stopped by an assumption,
// takes a side exit, or waits because an attempt fails. If every failing attempt is *final*, that is, made after
// everything else, and no thread takes a side exit or ends the program, then the execution ends in a state in which no
// thread can step.
//
// A thread that was stopped by an assumption could have continued had the assumption held, and the interpreter does not
// report a deadlock beside it. Executions with such threads are asked for only if there are no others, and the answer
// is then unknown.
#include "engines/symbolic/check.hpp"

#include <algorithm>

namespace heddle::engines::symbolic {

struct Check::DeadlockQuery {
  Literal deadlock; // a thread waits, and no thread can step
  Literal noStops;  // no thread was stopped
};

Check::DeadlockQuery Check::encodeDeadlock(Expr waits) {
  program::ExprPool &pool = *unwound_.pool;
  std::vector<Expr> conditions;
  for (const events::Wait &wait : unwound_.waits) {
    conditions.push_back(wait.waits);
    if (wait.released != nullptr)
      conditions.push_back(wait.released);
  }
  Expr stops = pool.boolean(false);
  for (const events::Thread &thread : unwound_.threads)
    for (const Expr stop : thread.stops)
      stops = pool.disjunction(stops, stop);
  Expr nothingElse = pool.boolean(true);
  for (const events::UnwoundProgram::End &end : unwound_.ends)
    nothingElse = pool.conjunction(nothingElse, pool.negate(end.guard));
  for (const events::SideExit &sideExit : unwound_.sideExits)
    nothingElse = pool.conjunction(nothingElse, pool.negate(sideExit.condition));
  conditions.insert(conditions.end(), {waits, stops, nothingElse});
  abstraction_.encode(conditions);

  const Literal deadlock = solver_->newLiteral();
  solver_->addClause({-deadlock, abstraction_.literalOf(waits)});
  solver_->addClause({-deadlock, abstraction_.literalOf(nothingElse)});
  for (const events::Wait &wait : unwound_.waits) {
    const Literal here = abstraction_.literalOf(wait.waits);
    if (wait.released != nullptr)
      solver_->addClause({-deadlock, -here, -abstraction_.literalOf(wait.released)});
    if (wait.isVisible) // a join fails for another reason if its thread is detached later
      orderLast(wait, deadlock, here);
  }
  return {deadlock, -abstraction_.literalOf(stops)};
}

Check::Result Check::findDeadlocks() {
  Expr waits = unwound_.pool->boolean(false);
  for (const events::Wait &wait : unwound_.waits)
    waits = unwound_.pool->disjunction(waits, wait.waits);
  records_.answered.insert(Query::Deadlocks);
  if (waits->isFalse())
    return std::nullopt;
  const auto [deadlock, noStops] = counted([&] { return encodeDeadlock(waits); });
  const Schedulable answer = ask({deadlock, noStops});
  if (answer.kind == Schedulable::Kind::Unknown)
    return cancelledOrGivenUp(context_.cancellation);
  if (answer.kind == Schedulable::Kind::No) {
    const Schedulable stoppedThreads = ask({deadlock});
    if (stoppedThreads.kind == Schedulable::Kind::Unknown)
      return cancelledOrGivenUp(context_.cancellation);
    if (stoppedThreads.kind == Schedulable::Kind::Yes)
      return Unknown{Unknown::Kind::Incomplete,
                     "a thread waits while an assumption, or undefined behaviour, has stopped another one"};
    forbid(deadlock);
    return std::nullopt;
  }
  const auto waitingThreads = [&] {
    std::vector<events::ThreadId> threads;
    for (const events::Wait &wait : unwound_.waits)
      if (solver_->value(wait.waits) != 0)
        threads.push_back(unwound_.nodes[wait.node].thread);
    return threads;
  };
  return execute({deadlock, noStops}, [] { return NodeId{0}; }, waitingThreads);
}

/// In a deadlock, everything that could make the attempt succeed has happened before it.
void Check::orderLast(const events::Wait &wait, Literal deadlock, Literal here) {
  for (const Abstraction::Write &write : abstraction_.writes()) {
    const events::CellWrite &what = cells_.writes[write.write];
    if (what.node == 0 || what.node == wait.node || unwound_.order.precedes(what.node, wait.node))
      continue;
    const bool isRead =
        std::any_of(abstraction_.reads().begin(), abstraction_.reads().end(), [&](const Abstraction::Read &read) {
          return cells_.reads[read.read].node == wait.node && cells_.reads[read.read].cell == what.cell;
        });
    if (!isRead)
      continue;
    const Literal all = solver_->newLiteral();
    solver_->addClause({-deadlock, -here, -write.guard, all});
    solver_->addClause({-all, deadlock});
    solver_->addClause({-all, here});
    solver_->addClause({-all, write.guard});
    if (unwound_.order.precedes(wait.node, what.node))
      solver_->addClause({-all});
    else
      abstraction_.addEdge(what.node, wait.node, all);
  }
}

} // namespace heddle::engines::symbolic
