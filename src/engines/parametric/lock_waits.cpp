#include "engines/parametric/lock_waits.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::engines::parametric {

LockWaits::LockWaits(reachability::Semantics &semantics, Segments &segments, Enumeration &enumeration,
                     const Templates &templates)
    : semantics_(semantics), segments_(segments), enumeration_(enumeration), templates_(templates),
      progress_(semantics.program(), templates, semantics.pointsTo()) {}

Expr LockWaits::wordOf(std::size_t lock) {
  const Templates::HandleCell &cell = templates_.handleCells()[lock];
  return semantics_.variables().ofCell(cell.object, cell.offset, cell.bytes);
}

/// If work was cancelled, the answer does not matter.
bool LockWaits::isPossible(const std::vector<Expr> &facts) {
  const auto patterns = enumeration_.patterns(facts, {});
  return !patterns || !patterns->empty();
}

const LockWaits::Wait &LockWaits::at(PlaceId place) {
  const auto [entry, isNew] = waits_.try_emplace(place);
  Wait &wait = entry->second;
  if (!isNew || !segments_.rests(place))
    return wait;
  program::ExprPool &pool = semantics_.variables().pool();
  wait.isEnabled = pool.boolean(false);
  reachability::Control moving = semantics_.control(segments_.controlOf(place));
  moving.threads[0].resting = false;
  // A thread rests at a visible action only if no local action is enabled, and that does not change while it rests.
  for (const ControlId control : {segments_.controlOf(place), semantics_.intern(moving)})
    for (const Transition &transition : semantics_.successors(control, 0)) {
      if (transition.action == Transition::noAction)
        continue;
      Expr condition = pool.boolean(true);
      for (const Expr conjunct : transition.conditions)
        condition = pool.conjunction(condition, conjunct);
      wait.isEnabled = pool.disjunction(wait.isEnabled, condition);
    }
  std::vector<Expr> facts{pool.negate(wait.isEnabled)};
  for (const auto &[variable, value] : segments_[place].pointers)
    facts.push_back(pool.eq(pool.reg(variable, value->width), value));
  if (isPossible(facts)) {
    wait.kind = Wait::Kind::Other;
    for (std::size_t lock = 0; lock < count() && wait.kind == Wait::Kind::Other; ++lock) {
      const Expr word = wordOf(lock);
      facts.push_back(pool.eq(word, pool.constant(0, word->width)));
      if (!isPossible(facts))
        wait = {Wait::Kind::Lock, lock, wait.isEnabled};
      facts.pop_back();
    }
  }
  const program::Cfa &cfa = semantics_.program().cfas[segments_.cfaOf(place)];
  const std::vector<program::ActionId> &actions = cfa.outgoing[segments_.locationOf(place)];
  if (std::any_of(actions.begin(), actions.end(),
                  [&](program::ActionId id) { return Progress::joins(cfa.actions[id]); }))
    wait.kind = wait.kind == Wait::Kind::None ? Wait::Kind::Join : Wait::Kind::Other;
  return wait;
}

std::string LockWaits::describe(const std::string &what, PlaceId place) const {
  const program::Cfa &cfa = semantics_.program().cfas[segments_.cfaOf(place)];
  const program::SourceMap &sources = semantics_.program().sources;
  for (const program::ActionId id : cfa.outgoing[segments_.locationOf(place)])
    for (const program::Instruction &instruction : cfa.actions[id].instructions)
      if (const program::SourceSpan span = sources.userSpan(instruction.span); span.known())
        return fmt::format("{} at {}", what, sources.describe(span));
  return fmt::format("{} in {}", what, cfa.name);
}

std::optional<std::string> LockWaits::obstacleAt(PlaceId place) {
  switch (at(place).kind) {
  case Wait::Kind::None:
  case Wait::Kind::Lock:
    return std::nullopt;
  case Wait::Kind::Other:
    return describe("a thread waits for something other than a mutex", place);
  case Wait::Kind::Join:
    break;
  }
  if (segments_.cfaOf(place) != 0)
    return describe("a thread other than main joins", place);
  if (heldAt(place) != 0)
    return describe("a thread that may hold a lock joins", place);
  if (progress_.runsForever())
    return fmt::format("{}, and is joined", *progress_.runsForever());
  return std::nullopt;
}

const Abstraction::Encounter &LockWaits::waiting(PlaceId place, std::size_t held) {
  const auto [entry, isNew] = holders_.try_emplace({place, held});
  Abstraction::Encounter &result = entry->second;
  if (!isNew)
    return result;
  program::ExprPool &pool = semantics_.variables().pool();
  result.first = result.second = place;
  result.isOfTwo = false;
  result.facts.push_back(pool.negate(at(place).isEnabled));
  const program::CfaId id = segments_.cfaOf(place);
  const program::Cfa &cfa = semantics_.program().cfas[id];
  const Expr word = wordOf(held);
  if (templates_.keepsHandle(id)) {
    const Expr self = semantics_.variables().ofRegister(0, id, cfa.self, cfa.registers[cfa.self].width);
    const unsigned width = std::max(self->width, word->width);
    result.facts.push_back(pool.eq(pool.resize(self, width), pool.resize(word, width)));
  } else {
    result.facts.push_back(pool.ne(word, pool.constant(0, word->width)));
  }
  for (const auto &[variable, value] : segments_[place].pointers)
    result.facts.push_back(pool.eq(pool.reg(variable, value->width), value));
  return result;
}

} // namespace heddle::engines::parametric
