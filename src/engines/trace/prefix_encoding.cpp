#include "engines/trace/prefix_encoding.hpp"

#include <algorithm>
#include <cassert>
#include <optional>

namespace heddle::engines::trace {

using events::NodeId;
using program::Expr;
using smt::Literal;

std::vector<Literal> PrefixEncoding::assumptions(std::size_t level) {
  if (orders_.empty())
    encodeOrder();
  std::vector<Literal> result(orders_.begin(), orders_.begin() + static_cast<std::ptrdiff_t>(level));
  for (std::size_t i = 1; i <= level; ++i)
    result.push_back(pathOf(i));
  return result;
}

Literal PrefixEncoding::orderOf(std::size_t level) {
  if (orders_.empty())
    encodeOrder();
  return orders_[level - 1];
}

std::size_t PrefixEncoding::highestInCore(std::size_t level) const {
  std::vector<Literal> core = check_.solver().core();
  std::sort(core.begin(), core.end());
  const auto isNeeded = [&](Literal literal) { return std::binary_search(core.begin(), core.end(), literal); };
  while (level > 0 && !isNeeded(orders_[level - 1]) && !isNeeded(taken_[level - 1]))
    --level;
  return level;
}

/// The literal of a step orders it before the next node of every thread. A thread in the middle of a removed idle round
/// has already read in the execution, so that the nodes that represent the round may come earlier: its order is fixed
/// when the round ends. The marks of a phantom that the level excludes, or an earlier one, do not count as next nodes:
/// they may come last in a thread that is joined in the prefix, and to order them after the join would be a
/// contradiction, which proves anything.
void PrefixEncoding::encodeOrder() {
  smt::Solver &solver = check_.solver();
  /// The progress of a thread.
  struct Position {
    ThreadIndex thread;
    NodeId node; // its last one
    bool isInRound = false;
  };
  std::vector<Position> positions;
  const auto add = [&](ThreadIndex thread) {
    if (nodes_.threadOf(thread) != 0)
      positions.push_back({thread, unwound_.threads[nodes_.threadOf(thread)].first});
  };
  const std::map<NodeId, std::size_t> excludedAt = levelsOfMarks();
  const auto nextAfter = [&](NodeId node, std::size_t level) {
    const auto isExcluded = [&](NodeId next) {
      const auto mark = excludedAt.find(next);
      return mark != excludedAt.end() && mark->second <= level;
    };
    do
      node = unwound_.order.next(node).value_or(0);
    while (node != 0 && isExcluded(node));
    return node;
  };
  add(0);
  NodeId latest = 0;
  orders_.push_back(solver.trueLiteral()); // always holds for main's first local work
  for (std::size_t i = 0; i < execution_.steps.size(); ++i) {
    const Step &step = execution_.steps[i];
    const Literal literal = solver.newLiteral();
    orders_.push_back(literal);
    std::for_each(step.starts.begin(), step.starts.end(), add);
    const bool endsRound = paths_.lastOfRound[i] == i;
    for (Position &position : positions)
      if (position.thread == step.thread) {
        position.isInRound = paths_.isRemoved(i) && !endsRound;
        position.node = nodes_.nodeOf(i) != 0 ? nodes_.nodeOf(i) : position.node;
      }
    if (nodes_.nodeOf(i) != 0)
      latest = nodes_.nodeOf(i);
    if (latest == 0 || (nodes_.nodeOf(i) == 0 && !endsRound))
      continue;
    for (const Position &position : positions) {
      if (position.isInRound || (endsRound && position.thread != step.thread))
        continue;
      const NodeId next = nextAfter(position.node, levelOf(i));
      if (next != 0 && next != latest && !unwound_.order.precedes(latest, next))
        check_.abstraction().addEdge(latest, next, literal);
    }
  }
}

/// By mark of a phantom: the level that fixes that the phantom is not entered.
std::map<NodeId, std::size_t> PrefixEncoding::levelsOfMarks() const {
  std::map<NodeId, std::size_t> levels;
  for (const events::Phantom &phantom : unwound_.phantoms) {
    const std::size_t level = deviationOf(unwound_, paths_, phantom.untaken).level;
    const std::optional<NodeId> after = unwound_.order.next(phantom.end); // where the thread continues
    assert(after && "a phantom has three marks");
    for (const NodeId mark : {phantom.begin, phantom.end, *after})
      levels.emplace(mark, level);
  }
  return levels;
}

/// What the step of the level does, or main's first local work, is what it did in the execution.
Literal PrefixEncoding::pathOf(std::size_t level) {
  taken_.resize(execution_.steps.size() + 1);
  Literal &literal = taken_[level - 1];
  if (literal != 0)
    return literal;
  program::ExprPool &pool = *unwound_.pool;
  Expr same = pool.boolean(true);
  if (execution_.inputs == 0) {
    // The order determines everything except whether attempts succeed.
    if (level >= 2 && nodes_.canWait(level - 2))
      same = unwound_.nodes[nodes_.nodeOf(level - 2)].executed;
    check_.abstraction().encode({same});
    literal = check_.abstraction().literalOf(same);
    return literal;
  }
  if (level == 1)
    same = reaches(0, level);
  else if (nodes_.nodeOf(level - 2) != 0) {
    same = reaches(execution_.steps[level - 2].thread, level);
    for (const ThreadIndex child : execution_.steps[level - 2].starts)
      same = pool.conjunction(same, reaches(child, level));
  }
  if (deviations_.empty())
    findDeviations();
  for (const Expr condition : deviations_[level])
    same = pool.conjunction(same, pool.negate(condition));
  check_.abstraction().encode({same});
  literal = check_.abstraction().literalOf(same);
  return literal;
}

void PrefixEncoding::findDeviations() {
  deviations_.resize(execution_.steps.size() + 2);
  const auto add = [this](const events::Untaken &untaken, Expr condition) {
    if (const std::size_t level = deviationOf(unwound_, paths_, untaken).level; level != none)
      deviations_[level].push_back(condition);
  };
  for (const events::SideExit &sideExit : unwound_.sideExits)
    if (sideExit.untaken)
      add(*sideExit.untaken, sideExit.condition);
  for (const events::Phantom &phantom : unwound_.phantoms)
    add(phantom.untaken, phantom.guard);
}

/// The thread takes its actions up to the level.
Expr PrefixEncoding::reaches(ThreadIndex thread, std::size_t level) const {
  program::ExprPool &pool = *unwound_.pool;
  const events::Thread &unwound = unwound_.threads[nodes_.threadOf(thread)];
  const auto end = std::upper_bound(paths_.levelAt[thread].begin(), paths_.levelAt[thread].end(), level);
  const auto position = static_cast<std::size_t>(end - paths_.levelAt[thread].begin());
  const bool stopsHere =
      contains(level == 1 ? execution_.stoppedInitially : execution_.steps[stepOf(level)].stopped, thread);
  if (!stopsHere && position < unwound.reached.size() && unwound.reached[position] != nullptr)
    return unwound.reached[position];
  Expr ends = pool.disjunction(unwound.ended, stops(thread));
  for (const events::UnwoundProgram::End &programEnd : unwound_.ends)
    if (unwound_.nodes[programEnd.node].thread == nodes_.threadOf(thread))
      ends = pool.disjunction(ends, programEnd.guard);
  return ends;
}

/// An assumption, or undefined behaviour, stops the thread.
Expr PrefixEncoding::stops(ThreadIndex thread) const {
  Expr result = unwound_.pool->boolean(false);
  if (nodes_.threadOf(thread) != 0)
    for (const Expr stop : unwound_.threads[nodes_.threadOf(thread)].stops)
      result = unwound_.pool->disjunction(result, stop);
  return result;
}

} // namespace heddle::engines::trace
