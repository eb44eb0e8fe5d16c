#include "engines/parametric/progress.hpp"

#include "analysis/loops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace heddle::engines::parametric {

using program::CfaId;
using program::LocationId;

namespace {

template <typename Op> bool has(const program::Action &action) {
  return std::any_of(action.instructions.begin(), action.instructions.end(),
                     [](const program::Instruction &i) { return std::holds_alternative<Op>(i.operation); });
}

} // namespace

bool Progress::joins(const program::Action &action) { return has<program::Join>(action); }

Progress::Progress(const program::Program &program, const Templates &templates, const analysis::PointsTo &pointsTo)
    : program_(program), cells_(templates.handleCells()) {
  if (cells_.size() > mostLocks) {
    obstacle_ = fmt::format("more than {} locks", mostLocks);
    for (const program::Cfa &cfa : program.cfas)
      held_.emplace_back(cfa.locations.size());
    return;
  }
  for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa) {
    findHeld(cfa, pointsTo);
    const std::size_t locations = program.cfas[cfa].locations.size();
    std::vector<bool> isFree(locations);
    std::vector<bool> isEnd(locations);
    for (LocationId location = 0; location < locations; ++location) {
      isFree[location] = held_[cfa][location] == 0;
      isEnd[location] = location == program.cfas[cfa].exit;
    }
    const std::vector<bool> frees = leading(cfa, isFree);
    const std::vector<bool> ends = leading(cfa, isEnd);
    for (LocationId location = 0; location < locations; ++location) {
      if (!frees[location] && !keepsLock_)
        keepsLock_ = location == program.cfas[cfa].exit
                         ? fmt::format("a thread of {} might end while it holds a lock", program.cfas[cfa].name)
                         : fmt::format("a thread might keep a lock that it holds {}", placeOf(cfa, location));
      if (cfa != 0 && !ends[location] && !runsForever_)
        runsForever_ = fmt::format("a thread might run forever {}", placeOf(cfa, location));
    }
  }
}

std::string Progress::placeOf(CfaId cfa, LocationId location) const {
  const program::Cfa &function = program_.cfas[cfa];
  for (const program::ActionId id : function.outgoing[location])
    for (const program::Instruction &instruction : function.actions[id].instructions)
      if (const program::SourceSpan span = program_.sources.userSpan(instruction.span); span.known())
        return fmt::format("at {}", program_.sources.describe(span));
  return fmt::format("in {}", function.name);
}

void Progress::findHeld(CfaId id, const analysis::PointsTo &pointsTo) {
  const program::Cfa &cfa = program_.cfas[id];
  const auto execute = [&](Locks held, const program::Action &action) {
    for (const program::Instruction &instruction : action.instructions) {
      const auto *store = std::get_if<program::Store>(&instruction.operation);
      if (store == nullptr)
        continue;
      const unsigned bytes = store->value->width / 8U;
      for (std::size_t i = 0; i < cells_.size(); ++i) {
        const auto cell =
            analysis::Region::object(cells_[i].object, cells_[i].offset, cells_[i].offset + cells_[i].bytes);
        const analysis::RegionSet regions = pointsTo.regions(id, store->address, bytes);
        if (!analysis::mayOverlap(regions, {cell}))
          continue;
        const bool isZero = store->value->isConstant();
        if (isZero && store->address->isConstant())
          held &= ~(Locks{1} << i);
        else if (!isZero)
          held |= Locks{1} << i;
      }
    }
    return held;
  };
  std::vector<Locks> &held = held_.emplace_back(cfa.locations.size());
  std::vector<bool> isReached(cfa.locations.size());
  isReached[cfa.entry] = true;
  std::vector<LocationId> pending{cfa.entry};
  while (!pending.empty()) {
    const LocationId at = pending.back();
    pending.pop_back();
    for (const program::ActionId action : cfa.outgoing[at]) {
      if (has<program::EndProgram>(cfa.actions[action]))
        continue; // nothing is held any more
      const LocationId to = cfa.actions[action].to;
      const Locks after = held[to] | execute(held[at], cfa.actions[action]);
      if (isReached[to] && after == held[to])
        continue;
      isReached[to] = true;
      held[to] = after;
      pending.push_back(to);
    }
  }
}

/// Whether the thread may stop in the action, or wait for something that is no lock.
bool Progress::mayStop(const program::Action &action) const {
  const bool checksAddresses = program_.properties.contains(program::Property::ValidDeref);
  return std::any_of(action.instructions.begin(), action.instructions.end(), [&](const program::Instruction &i) {
    if (const auto *check = std::get_if<program::Check>(&i.operation))
      return check->after == program::AfterFailure::Stop && !program_.properties.contains(check->property);
    if (const auto *load = std::get_if<program::Load>(&i.operation))
      return !checksAddresses && !load->address->isConstant();
    if (const auto *store = std::get_if<program::Store>(&i.operation))
      return !checksAddresses && !store->address->isConstant();
    if (const auto *free = std::get_if<program::Free>(&i.operation))
      return free->storage == program::Storage::Heap && !program_.properties.contains(program::Property::ValidFree);
    return std::holds_alternative<program::Assume>(i.operation) || std::holds_alternative<program::Join>(i.operation) ||
           std::holds_alternative<program::Detach>(i.operation) ||
           std::holds_alternative<program::ObjectSize>(i.operation);
  });
}

/// The condition with which the action begins; null if there is none.
program::Expr Progress::firstGuard(const program::Action &action) {
  const auto *guard =
      action.instructions.empty() ? nullptr : std::get_if<program::Guard>(&action.instructions.front().operation);
  return guard != nullptr ? guard->condition : nullptr;
}

/// Whether the condition holds for some value of an input that every action into the location has just read, and every
/// action out of it begins with the condition or its negation.
bool Progress::canBeChosen(const program::Cfa &cfa, LocationId location, program::Expr condition) {
  const bool isNegated = condition->kind == program::ExprKind::Not;
  const program::Expr e = isNegated ? condition->args[0] : condition;
  const bool isComparison = e->kind == program::ExprKind::Eq;
  const program::Expr input = isComparison ? e->args[0] : e;
  if (!input->isRegister() || (isComparison && !e->args[1]->isConstant()))
    return false;
  for (const program::ActionId id : cfa.outgoing[location]) {
    const program::Expr other = firstGuard(cfa.actions[id]);
    if (other == nullptr || (other != e && !(other->kind == program::ExprKind::Not && other->args[0] == e)))
      return false;
  }
  const program::Bits value = isComparison ? e->args[1]->value : 1;
  return std::all_of(cfa.actions.begin(), cfa.actions.end(), [&](const program::Action &before) {
    if (before.to != location)
      return true;
    const program::Havoc *last = nullptr;
    for (const program::Instruction &instruction : before.instructions)
      if (program::writtenRegister(instruction.operation) == input->index)
        last = std::get_if<program::Havoc>(&instruction.operation);
    if (last == nullptr || last->kind != program::InputKind::Nondet)
      return false;
    return isNegated ? last->low != value || last->high != value : last->low <= value && value <= last->high;
  });
}

std::vector<bool> Progress::leading(CfaId id, const std::vector<bool> &set) const {
  const program::Cfa &cfa = program_.cfas[id];
  const analysis::LoopInfo loops(cfa);
  std::map<program::ActionId, const analysis::Loop *> boundedBy; // back edges
  for (const analysis::Loop &loop : loops.loops())
    if (loop.tripCount)
      for (const program::ActionId edge : loop.backEdges)
        boundedBy.emplace(edge, &loop);
  std::vector<bool> result = set;
  const auto leads = [&](program::ActionId action) {
    if (mayStop(cfa.actions[action]))
      return false;
    if (has<program::EndProgram>(cfa.actions[action]))
      return true;
    const auto bounded = boundedBy.find(action);
    if (bounded == boundedBy.end())
      return static_cast<bool>(result[cfa.actions[action].to]);
    return std::all_of(bounded->second->exits.begin(), bounded->second->exits.end(), [&](program::ActionId exit) {
      return !mayStop(cfa.actions[exit]) &&
             (has<program::EndProgram>(cfa.actions[exit]) || result[cfa.actions[exit].to]);
    });
  };
  for (bool grows = true; grows;) {
    grows = false;
    for (LocationId location = 0; location < cfa.locations.size(); ++location) {
      const std::vector<program::ActionId> &actions = cfa.outgoing[location];
      if (result[location] || actions.empty())
        continue;
      const auto leadsIfChosen = [&](program::ActionId chosen) {
        const program::Expr condition = firstGuard(cfa.actions[chosen]);
        return condition != nullptr && canBeChosen(cfa, location, condition) &&
               std::all_of(actions.begin(), actions.end(), [&](program::ActionId action) {
                 return firstGuard(cfa.actions[action]) != condition || leads(action);
               });
      };
      const bool leaves = std::all_of(actions.begin(), actions.end(), leads) ||
                          std::any_of(actions.begin(), actions.end(), leadsIfChosen);
      result[location] = leaves;
      grows = grows || leaves;
    }
  }
  return result;
}

} // namespace heddle::engines::parametric
