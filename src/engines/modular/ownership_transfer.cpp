// How objects get a name of their own, and lose it (ownership.hpp).
#include "engines/modular/transfer.hpp"

#include <algorithm>

namespace heddle::engines::modular {

using program::CfaId;

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
    if (owned == newestOf(object))
      state.room.rename(owned, object,
                        state.mode != Mode::Shared && !state.memory.contains(object) &&
                            !defaultContent(step.cfa, state.mode, object));
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

/// Whether all pointers to objects that can be owned carry the titles of their objects.
bool Transfer::hasTitles(const Value &value) const {
  return std::none_of(value.pointers.begin(), value.pointers.end(),
                      [&](const Pointer &pointer) { return objects_.mayBeOwned(pointer.object); });
}

/// An object of the site has got its own name; what is known of others may be about this one.
void Transfer::take(const Step &step, State &state, AbstractObject object) {
  const AbstractObject taken = takenOf(object);
  if (state.memory.contains(taken))
    giveUp(step, state, taken);
  ownership_.take(object);
  Content content;
  content.isGlobal = true;
  if (state.mode != Mode::Shared)
    content = contentOf(step.cfa, state, object);
  content.isMany = false;
  state.memory.emplace(taken, std::move(content));
  forgetWords(state, object);
}

/// A store is about to overwrite the cell. Returns whether the thread gets an object.
bool Transfer::takeContent(const Step &step, State &state, const Cell &cell, program::MemoryOrder order) {
  const auto known = state.known.find(cell);
  if (known == state.known.end() || !known->second.value.linear || !ownership_.holdsTitles(cell))
    return false;
  const Linear content = *known->second.value.linear;
  if (content.form != Linear::Form::Whole || content.factor != 1)
    return false;
  const bool isUpdate =
      std::any_of(state.links.begin(), state.links.end(), [&](const auto &link) { return link.second == cell; });
  if (state.mode == Mode::Shared && program::isAtomic(order) && !(isUpdate && state.acquired.contains(cell)))
    return false;
  std::vector<AbstractObject> objects;
  for (const Pointer &pointer : known->second.value.pointers)
    if (objects_.mayBeOwned(pointer.object) && ownership_.mayBeTaken(pointer.object) &&
        !state.dead.contains(pointer.object))
      objects.push_back(pointer.object);
  for (const AbstractObject object : objects) {
    take(step, state, object);
    const auto rename = [&](Value &value) { renameObject(value, object, takenOf(object)); };
    changeValues(state, [&](Value &value) {
      if (value.linear && value.linear->form == Linear::Form::Whole && value.linear->symbol == content.symbol)
        rename(value);
    });
    if (content.symbol.kind == Symbol::Kind::Register)
      if (const auto reg = state.registers.find(content.symbol.id); reg != state.registers.end())
        rename(reg->second);
  }
  if (!objects.empty())
    ownership_.takeFrom(cell);
  return !objects.empty();
}

/// A new thread gets the titles of what its argument points to.
void Transfer::takeArgument(CfaId cfa, State &state) const {
  if (!ownership_.argumentsHaveTitles(cfa))
    return;
  Value &argument = state.registers[program_.cfas[cfa].argument];
  const std::vector<Pointer> pointers = argument.pointers;
  for (const Pointer &pointer : pointers) {
    if (!objects_.mayBeOwned(pointer.object) || !ownership_.mayBeTaken(pointer.object))
      continue;
    ownership_.take(pointer.object);
    ownership_.takeArgument(cfa);
    renameObject(argument, pointer.object, takenOf(pointer.object));
    state.memory[takenOf(pointer.object)].isGlobal = true;
    std::map<Word, Value> words;
    for (const auto &[word, value] : state.words) {
      Word renamed = word;
      if (renamed.object == pointer.object)
        renamed.object = takenOf(pointer.object);
      words.emplace(renamed, value);
    }
    state.words = std::move(words);
  }
}

/// The joining thread gets the titles of what the result points to.
void Transfer::takeResult(const Step &step, State &state, Value &result) {
  if (!ownership_.resultsHaveTitles())
    return;
  const std::vector<Pointer> pointers = result.pointers;
  for (const Pointer &pointer : pointers)
    if (objects_.mayBeOwned(pointer.object) && ownership_.mayBeTaken(pointer.object) &&
        !state.dead.contains(pointer.object)) {
      take(step, state, pointer.object);
      ownership_.takeResult();
      renameObject(result, pointer.object, takenOf(pointer.object));
    }
}

/// A pointer without its title, or one that may be stored in several places, is not what a cell that holds titles has.
void Transfer::noteTitles(const Step &step, const Value &stored, const std::vector<Place> &places, unsigned bytes) {
  const bool points = std::any_of(stored.pointers.begin(), stored.pointers.end(), [&](const Pointer &pointer) {
    return objects_.mayBeOwned(siteObject(pointer.object));
  });
  const std::optional<Cell> cell = cellOf(places, bytes);
  if (!points || (cell && (hasTitles(stored) || mutation_ == Mutation::CellsHoldTitles)))
    return;
  if (cell)
    return ownership_.refuteTitles(*cell);
  for (const Place &place : places)
    if (objects_.isStatic(place.object) && !objects_.isOwn(step.cfa, place.object))
      ownership_.refuteTitles(place.object);
}

/// A use of an object without its title.
void Transfer::noteUse(const State &state, AbstractObject object) const {
  if (!objects_.mayBeOwned(object) || mutation_ == Mutation::UsesAreOwned)
    return;
  const bool isUnused =
      state.mode == Mode::First || (mutation_ == Mutation::UsesWhenAlone && state.mode == Mode::Again);
  if (!isUnused || state.memory.contains(takenOf(object)))
    ownership_.refuteTaken(object);
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
