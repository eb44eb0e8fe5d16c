#include "engines/modular/interference.hpp"

#include <algorithm>

namespace heddle::engines::modular {

using program::CfaId;
using program::ExprKind;

namespace {

constexpr unsigned mostRepetitions = 8;

} // namespace

OrderFacts join(const OrderFacts &a, const OrderFacts &b) {
  OrderFacts result{join(a.guards, b.guards), join(a.received, b.received), a.posted, join(a.phases, b.phases)};
  result.posted.insert(b.posted.begin(), b.posted.end());
  return result;
}

bool Interference::mayBeEqual(const Value &a, const Value &b) const {
  return compare(ExprKind::Eq, a, b, offsetBits_).mayHold;
}

void Interference::noteGrowth(AbstractObject object) {
  hasGrown_ = true;
  dependencies_.touch(object);
}

bool Interference::isExact(const Cell &cell) const {
  const auto ranges = somewhere_.find(cell.object);
  if (ranges != somewhere_.end())
    for (const Pattern &pattern : ranges->second)
      if (mayOverlap({cell.offset, cell.offset, 0, cell.bytes}, pattern))
        return false;
  const std::uint64_t begin = cell.offset >= Cell::mostBytes ? cell.offset - Cell::mostBytes : 0;
  for (auto entry = transitions_.lower_bound({cell.object, begin, 0});
       entry != transitions_.end() && entry->first.object == cell.object &&
       entry->first.offset < cell.offset + cell.bytes;
       ++entry)
    if (entry->first != cell && entry->first.overlaps(cell.object, cell.offset, cell.offset + cell.bytes))
      return false;
  return true;
}

bool Interference::applies(const Transition &transition, const Observer &thread, const Value &known) const {
  if (transition.cfa == 0 || thread.cfa == 0) {
    if (transition.cfa == thread.cfa ||
        !(thread.cfa == 0 ? thread.others.contains(transition.cfa) : transition.others.contains(thread.cfa)))
      return false;
  } else if (!global_.areParallel(transition.cfa, thread.cfa)) {
    return false;
  }
  if (exclude(transition.held, thread.held) || (mutation_ == Mutation::AnyLockProtects && !thread.held.empty()))
    return false;
  return mayBeEqual(transition.from, known);
}

/// Whether an acquiring load of the value synchronises with a store: no store that ends release sequences without
/// releasing can have stored the value, nor a value from which relaxed read-modify-writes lead to it.
bool Interference::hasNoWeakStoreOf(const std::vector<Transition> &transitions, const Value &value) const {
  if (mutation_ == Mutation::EveryStoreReleases)
    return true;
  std::vector<bool> isPassed(transitions.size(), false);
  std::vector<const Value *> due{&value};
  while (!due.empty()) {
    const Value &stored = *due.back();
    due.pop_back();
    for (std::size_t i = 0; i < transitions.size(); ++i) {
      const Transition &transition = transitions[i];
      if (!transition.isAtomic)
        return false;
      if (transition.releases || isPassed[i] || !mayBeEqual(transition.to, stored))
        continue;
      if (!transition.continues)
        return false;
      isPassed[i] = true;
      due.push_back(&transition.from);
    }
  }
  return true;
}

std::set<Cell> Interference::protectorsOf(const std::vector<Transition> &transitions) const {
  std::set<Cell> result;
  for (std::size_t i = 0; i < transitions.size(); ++i) {
    const Held &held = transitions[i].held;
    if (i == 0)
      for (const auto &[lock, hold] : held)
        if (hold == exclusively)
          result.insert(lock);
    std::erase_if(result, [&](const Cell &lock) {
      const auto found = held.find(lock);
      return found == held.end() || found->second != exclusively;
    });
  }
  return result;
}

bool Interference::isKnownAfter(const Knowledge &knowledge, const std::vector<Transition> &transitions) const {
  switch (knowledge.origin) {
  case Origin::Unknown:
    return false;
  case Origin::Acquired:
    return hasNoWeakStoreOf(transitions, knowledge.value);
  case Origin::Locked:
  case Origin::Own:
    return true;
  }
  return false;
}

Origin Interference::store(const Observer &thread, const CellStore &store) {
  dependencies_.read(store.cell.object);
  static const std::vector<Transition> none;
  const auto known = transitions_.find(store.cell);
  const std::vector<Transition> &others = known != transitions_.end() ? known->second : none;
  const bool isAfter = isKnownAfter(store.before, others);
  Transition fresh;
  fresh.cfa = thread.cfa;
  fresh.held = thread.held;
  fresh.others = thread.others;
  fresh.from = published(store.before.value);
  fresh.to = published(store.value);
  fresh.isAtomic = program::isAtomic(store.order);
  fresh.releases = program::releases(store.order);
  fresh.continues = store.continues;
  fresh.isOrdered = isAfter || (store.continues && fresh.isAtomic && hasNoWeakStoreOf(others, fresh.from));
  std::vector<Transition> &all = transitions_[store.cell];
  const auto same = std::find_if(all.begin(), all.end(), [&](const Transition &transition) {
    return transition.cfa == fresh.cfa && transition.held == fresh.held;
  });
  const Origin origin = isAfter ? Origin::Own : Origin::Unknown;
  if (same == all.end()) {
    all.push_back(std::move(fresh));
    noteGrowth(store.cell.object);
    updateProtection(store.cell);
    return origin;
  }
  const auto weaken = [&](bool &flag, bool other) {
    if (flag && !other)
      noteGrowth(store.cell.object);
    flag = flag && other;
  };
  weaken(same->isAtomic, fresh.isAtomic);
  weaken(same->releases, fresh.releases);
  weaken(same->continues, fresh.continues);
  weaken(same->isOrdered, fresh.isOrdered);
  const std::size_t size = same->others.size();
  same->others.insert(fresh.others.begin(), fresh.others.end());
  Value from = grown(same->from, fresh.from, same->updates, thresholds_);
  Value to = grown(same->to, fresh.to, same->updates, thresholds_);
  if (same->others.size() == size && from == same->from && to == same->to)
    return origin;
  same->from = std::move(from);
  same->to = std::move(to);
  ++same->updates;
  noteGrowth(store.cell.object);
  return origin;
}

void Interference::storeSomewhere(AbstractObject object, const Pattern &pattern) {
  constexpr std::size_t mostPatterns = 32;
  std::set<Pattern> &patterns = somewhere_[object];
  const Pattern anywhere{0, UINT32_MAX, 1, 1};
  if (patterns.contains(anywhere) || !patterns.insert(patterns.size() < mostPatterns ? pattern : anywhere).second)
    return;
  noteGrowth(object);
  for (auto entry = transitions_.lower_bound({object, 0, 0});
       entry != transitions_.end() && entry->first.object == object; ++entry)
    updateProtection(entry->first);
}

/// Which locks protect a cell has changed.
void Interference::updateProtection(const Cell &cell) {
  const std::uint64_t begin = cell.offset >= Cell::mostBytes ? cell.offset - Cell::mostBytes : 0;
  for (auto entry = transitions_.lower_bound({cell.object, begin, 0});
       entry != transitions_.end() && entry->first.object == cell.object &&
       entry->first.offset < cell.offset + cell.bytes;
       ++entry) {
    if (!entry->first.overlaps(cell.object, cell.offset, cell.offset + cell.bytes))
      continue;
    std::set<Cell> now = isExact(entry->first) ? protectorsOf(entry->second) : std::set<Cell>{};
    std::set<Cell> &before = protectors_[entry->first];
    for (const Cell &lock : before)
      if (!now.contains(lock) && invariants_[lock].erase(entry->first) != 0)
        noteGrowth(lock.object);
    for (const Cell &lock : now)
      if (invariants_[lock].try_emplace(entry->first, Value::none(entry->first.bytes * 8)).second)
        noteGrowth(lock.object);
    before = std::move(now);
  }
}

Origin Interference::load(const Cell &cell, const Held &held, program::MemoryOrder order) const {
  dependencies_.read(cell.object);
  if (holdsProtector(cell, held))
    return Origin::Locked;
  return program::acquires(order) ? Origin::Acquired : Origin::Unknown;
}

/// Whether the thread holds a lock that is held, exclusively, at all stores to the cell.
bool Interference::holdsProtector(const Cell &cell, const Held &held) const {
  const auto protectors = protectors_.find(cell);
  return protectors != protectors_.end() &&
         std::ranges::any_of(protectors->second, [&](const Cell &lock) { return held.contains(lock); });
}

/// Whether a function of which there is one thread stores to the cell.
bool Interference::mayBeGiven(const Cell &cell, CfaId taker) const {
  const auto found = transitions_.find(cell);
  return found != transitions_.end() &&
         std::any_of(found->second.begin(), found->second.end(), [&](const Transition &transition) {
           return transition.cfa != taker &&
                  (transition.cfa == 0 || parallelism_.instances(transition.cfa) == analysis::Instances::One);
         });
}

/// Notes the values that registers hold of cells, if the cells did not have them from the start.
void Interference::receive(State &state, CfaId taker) {
  for (const auto &[reg, loaded] : state.loaded) {
    const auto &[cell, origin] = loaded;
    const auto value = state.registers.find(reg);
    if (value == state.registers.end() || state.received.contains(cell) || !mayBeGiven(cell, taker) ||
        mayBeEqual(value->second, global_.startValue(cell.object, cell.offset, cell.bytes)))
      continue;
    state.received.emplace(cell, Knowledge{published(value->second), origin});
    if (awaited_.insert(cell).second)
      noteGrowth(cell.object);
  }
}

bool Interference::isProtected(const Cell &cell, const Cell &lock) const {
  dependencies_.read(cell.object);
  if (!isExact(cell))
    return false;
  const auto found = transitions_.find(cell);
  return found == transitions_.end() || std::ranges::all_of(found->second, [&](const Transition &transition) {
           const auto held = transition.held.find(lock);
           return held != transition.held.end() && held->second == exclusively;
         });
}

bool Interference::isStable(const Cell &cell, const Observer &thread) const {
  dependencies_.read(cell.object);
  if (!isExact(cell))
    return false;
  const auto found = transitions_.find(cell);
  const Value any = Value::any(cell.bytes * 8);
  return found == transitions_.end() || std::ranges::none_of(found->second, [&](const Transition &transition) {
           return applies(transition, thread, any);
         });
}

void Interference::interrupt(State &state, const Observer &thread) {
  receive(state, thread.cfa);
  for (auto entry = state.known.begin(); entry != state.known.end();) {
    const Cell &cell = entry->first;
    Knowledge &knowledge = entry->second;
    dependencies_.read(cell.object);
    if (const auto lock = state.held.find(cell); lock != state.held.end()) {
      // The content of a lock that the thread holds. Readers may come and leave.
      if (lock->second != exclusively)
        knowledge = {Value::ofInterval(*Interval::ofSigned(1, support::toSigned(support::mask(cell.bytes * 8 - 1), 64),
                                                           cell.bytes * 8)),
                     Origin::Unknown};
      ++entry;
      continue;
    }
    const auto found = transitions_.find(cell);
    bool isLost = !isExact(cell);
    if (!isLost && found != transitions_.end() && !holdsProtector(cell, thread.held)) {
      const std::vector<Transition> &transitions = found->second;
      bool hasGrown = true;
      for (unsigned i = 0; hasGrown && !isLost; ++i) {
        hasGrown = false;
        isLost = i > mostRepetitions;
        for (const Transition &transition : transitions) {
          if (!applies(transition, thread, knowledge.value))
            continue;
          knowledge.origin = Origin::Unknown;
          Value all = join(knowledge.value, transition.to);
          hasGrown = hasGrown || all != knowledge.value;
          knowledge.value = std::move(all);
        }
      }
    }
    // What is known to all threads need not be kept. A relation to a register is not, and matters under a lock, which
    // may be seen to protect the cell only later.
    isLost = isLost || (knowledge.origin == Origin::Unknown && (!knowledge.value.linear || state.held.empty()) &&
                        includes(knowledge.value, global_.read(cell.object, cell.offset, cell.bytes)));
    entry = isLost ? state.known.erase(entry) : std::next(entry);
  }
}

void Interference::enter(State &state, const Cell &lock) const {
  dependencies_.read(lock.object);
  const auto found = invariants_.find(lock);
  if (found == invariants_.end())
    return;
  for (const auto &[cell, value] : found->second)
    state.known[cell] = {value, Origin::Locked};
}

void Interference::publish(const Cell &lock, const Cell &cell, const Value &value) {
  Value &known = invariants_[lock][cell];
  Value all = grown(known, published(value), invariantUpdates_[{lock, cell}], thresholds_);
  if (all == known)
    return;
  known = std::move(all);
  ++invariantUpdates_[{lock, cell}];
  noteGrowth(lock.object);
}

void Interference::leave(const State &state, const Cell &lock) {
  dependencies_.read(lock.object);
  const auto found = invariants_.find(lock);
  if (found == invariants_.end())
    return;
  for (const auto &entry : found->second) {
    const Cell &cell = entry.first;
    const auto known = state.known.find(cell);
    publish(lock, cell,
            known != state.known.end() ? known->second.value : global_.read(cell.object, cell.offset, cell.bytes));
  }
}

void Interference::start(const std::function<Value(const Cell &)> &read) {
  for (const auto &[lock, cells] : invariants_)
    for (const auto &entry : cells)
      publish(lock, entry.first, read(entry.first));
}

OrderFacts Interference::factsOf(const State &state, const Observer &thread) const {
  OrderFacts facts;
  facts.received = state.received;
  facts.posted = state.posted;
  facts.phases = state.phases;
  for (const auto &[cell, knowledge] : state.known) {
    const auto found = transitions_.find(cell);
    if (found == transitions_.end() || !isExact(cell) || !isKnownAfter(knowledge, found->second))
      continue;
    const auto lock = state.held.find(cell);
    const bool isStable = (lock != state.held.end() && lock->second == exclusively) ||
                          std::none_of(found->second.begin(), found->second.end(), [&](const Transition &transition) {
                            return applies(transition, thread, knowledge.value);
                          });
    if (isStable || mutation_ == Mutation::UnstableGuards)
      facts.guards.emplace(cell, Knowledge{published(knowledge.value), knowledge.origin});
  }
  return facts;
}

/// Whether each store to the cell happens after the one before, or continues its release sequences.
bool Interference::areOrdered(const Cell &cell, const std::vector<Transition> &transitions) const {
  if (!isExact(cell))
    return false;
  return mutation_ == Mutation::StoresAreOrdered || !protectorsOf(transitions).empty() ||
         std::all_of(transitions.begin(), transitions.end(),
                     [](const Transition &transition) { return transition.isAtomic && transition.isOrdered; });
}

/// Whether every store that changes the content from what is known to something else is a release.
bool Interference::leavesByRelease(const std::vector<Transition> &transitions, const Value &known) const {
  return std::all_of(transitions.begin(), transitions.end(), [&](const Transition &transition) {
    return transition.releases || !mayBeEqual(transition.from, known) || includes(known, transition.to);
  });
}

bool Interference::areApart(const OrderFacts &a, const OrderFacts &b) const {
  return std::any_of(a.guards.begin(), a.guards.end(), [&](const auto &guard) {
    const auto &[cell, known] = guard;
    const auto other = b.guards.find(cell);
    if (other == b.guards.end() || mayBeEqual(known.value, other->second.value))
      return false;
    const std::vector<Transition> &transitions = transitions_.at(cell);
    if (!areOrdered(cell, transitions))
      return false;
    // Whichever comes first, the other must happen after the stores in between.
    return (other->second.origin == Origin::Locked || leavesByRelease(transitions, known.value)) &&
           (known.origin == Origin::Locked || leavesByRelease(transitions, other->second.value));
  });
}

std::optional<Value> Interference::valuesUntil(CfaId giver, const Cell &cell) const {
  Value reached = global_.startValue(cell.object, cell.offset, cell.bytes);
  const auto found = transitions_.find(cell);
  bool hasGrown = found != transitions_.end();
  for (unsigned i = 0; hasGrown; ++i) {
    if (i > mostRepetitions)
      return std::nullopt;
    hasGrown = false;
    for (const Transition &transition : found->second) {
      if (transition.cfa == giver || !mayBeEqual(transition.from, reached))
        continue;
      const Value all = join(reached, transition.to);
      hasGrown = hasGrown || all != reached;
      reached = all;
    }
  }
  return reached;
}

bool Interference::isHandedOver(CfaId giver, const OrderFacts &given, const OrderFacts &taken) const {
  return std::any_of(taken.received.begin(), taken.received.end(), [&](const auto &fact) {
    const auto &[cell, received] = fact;
    if (given.posted.contains(cell) && mutation_ != Mutation::PostsAreForgotten)
      return false;
    const auto found = transitions_.find(cell);
    if (found == transitions_.end() || !isExact(cell))
      return false;
    // Without the stores of the giver, the cell does not get the value that was received.
    const std::optional<Value> reached = valuesUntil(giver, cell);
    if (!reached || mayBeEqual(*reached, received.value))
      return false;
    if (received.origin == Origin::Locked)
      return true;
    return received.origin == Origin::Acquired &&
           std::all_of(found->second.begin(), found->second.end(), [&](const Transition &transition) {
             return transition.isAtomic && (transition.cfa == giver ? transition.releases : transition.continues);
           });
  });
}

} // namespace heddle::engines::modular
