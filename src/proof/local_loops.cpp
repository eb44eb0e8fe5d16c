// A thread that never rests again would keep all other threads from being followed. Between two rests it takes local
// actions and the actions of an atomic block, so only cycles of such actions matter. A cycle inside an atomic block is
// excepted: while such a block runs, the other threads cannot run in the program either.
//
// Two arguments show that a strongly connected component of these actions is left after finitely many of them.
//   - Enumeration. With the values of counters (join_bounds.hpp) that are possible on paths from the entry, no action
//     is taken twice in the same state.
//   - Ranking. Every path from the component's first location back to it decreases, in the unsigned order, the
//     difference of two values that some guard compares; and the cycles that avoid that location terminate by the same
//     argument. On a path, a cycle of the latter kind may change all registers that it writes. Memory and inputs are
//     arbitrary, so the argument needs no invariant.
#include "proof/local_loops.hpp"

#include "proof/components.hpp"
#include "proof/join_bounds.hpp"
#include "proof/thread_paths.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace heddle::proof {

using program::ActionId;
using program::ExprKind;
using program::LocationId;

namespace {

constexpr std::size_t maxPaths = 64;
constexpr std::size_t maxRanks = 32;
constexpr std::size_t maxFormula = 200; // operators

/// Whether the formula is easy for a solver: without multiplication, division and floating point.
bool isSimple(Expr formula) {
  std::set<Expr> seen;
  std::vector<Expr> pending{formula};
  while (!pending.empty()) {
    const Expr e = pending.back();
    pending.pop_back();
    if (!seen.insert(e).second)
      continue;
    const bool isHard = (e->kind >= ExprKind::Mul && e->kind <= ExprKind::SRem) || program::isFloatingPoint(e->kind);
    if (isHard || seen.size() > maxFormula)
      return false;
    for (unsigned i = 0; i < program::arity(e->kind); ++i)
      pending.push_back(e->args[i]);
  }
  return true;
}

class LocalLoops {
public:
  LocalLoops(program::CfaId id, const std::vector<bool> &pauses, Vocabulary &vocabulary, Queries &queries)
      : id_(id), cfa_(vocabulary.program().cfas[id]), pauses_(pauses), vocabulary_(vocabulary), queries_(queries),
        pool_(vocabulary.pool()) {}

  std::vector<bool> endless() {
    std::vector<bool> result(cfa_.actions.size());
    std::vector<ActionId> all;
    for (ActionId action = 0; action < cfa_.actions.size(); ++action)
      if (isContinuation(action))
        all.push_back(action);
    std::vector<ActionId> open;
    for (const std::vector<ActionId> &component : componentsWith(all))
      if (!isBlock(component))
        open.insert(open.end(), component.begin(), component.end());
    if (open.empty())
      return result;
    const std::set<ActionId> left = repeated(open);
    for (const std::vector<ActionId> &component : componentsWith({left.begin(), left.end()}))
      if (!isBlock(component) && !terminates(component))
        for (const ActionId action : component)
          result[action] = true;
    return result;
  }

private:
  /// Whether a thread that has arrived before the action may take it without resting.
  bool isContinuation(ActionId id) const {
    const program::Action &action = cfa_.actions[id];
    return isAtomic(id) || (!pauses_[action.from] && !program::isVisible(action));
  }
  bool isAtomic(ActionId id) const { return cfa_.locations[cfa_.actions[id].from].atomic; }

  bool isBlock(const std::vector<ActionId> &component) const {
    return std::all_of(component.begin(), component.end(), [this](ActionId id) { return isAtomic(id); });
  }

  /// The strongly connected components of these actions, by their actions.
  std::vector<std::vector<ActionId>> componentsWith(const std::vector<ActionId> &actions) const {
    std::vector<std::pair<std::size_t, std::size_t>> edges;
    for (const ActionId id : actions)
      edges.emplace_back(cfa_.actions[id].from, cfa_.actions[id].to);
    const std::vector<std::size_t> component = componentsOf(cfa_.locations.size(), edges);
    std::map<std::size_t, std::vector<ActionId>> byComponent;
    for (const ActionId id : actions)
      if (component[cfa_.actions[id].from] == component[cfa_.actions[id].to])
        byComponent[component[cfa_.actions[id].from]].push_back(id);
    std::vector<std::vector<ActionId>> result;
    for (auto &[name, own] : byComponent)
      result.push_back(std::move(own));
    return result;
  }

  /// One way through the component from its head back to its head.
  struct Path {
    SymbolicState state;
    LocationId at = 0;
  };

  bool terminates(const std::vector<ActionId> &component) {
    const LocationId head = firstOf(component);
    std::vector<ActionId> rest;
    for (const ActionId id : component)
      if (cfa_.actions[id].from != head && cfa_.actions[id].to != head)
        rest.push_back(id);
    const std::vector<std::vector<ActionId>> inner = componentsWith(rest);
    if (!std::all_of(inner.begin(), inner.end(),
                     [this](const auto &part) { return isBlock(part) || terminates(part); }))
      return false;
    std::vector<SymbolicState> rounds;
    if (!findRounds(component, head, inner, rounds))
      return false;
    const std::set<Expr> ranks = ranksOf(rounds);
    return std::any_of(ranks.begin(), ranks.end(), [&](Expr rank) {
      return std::all_of(rounds.begin(), rounds.end(),
                         [&](const SymbolicState &round) { return decreases(rank, round); });
    });
  }

  /// The location of the component that is closest to the entry: the head, if the loop is natural.
  LocationId firstOf(const std::vector<ActionId> &component) {
    if (distance_.empty()) {
      distance_.assign(cfa_.locations.size(), SIZE_MAX);
      distance_[cfa_.entry] = 0;
      std::vector<LocationId> queue{cfa_.entry};
      for (std::size_t i = 0; i < queue.size(); ++i)
        for (const ActionId id : cfa_.outgoing[queue[i]])
          if (const LocationId to = cfa_.actions[id].to; distance_[to] == SIZE_MAX) {
            distance_[to] = distance_[queue[i]] + 1;
            queue.push_back(to);
          }
    }
    LocationId first = cfa_.actions[component.front()].from;
    for (const ActionId id : component)
      if (const LocationId at = cfa_.actions[id].from; distance_[at] < distance_[first])
        first = at;
    return first;
  }

  /// All rounds from the head to the head. False if there are too many.
  bool findRounds(const std::vector<ActionId> &component, LocationId head,
                  const std::vector<std::vector<ActionId>> &inner, std::vector<SymbolicState> &rounds) {
    std::map<LocationId, const std::vector<ActionId> *> partOf;
    for (const std::vector<ActionId> &part : inner)
      for (const ActionId id : part)
        partOf[cfa_.actions[id].from] = &part;
    std::vector<Path> pending{{SymbolicState(vocabulary_, {}), head}};
    while (!pending.empty()) {
      Path path = std::move(pending.back());
      pending.pop_back();
      const auto part = partOf.find(path.at);
      if (part != partOf.end())
        forgetWrittenIn(*part->second, path.state);
      for (const ActionId id : component) {
        const program::Action &action = cfa_.actions[id];
        const auto from = partOf.find(action.from);
        const bool leaves = part == partOf.end()
                                ? action.from == path.at
                                : from != partOf.end() && from->second == part->second && !isIn(id, *part->second);
        if (!leaves)
          continue;
        Path next{path.state, action.to};
        if (!execute(action, next.state))
          continue;
        if (action.to == head)
          rounds.push_back(std::move(next.state));
        else
          pending.push_back(std::move(next));
        if (rounds.size() + pending.size() > maxPaths)
          return false;
      }
    }
    return true;
  }

  static bool isIn(ActionId id, const std::vector<ActionId> &actions) {
    return std::find(actions.begin(), actions.end(), id) != actions.end();
  }

  void setUnknown(SymbolicState &state, program::RegisterId reg) {
    state.setRegister(0, id_, reg, vocabulary_.ofInput(unknowns_++, cfa_.registers[reg].width));
  }

  void forgetWrittenIn(const std::vector<ActionId> &actions, SymbolicState &state) {
    for (const ActionId id : actions)
      for (const program::Instruction &instruction : cfa_.actions[id].instructions)
        if (const auto reg = program::writtenRegister(instruction.operation); reg != program::noRegister)
          setUnknown(state, reg);
  }

  /// False if the thread cannot reach the end of the action.
  bool execute(const program::Action &action, SymbolicState &state) {
    for (const program::Instruction &instruction : action.instructions) {
      const program::Operation &operation = instruction.operation;
      Expr condition = nullptr;
      if (const auto *guard = std::get_if<program::Guard>(&operation))
        condition = guard->condition;
      else if (const auto *assume = std::get_if<program::Assume>(&operation))
        condition = assume->condition;
      if (condition != nullptr) {
        const Expr value = state.evaluate(condition, 0, id_);
        if (value->isFalse())
          return false;
        if (isSimple(value))
          state.conditions.push_back(value);
      }
      const program::RegisterId target = program::writtenRegister(operation);
      if (const auto *assign = std::get_if<program::Assign>(&operation))
        state.setRegister(0, id_, target, state.evaluate(assign->value, 0, id_));
      else if (target != program::noRegister)
        setUnknown(state, target);
    }
    return true;
  }

  /// The differences of values that the conditions of the rounds compare, as far as they depend on registers alone.
  std::set<Expr> ranksOf(const std::vector<SymbolicState> &rounds) {
    std::set<Expr> ranks;
    std::set<Expr> seen;
    std::vector<Expr> pending;
    for (const SymbolicState &round : rounds)
      pending.insert(pending.end(), round.conditions.begin(), round.conditions.end());
    const auto isOfState = [this](Expr e) {
      bool result = true;
      program::forEachRegister(e, [&](auto name) { result = result && vocabulary_.variableOf(name).has_value(); });
      return result;
    };
    while (!pending.empty() && ranks.size() < maxRanks) {
      const Expr e = pending.back();
      pending.pop_back();
      if (!seen.insert(e).second)
        continue;
      for (unsigned i = 0; i < program::arity(e->kind); ++i)
        pending.push_back(e->args[i]);
      const bool compares = e->kind == ExprKind::Eq || e->kind == ExprKind::Ult || e->kind == ExprKind::Ule ||
                            e->kind == ExprKind::Slt || e->kind == ExprKind::Sle;
      if (!compares || e->args[0]->width == 1 || !isOfState(e))
        continue;
      ranks.insert(pool_.sub(e->args[0], e->args[1]));
      ranks.insert(pool_.sub(e->args[1], e->args[0]));
    }
    return ranks;
  }

  bool decreases(Expr rank, const SymbolicState &round) {
    const Expr after =
        pool_.substitute(rank, [&](Expr name) { return round.reg(0, id_, vocabulary_.variableOf(name->index)->reg); });
    if (!isSimple(after))
      return false;
    std::vector<Expr> conditions = round.conditions;
    conditions.push_back(pool_.negate(pool_.make(ExprKind::Ult, after, rank)));
    return !queries_.findModel({}, conditions);
  }

  /// Of these actions, those on a cycle on which counters have the same values again.
  std::set<ActionId> repeated(const std::vector<ActionId> &actions) {
    const std::vector<bool> counters = findCounters(cfa_);
    std::map<std::pair<LocationId, std::map<program::RegisterId, PathValue>>, std::size_t> points;
    const auto pointOf = [&](const PathState &state) {
      return points.try_emplace({state.location, state.registers}, points.size()).first->second;
    };
    std::vector<std::pair<std::size_t, std::size_t>> edges;
    std::vector<ActionId> taken;
    std::set<ActionId> wanted(actions.begin(), actions.end());
    if (!forEachOnPaths(cfa_, {.counters = &counters},
                        [&](const PathState &before, ActionId action, const PathState &after) {
                          if (!wanted.contains(action))
                            return;
                          edges.emplace_back(pointOf(before), pointOf(after));
                          taken.push_back(action);
                        }))
      return wanted;
    const std::vector<std::size_t> component = componentsOf(points.size(), edges);
    std::set<ActionId> result;
    for (std::size_t i = 0; i < edges.size(); ++i)
      if (component[edges[i].first] == component[edges[i].second])
        result.insert(taken[i]);
    return result;
  }

  program::CfaId id_;
  const program::Cfa &cfa_;
  const std::vector<bool> &pauses_;
  Vocabulary &vocabulary_;
  Queries &queries_;
  program::ExprPool &pool_;
  std::vector<std::size_t> distance_; // by location, from the entry
  unsigned unknowns_ = 0;
};

} // namespace

std::vector<bool> endlessActions(program::CfaId cfa, const std::vector<bool> &pauses, Vocabulary &vocabulary,
                                 Queries &queries) {
  return LocalLoops(cfa, pauses, vocabulary, queries).endless();
}

} // namespace heddle::proof
