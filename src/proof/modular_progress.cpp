// Progress: a thread that runs leaves some situations, if it gets what it waits for.
//
// The situations and the actions between them are a graph. A thread that never leaves them goes round in a strongly
// connected component for ever. There is a *rank* against that: a register that no action of the component moves one
// way, and that some actions move the other way for certain. Registers are bit-vectors and have finitely many values,
// so those actions are taken finitely often, and the component without them must end by the same argument. That
// wrap-around does not happen is part of what the solver confirms. No other thread can write a register, so that the
// measure is the thread's own.
//
// A thread may *choose* an input, because a deadlock is a state without any continuation that ends it. The choice is
// made when the thread comes to a location: every action that leads there must have just read the register as an input,
// and must allow the value whatever else it has read. Then the actions that another value would lead to are not taken.
// A thread that is there already, with another value, takes one of them, and may choose from then on.
//
// In none of the situations may the thread stop, by an assumption or undefined behaviour.
#include "proof/components.hpp"
#include "proof/modular_checker.hpp"

#include <algorithm>

namespace heddle::proof {

using program::ExprKind;

namespace {

/// Whether the last value that the register gets is an input of the program. What the model of a library function
/// chooses, such as a spurious wake-up, does not end a deadlock.
bool readsInput(const program::Action &action, program::RegisterId reg) {
  const program::Havoc *last = nullptr;
  for (const program::Instruction &instruction : action.instructions)
    if (program::writtenRegister(instruction.operation) == reg)
      last = std::get_if<program::Havoc>(&instruction.operation);
  return last != nullptr && last->kind == program::InputKind::Nondet;
}

} // namespace

/// The edges of the loop on which the register may stay as it is; none if it may move the wrong way, or never moves.
std::optional<std::vector<const ModularChecker::Edge *>>
ModularChecker::edgesWithoutProgress(const std::vector<const Edge *> &loop, const Rank &rank) {
  program::ExprPool &pool = vocabulary_.pool();
  std::vector<const Edge *> rest;
  for (const Edge *edge : loop) {
    const Path &path = paths_[edge->path];
    Expr before = path.from->state.reg(0, rank.cfa, rank.reg);
    Expr after = path.successor.state.reg(0, rank.cfa, rank.reg);
    if (before == after) {
      rest.push_back(edge);
      continue;
    }
    if (!rank.isRising)
      std::swap(before, after);
    if (follows(path.premises(), edge->conditions,
                {pool.make(rank.isSigned ? ExprKind::Slt : ExprKind::Ult, before, after)}))
      continue;
    if (!follows(path.premises(), edge->conditions,
                 {pool.make(rank.isSigned ? ExprKind::Sle : ExprKind::Ule, before, after)}))
      return std::nullopt;
    rest.push_back(edge);
  }
  if (rest.size() == loop.size())
    return std::nullopt;
  return rest;
}

void ModularChecker::checkLoops(const std::vector<const Edge *> &edges, const std::string &what) {
  std::map<const Situation *, std::size_t> points;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (const Edge *edge : edges) {
    const std::size_t from = points.try_emplace(paths_[edge->path].from, points.size()).first->second;
    pairs.emplace_back(from, points.try_emplace(edge->to, points.size()).first->second);
  }
  const std::vector<std::size_t> components = componentsOf(points.size(), pairs);
  std::map<std::size_t, std::vector<const Edge *>> loops; // by component
  for (std::size_t i = 0; i < edges.size(); ++i)
    if (components[pairs[i].first] == components[pairs[i].second])
      loops[components[pairs[i].first]].push_back(edges[i]);
  for (const auto &[component, loop] : loops) {
    queries_.poll();
    const Situation &at = *loop.front()->to;
    const bool isRanked = std::ranges::any_of(proof_.ranks, [&](const Rank &rank) {
      if (rank.cfa != caseOf(at).cfa)
        return false;
      const auto rest = edgesWithoutProgress(loop, rank);
      if (rest)
        checkLoops(*rest, what);
      return rest.has_value();
    });
    if (!isRanked)
      reject(caseOf(at), what + ": a loop may not end");
  }
}

bool ModularChecker::isConfirmed(const ChosenInput &choice) {
  program::ExprPool &pool = vocabulary_.pool();
  return std::ranges::all_of(edges_, [&](const Edge &edge) {
    if (edge.to == nullptr || caseOf(*edge.to).cfa != choice.cfa || caseOf(*edge.to).location != choice.location)
      return true;
    const Path &path = paths_[edge.path];
    const Expr input = path.successor.state.reg(0, choice.cfa, choice.reg);
    if (!readsInput(program_.cfas[choice.cfa].actions[path.action], choice.reg) ||
        std::ranges::find(path.successor.state.inputs, input) == path.successor.state.inputs.end())
      return false;
    const Expr value = pool.constant(choice.value, input->width);
    std::vector<Expr> others;
    std::vector<Expr> goals;
    for (const Expr condition : edge.conditions) {
      const Expr replaced = pool.substitute(condition, [&](Expr name) { return name == input ? value : name; });
      (replaced == condition ? others : goals).push_back(replaced);
    }
    return follows(path.premises(), others, goals);
  });
}

/// Whether the thread does not take it, by its choice of an input.
bool ModularChecker::isAvoided(const Edge &edge) {
  const Path &path = paths_[edge.path];
  const ModularCase &from = caseOf(*path.from);
  const auto chosen = chosen_.find({from.cfa, from.location});
  if (chosen == chosen_.end())
    return false;
  program::ExprPool &pool = vocabulary_.pool();
  const Expr reg = path.from->state.reg(0, from.cfa, chosen->second->reg);
  return !isPossible(path.premises(), edge.conditions,
                     {pool.eq(reg, pool.constant(chosen->second->value, reg->width))});
}

void ModularChecker::checkProgress(const std::set<const Situation *> &within, const std::string &what) {
  for (const Path &path : paths_)
    if ((path.successor.kind == Successor::Kind::Stopped || path.successor.kind == Successor::Kind::Discarded) &&
        within.contains(path.from))
      reject(caseOf(*path.from), what + ": it may stop here", path.successor.span);
  for (const ChosenInput &choice : proof_.choices)
    if (!chosen_.contains({choice.cfa, choice.location}) && isConfirmed(choice))
      chosen_.emplace(std::pair(choice.cfa, choice.location), &choice);
  std::vector<const Edge *> edges;
  for (const Edge &edge : edges_)
    if (edge.to != nullptr && within.contains(edge.to) && within.contains(paths_[edge.path].from) && !isAvoided(edge))
      edges.push_back(&edge);
  checkLoops(edges, what);
}

} // namespace heddle::proof
