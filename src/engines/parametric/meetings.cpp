#include "engines/parametric/meetings.hpp"

#include <algorithm>

namespace heddle::engines::parametric {

std::vector<Meetings::Side> Meetings::sidesOf(PlaceId place, const StepAccess &access) {
  program::ExprPool &pool = semantics_.variables().pool();
  std::vector<Side> result;
  if (!access.isAlone) {
    Side side;
    if (access.address->isConstant())
      side.address = pool.constant(access.address->value, access.address->width);
    const std::vector<Segment> &segments = segments_.of(place);
    const bool isDivided = std::any_of(segments.begin(), segments.end(), [&](const Segment &segment) {
      return segment.continues && !segments_.rests(segment.target);
    });
    if (isDivided || access.isFollowed) {
      result.push_back(std::move(side));
      return result;
    }
    for (const Segment &segment : segments)
      if (std::any_of(segment.pieces.begin(), segment.pieces.end(),
                      [&](const Piece &piece) { return piece.action == access.action; })) {
        side.facts = conditionsOf(segment);
        result.push_back(side);
      }
    return result;
  }
  std::vector<Expr> pointers;
  for (const auto &[variable, value] : segments_[place].pointers)
    pointers.push_back(pool.eq(pool.reg(variable, value->width), value));
  for (const Transition &transition : semantics_.successors(segments_.controlOf(place), 0)) {
    if (transition.action != access.action || transition.accesses.empty())
      continue;
    Side side{transition.conditions, transition.accesses.front().address};
    side.facts.insert(side.facts.end(), pointers.begin(), pointers.end());
    result.push_back(std::move(side));
  }
  return result;
}

/// What a step that has been moved still requires (race_accesses.hpp): nothing of memory that others may have written.
std::vector<Expr> Meetings::conditionsOf(const Segment &segment) {
  reachability::StateVariables &variables = semantics_.variables();
  std::map<VariableId, Expr> symbols;
  const auto valueOf = [&](Expr variable) -> Expr {
    const reachability::StateVariable what = variables[variable->index];
    if (what.kind != reachability::StateVariable::Kind::Cell || what.object >= semantics_.program().objects.size())
      return nullptr;
    if (segment.updates.contains(variable->index) && accesses_.isHandedOver(what.object))
      return nullptr;
    if (mutator_.strikes(Mutation::KeepConditions))
      return nullptr;
    const auto [entry, isNew] = symbols.try_emplace(variable->index, nullptr);
    if (isNew)
      entry->second = variables.newSymbol(what.width);
    return entry->second;
  };
  std::vector<Expr> result;
  for (const Expr condition : segment.conditions)
    result.push_back(variables.pool().substitute(condition, valueOf));
  return result;
}

const std::deque<Meeting> &Meetings::of(PlaceId firstPlace, PlaceId secondPlace) {
  const auto [entry, isNew] = known_.try_emplace({firstPlace, secondPlace});
  std::deque<Meeting> &result = entry->second;
  if (!isNew)
    return result;
  program::ExprPool &pool = semantics_.variables().pool();
  const auto accessesAt = [&](PlaceId place) -> const std::vector<StepAccess> & {
    return accesses_.of(segments_.cfaOf(place), segments_.locationOf(place));
  };
  const auto endOf = [&](Expr address, unsigned bytes) {
    return pool.add(address, pool.constant(bytes, address->width));
  };
  const auto add = [&](const StepAccess &first, const Side &a, const StepAccess &second, const Side &b) {
    Meeting meeting{&first, &second, {.first = firstPlace, .second = secondPlace, .facts = a.facts}, false};
    std::vector<Expr> &facts = meeting.encounter.facts;
    for (const Expr fact : b.facts)
      facts.push_back(abstraction_.ofPassive(fact));
    if (a.address != nullptr && b.address != nullptr) {
      const Expr other = abstraction_.ofPassive(b.address);
      facts.push_back(pool.make(program::ExprKind::Ult, a.address, endOf(other, second.bytes)));
      facts.push_back(pool.make(program::ExprKind::Ult, other, endOf(a.address, first.bytes)));
    }
    const bool isImpossible = std::any_of(facts.begin(), facts.end(), [](Expr fact) { return fact->isFalse(); });
    std::erase_if(facts, [](Expr fact) { return fact->isTrue(); });
    if (!isImpossible)
      result.push_back(std::move(meeting));
  };
  for (const bool isCertain : {true, false}) // those first that are a race for certain
    for (const StepAccess &first : accessesAt(firstPlace))
      for (const StepAccess &second : accessesAt(secondPlace))
        if (isCertain == (first.isAlone && second.isAlone) && accesses_.mayRace(first, second))
          for (const Side &a : sidesOf(firstPlace, first))
            for (const Side &b : sidesOf(secondPlace, second))
              add(first, a, second, b);
  return result;
}

} // namespace heddle::engines::parametric
