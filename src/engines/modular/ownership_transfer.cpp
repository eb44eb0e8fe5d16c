// How objects get a name of their own, and lose it (ownership.hpp).
#include "engines/modular/transfer.hpp"

#include <algorithm>

namespace heddle::engines::modular {

namespace {

std::set<AbstractObject> ownedIn(const Value &value) {
  std::set<AbstractObject> result;
  for (const Pointer &pointer : value.pointers)
    if (isOwned(pointer.object))
      result.insert(pointer.object);
  return result;
}

std::set<AbstractObject> ownedIn(const Content &content) {
  std::set<AbstractObject> result;
  for (const auto &cell : content.cells)
    result.merge(ownedIn(cell.second));
  for (const auto &smeared : content.smears)
    result.merge(ownedIn(smeared.second.value));
  return result;
}

void renameObject(Value &value, AbstractObject before, AbstractObject after) {
  const auto found = std::find_if(value.pointers.begin(), value.pointers.end(),
                                  [&](const Pointer &pointer) { return pointer.object == before; });
  if (found == value.pointers.end())
    return;
  Value renamed = Value::none(value.width);
  renamed.linear = value.linear;
  renamed.pointers.push_back(*found);
  renamed.pointers.front().object = after;
  value.pointers.erase(found);
  value = value.isImpossible() ? renamed : join(value, renamed);
}

} // namespace

void Transfer::allocateNewest(const Step &step, State &state, AbstractObject object, const Content &fresh) {
  const AbstractObject newest = newestOf(object);
  if (state.memory.contains(newest))
    giveUp(step, state, newest);
  state.dead.erase(newest);
  state.memory.emplace(newest, fresh);
}

/// The object becomes one of those of its site, which others may know.
void Transfer::giveUp(const Step &step, State &state, AbstractObject owned) {
  const AbstractObject object = siteObject(owned);
  changeValues(state, [&](Value &value) { renameObject(value, owned, object); });
  std::map<Word, Value> words;
  for (auto &[word, value] : state.words) {
    Word renamed = word;
    if (renamed.object == owned)
      renamed.object = object;
    words.emplace(std::move(renamed), std::move(value));
  }
  state.words = std::move(words);
  forgetWords(state, owned);
  const auto found = state.memory.find(owned);
  if (found != state.memory.end()) {
    // What it points to can be reached through it.
    for (const AbstractObject other : ownedIn(found->second))
      giveUp(step, state, other);
    const Content content = std::move(found->second);
    state.memory.erase(found);
    const BaseReader base = global_.baseOf(object);
    if (state.mode == Mode::Shared) {
      global_.publish(object, content);
    } else if (const auto known = state.memory.find(object); known != state.memory.end()) {
      known->second = join(known->second, content, base);
      known->second.isMany = true;
    } else if (const std::optional<Content> others = defaultContent(step.cfa, state.mode, object)) {
      Content &all = state.memory[object] = join(*others, content, base);
      all.isMany = true;
    } else {
      state.memory.emplace(object, content);
    }
  }
  if (state.dead.erase(owned) != 0)
    endObject(step, state, object, false);
}

/// What is known of words of an object by its old name.
void Transfer::forgetWords(State &state, AbstractObject object) {
  const auto isHit = [&](const Word &word) { return word.object == object; };
  std::erase_if(state.words, [&](const auto &entry) { return isHit(entry.first); });
  std::erase_if(state.wordLinks, [&](const auto &entry) { return isHit(entry.second); });
  std::erase_if(state.heldWords, [&](const auto &entry) { return isHit(entry.first); });
  std::erase_if(state.acquiredWords, [&](const auto &entry) { return isHit(entry.first); });
}

/// Other threads can get the value. Returns whether that ends the ownership of an object.
bool Transfer::publish(const Step &step, State &state, const Value &value) {
  const std::set<AbstractObject> owned = ownedIn(value);
  for (const AbstractObject object : owned)
    giveUp(step, state, object);
  return !owned.empty();
}

/// A pointer that is stored or loaded atomically without order does not order what its thread has done before.
void Transfer::noteWeakAccess(const State &state, const Value &value, program::MemoryOrder order, bool isOrdered) {
  if (state.mode != Mode::Shared || !program::isAtomic(order) || isOrdered || mutation_ == Mutation::WeakPublication)
    return;
  for (const Pointer &pointer : value.pointers)
    if (objects_.mayBeOwned(siteObject(pointer.object)))
      ownership_.refuteNewest(siteObject(pointer.object));
}

} // namespace heddle::engines::modular
