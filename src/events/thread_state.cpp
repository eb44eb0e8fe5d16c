#include "events/thread_state.hpp"

#include <algorithm>

namespace heddle::events {

using program::ExprKind;

void ThreadState::noteEffect() {
  for (LoopPosition &loop : loops)
    loop.effects = true;
}

void ThreadState::closeNode() {
  open = false;
  wrote = false;
  cache.clear();
}

void ThreadState::withdrawChild(program::ExprPool &pool, ThreadId thread, Expr condition) {
  for (Child &child : children)
    if (child.thread == thread)
      child.available = pool.conjunction(child.available, pool.negate(condition));
}

namespace {

/// A condition that holds if the path of `into` was taken and fails if that of `other` was. Of guards g ∧ c and g ∧ ¬c,
/// c alone tells the paths apart.
Expr distinguish(program::ExprPool &pool, Expr into, Expr other) {
  Expr condition = into;
  if (into->kind == ExprKind::And && other->kind == ExprKind::And)
    for (const Expr mine : {into->args[0], into->args[1]})
      for (const Expr theirs : {other->args[0], other->args[1]})
        if (pool.negate(mine) == theirs)
          condition = mine;
  return condition;
}

void mergeLoops(std::vector<LoopPosition> &into, const std::vector<LoopPosition> &other) {
  for (std::size_t i = 0; i < into.size(); ++i) {
    LoopPosition &position = into[i];
    const LoopPosition &theirs = other[i];
    position.counted = std::max(position.counted, theirs.counted);
    position.decidedExit = position.decidedExit || theirs.decidedExit;
    position.openExit = position.openExit || theirs.openExit;
    position.effects = position.effects || theirs.effects;
    if (position.start != theirs.start)
      position.start = nullptr;
  }
}

/// A child that only one path knows is available only if that path was taken.
void mergeChildren(program::ExprPool &pool, std::vector<Child> &into, const std::vector<Child> &other, Expr condition) {
  const auto find = [](const std::vector<Child> &children, ThreadId thread) {
    const auto found =
        std::find_if(children.begin(), children.end(), [thread](const Child &child) { return child.thread == thread; });
    return found != children.end() ? &*found : nullptr;
  };
  const Expr no = pool.boolean(false);
  const std::size_t known = into.size();
  for (std::size_t i = 0; i < known; ++i) {
    const Child *there = find(other, into[i].thread);
    into[i].available = pool.ite(condition, into[i].available, there != nullptr ? there->available : no);
  }
  for (const Child &child : other)
    if (find(into, child.thread) == nullptr)
      into.push_back({child.handle, child.thread, pool.ite(condition, no, child.available)});
}

} // namespace

void merge(UnwoundProgram &program, ThreadState &into, ThreadState &&other) {
  program::ExprPool &pool = *program.pool;
  const Expr condition = distinguish(pool, into.guard, other.guard);
  for (std::size_t i = 0; i < into.registers.size(); ++i)
    if (into.registers[i] != other.registers[i])
      into.registers[i] = pool.ite(condition, into.registers[i], other.registers[i]);
  into.view.merge(program, condition, other.view);
  into.guard = pool.disjunction(into.guard, other.guard);
  into.node = std::max(into.node, other.node);
  into.wrote = into.wrote || other.wrote;
  std::erase_if(into.cache, [&other](const CachedAccess &access) {
    return std::find(other.cache.begin(), other.cache.end(), access) == other.cache.end();
  });
  mergeLoops(into.loops, other.loops);
  mergeChildren(pool, into.children, other.children, condition);
}

} // namespace heddle::events
