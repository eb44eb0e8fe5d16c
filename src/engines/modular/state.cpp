#include "engines/modular/state.hpp"

#include "engines/modular/relate.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace heddle::engines::modular {

using program::RegisterId;

namespace {

std::optional<SignedBits> constantOf(const State &state, RegisterId reg) {
  const auto found = state.registers.find(reg);
  if (found == state.registers.end() || !found->second.isConstant())
    return std::nullopt;
  return found->second.number->least;
}

/// Bounds of the count, from its relation if it has one.
Count bounded(const State &state, Count count) {
  if (count.reg == program::noRegister)
    return count;
  const auto found = state.registers.find(count.reg);
  if (found != state.registers.end() && found->second.isNumber()) {
    const Interval &value = *found->second.number;
    const SignedBits one = count.offset + count.sign * value.least;
    const SignedBits other = count.offset + count.sign * value.most;
    count.least = std::max(count.least, std::min(one, other));
    count.most = std::min(count.most, std::max(one, other));
  }
  return count;
}

bool satisfies(const State &state, const Count &count, const Count &relation) {
  const Count own = bounded(state, count);
  const std::optional<SignedBits> value = constantOf(state, relation.reg);
  return value && own.least == own.most && own.least == relation.offset + relation.sign * *value;
}

/// A register that grows or shrinks with the count between two states: one step of a loop.
std::optional<Count> findRelation(const State &a, const State &b, const Count &first, const Count &second) {
  if (first.least != first.most || second.least != second.most || first.least == second.least)
    return std::nullopt;
  for (const auto &[reg, value] : a.registers) {
    const std::optional<SignedBits> before = constantOf(a, reg);
    const std::optional<SignedBits> after = constantOf(b, reg);
    if (!before || !after || value.width > 64)
      continue;
    for (const int sign : {1, -1})
      if (second.least - first.least == sign * (*after - *before))
        return Count{0, 0, reg, sign, first.least - sign * *before};
  }
  return std::nullopt;
}

Count mergeCounts(const State &a, const Count &first, const State &b, const Count &second, bool widens) {
  const Count firstBounds = bounded(a, first);
  const Count secondBounds = bounded(b, second);
  Count result;
  if (first.reg != program::noRegister &&
      ((second.reg == first.reg && second.sign == first.sign && second.offset == first.offset) ||
       satisfies(b, second, first)))
    result = first;
  else if (second.reg != program::noRegister && satisfies(a, first, second))
    result = second;
  else
    result = findRelation(a, b, firstBounds, secondBounds).value_or(Count{});
  result.least = std::min(firstBounds.least, secondBounds.least);
  result.most = std::max(firstBounds.most, secondBounds.most);
  if (result.reg != program::noRegister) { // the register bounds it
    result.least = 0;
    result.most = Count::unbounded;
  } else if (widens) {
    if (result.most > firstBounds.most)
      result.most = Count::unbounded;
    if (result.least < firstBounds.least)
      result.least = 0;
  }
  return result;
}

template <typename T> std::set<T> intersection(const std::set<T> &a, const std::set<T> &b) {
  std::set<T> result;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(result, result.end()));
  return result;
}

Issued mergeIssued(const Issued &a, const Issued &b, bool widens) {
  Issued result{std::min(a.least, b.least), std::max(a.most, b.most), join(a.upper, b.upper), join(a.lower, b.lower)};
  if (result.upper)
    result.upper->low = result.upper->high;
  if (result.lower)
    result.lower->high = result.lower->low;
  for (std::optional<Linear> *bound : {&result.upper, &result.lower})
    if (*bound) {
      (*bound)->step = 0;
      if (widens && *bound != (bound == &result.upper ? a.upper : a.lower))
        bound->reset();
    }
  if (widens && result.least < a.least)
    result.least = -Issued::unbounded;
  if (widens && result.most > a.most)
    result.most = Issued::unbounded;
  return result;
}

Word merged(const Word &a, const Word &b) {
  Word result = a;
  result.pattern = join(a.pattern, b.pattern);
  return result;
}

/// What both know.
template <typename Merge>
std::map<Cell, Knowledge> common(const std::map<Cell, Knowledge> &a, const std::map<Cell, Knowledge> &b,
                                 Merge mergeValues) {
  std::map<Cell, Knowledge> result;
  for (const auto &[cell, knowledge] : a)
    if (const auto other = b.find(cell); other != b.end())
      result.emplace_hint(result.end(), cell,
                          Knowledge{mergeValues(knowledge.value, other->second.value),
                                    std::min(knowledge.origin, other->second.origin)});
  return result;
}

} // namespace

void changeValues(State &state, const std::function<void(Value &)> &change) {
  for (auto &entry : state.registers)
    change(entry.second);
  for (auto &entry : state.memory) {
    for (auto &cell : entry.second.cells)
      change(cell.second);
    for (auto &smeared : entry.second.smears)
      change(smeared.second.value);
  }
  for (auto &entry : state.known)
    change(entry.second.value);
  for (auto &entry : state.received)
    change(entry.second.value);
  for (auto &entry : state.words)
    change(entry.second);
}

Room::Bounds boundsIn(const State &state) {
  const auto boundsOf = [](const Value &value, std::int64_t distance) -> std::optional<Distance> {
    if (!value.isNumber())
      return std::nullopt;
    const SignedBits low = value.number->least - distance;
    const SignedBits high = value.number->most - distance;
    if (low <= -Linear::farAway || high >= Linear::farAway)
      return std::nullopt;
    return Distance{static_cast<std::int64_t>(low), static_cast<std::int64_t>(high), 1};
  };
  return [&state, boundsOf](const Symbol &symbol) -> std::optional<Distance> {
    if (symbol.kind == Symbol::Kind::Register)
      if (const auto found = state.registers.find(symbol.id); found != state.registers.end())
        return boundsOf(found->second, 0);
    // The register is no longer needed, but a copy of it may be.
    for (const auto &[reg, value] : state.registers)
      if (value.linear && value.linear->symbol == symbol && value.linear->form == Linear::Form::Whole &&
          value.linear->factor == 1 && value.linear->isExact())
        if (const std::optional<Distance> known = boundsOf(value, value.linear->low))
          return known;
    return std::nullopt;
  };
}

bool exclude(const Held &a, const Held &b) {
  return std::any_of(a.begin(), a.end(), [&](const auto &lock) {
    const auto other = b.find(lock.first);
    return other != b.end() && (lock.second == exclusively || other->second == exclusively);
  });
}

std::map<Cell, Knowledge> join(const std::map<Cell, Knowledge> &a, const std::map<Cell, Knowledge> &b) {
  return common(a, b, [](const Value &x, const Value &y) { return join(x, y); });
}

State merge(const State &before, const State &after, const Merging &merging) {
  const Thresholds *thresholds = merging.thresholds;
  const auto mergeValues = [&](const Value &a, const Value &b) {
    return thresholds != nullptr ? widen(a, b, *thresholds) : join(a, b);
  };
  State result;
  result.mode = before.mode;
  result.selection = before.selection;
  for (const auto &[lock, hold] : before.held)
    if (const auto other = after.held.find(lock); other != after.held.end() && other->second == hold)
      result.held.emplace(lock, hold);
  result.acquired = intersection(before.acquired, after.acquired);
  for (const auto &[reg, value] : before.registers)
    if (const auto other = after.registers.find(reg); other != after.registers.end())
      result.registers.emplace(reg, mergeValues(value, other->second));
  for (const auto &[reg, cell] : before.links)
    if (const auto other = after.links.find(reg); other != after.links.end() && other->second == cell)
      result.links.emplace(reg, cell);
  for (const auto &[reg, loaded] : before.loaded)
    if (const auto other = after.loaded.find(reg); other != after.loaded.end() && other->second.first == loaded.first)
      result.loaded.emplace(reg, std::pair{loaded.first, std::min(loaded.second, other->second.second)});
  result.known = common(before.known, after.known, mergeValues);
  result.received = common(before.received, after.received, mergeValues);
  result.posted = before.posted;
  result.posted.insert(after.posted.begin(), after.posted.end());
  if (before.sync == after.sync)
    result.sync = before.sync;
  const auto mergeContents = [&](AbstractObject object, const Content &a, const Content &b) {
    const BaseReader base = merging.baseOf(object);
    result.memory.emplace(object, thresholds != nullptr ? widen(a, b, base, *thresholds) : join(a, b, base));
  };
  for (const auto &[object, content] : before.memory) {
    const auto other = after.memory.find(object);
    if (other != after.memory.end())
      mergeContents(object, content, other->second);
    else if (const std::optional<Content> usual = merging.defaultContent(after.mode, object))
      mergeContents(object, content, *usual);
    else
      result.memory.emplace(object, content);
  }
  for (const auto &[object, content] : after.memory) {
    if (before.memory.contains(object))
      continue;
    if (const std::optional<Content> usual = merging.defaultContent(before.mode, object))
      mergeContents(object, *usual, content);
    else
      result.memory.emplace(object, content);
  }
  result.dead = before.dead;
  result.dead.insert(after.dead.begin(), after.dead.end());
  result.phases = join(before.phases, after.phases);
  const bool widens = thresholds != nullptr;
  result.started.unjoined = mergeCounts(before, before.started.unjoined, after, after.started.unjoined, widens);
  for (const State *one : {&before, &after})
    for (const auto &entry : one->started.totals) {
      const auto totalIn = [&](const State &state) {
        const auto found = state.started.totals.find(entry.first);
        return found == state.started.totals.end() ? Count{} : found->second;
      };
      if (!result.started.totals.contains(entry.first))
        result.started.totals.emplace(entry.first, mergeCounts(before, totalIn(before), after, totalIn(after), widens));
    }
  result.started.open = before.started.open;
  result.started.open.insert(after.started.open.begin(), after.started.open.end());
  result.started.beyond = before.started.beyond;
  result.started.beyond.insert(after.started.beyond.begin(), after.started.beyond.end());
  result.started.joinable = intersection(before.started.joinable, after.started.joinable);
  for (const auto &[word, value] : before.words)
    if (const auto other = after.words.find(word); other != after.words.end())
      result.words.emplace(merged(word, other->first), mergeValues(value, other->second));
  for (const auto &[reg, word] : before.wordLinks)
    if (const auto other = after.wordLinks.find(reg); other != after.wordLinks.end() && other->second.isSame(word))
      result.wordLinks.emplace(reg, merged(word, other->second));
  const auto both = [](const std::map<Word, bool> &a, const std::map<Word, bool> &b) {
    std::map<Word, bool> common;
    for (const auto &entry : a)
      if (const auto other = b.find(entry.first); other != b.end())
        common.emplace(merged(entry.first, other->first), true);
    return common;
  };
  result.heldWords = both(before.heldWords, after.heldWords);
  result.acquiredWords = both(before.acquiredWords, after.acquiredWords);
  result.issued = before.issued;
  for (const auto &[slot, issued] : after.issued) {
    const auto [entry, isNew] = result.issued.try_emplace(slot, issued);
    if (!isNew)
      entry->second = mergeIssued(before.issued.at(slot), issued, widens);
  }
  if (!before.room.isEmpty() || !after.room.isEmpty()) {
    const auto isAbsentFrom = [&](const State &state) {
      return [&](AbstractObject object) {
        return !state.memory.contains(object) && !merging.defaultContent(state.mode, object);
      };
    };
    const Room::Bounds boundsBefore = boundsIn(before);
    const Room::Bounds boundsAfter = boundsIn(after);
    result.room = Room::merge({before.room, boundsBefore, isAbsentFrom(before)},
                              {after.room, boundsAfter, isAbsentFrom(after)}, widens);
  }
  if (merging.templates != nullptr && !before.relations.isEmpty()) {
    const Values valuesBefore = valuesIn(before);
    const Values valuesAfter = valuesIn(after);
    const Relations::Side one{before.relations, valuesBefore};
    const Relations::Side other{after.relations, valuesAfter};
    result.relations = thresholds != nullptr ? Relations::widen(one, other, *thresholds)
                                             : Relations::join(one, other, *merging.templates);
  }
  return result;
}

void endStep(State &state) {
  state.links.clear();
  state.wordLinks.clear();
  state.acquiredWords.clear();
  state.sync.reset();
  state.acquired.clear();
}

SignedBits mostOf(const State &state, const Count &count) { return bounded(state, count).most; }

void increase(Count &count) {
  ++count.least;
  count.most = std::min(count.most + 1, Count::unbounded);
  ++count.offset;
}

void settleCount(State &state, RegisterId reg, std::optional<SignedBits> increment) {
  const auto settle = [&](Count &count) {
    if (count.reg != reg)
      return;
    if (increment) {
      count.offset -= count.sign * *increment;
      return;
    }
    count = bounded(state, count);
    count.reg = program::noRegister;
  };
  settle(state.started.unjoined);
  for (auto &entry : state.started.totals)
    settle(entry.second);
}

Phases join(const Phases &a, const Phases &b) {
  Phases result;
  for (const Phases *one : {&a, &b})
    for (const auto &entry : *one) {
      const auto phaseIn = [&](const Phases &phases) {
        const auto found = phases.find(entry.first);
        return found == phases.end() ? Phase{} : found->second;
      };
      const Phase first = phaseIn(a);
      const Phase second = phaseIn(b);
      const std::uint64_t distance =
          first.least > second.least ? first.least - second.least : second.least - first.least;
      result[entry.first] = {std::min(first.least, second.least),
                             std::gcd(std::gcd(first.modulus, second.modulus), distance)};
    }
  return result;
}

void forgetHandles(State &state, SpawnSite site) {
  changeValues(state, [&](Value &value) {
    const auto found = std::find(value.handles.begin(), value.handles.end(), site);
    if (found == value.handles.end())
      return;
    value.handles.erase(found);
    Value handle = Value::none(value.width);
    handle.handles.push_back(site);
    value = join(value, published(handle));
  });
}

void forgetPointers(State &state, AbstractObject object) {
  changeValues(state, [&](Value &value) {
    if (std::erase_if(value.pointers, [&](const Pointer &pointer) { return pointer.object == object; }) != 0)
      value = join(value, Value::any(value.width));
  });
}

} // namespace heddle::engines::modular
