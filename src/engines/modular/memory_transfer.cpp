// Loads, stores, and the lifetime of objects.
#include "engines/modular/condition.hpp"
#include "engines/modular/relate.hpp"
#include "engines/modular/transfer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::engines::modular {

using program::CfaId;
using program::Expr;

bool Transfer::isConstant(AbstractObject object) const {
  return objects_.isStatic(object) && program_.objects[object].kind == program::StaticObject::Kind::Constant;
}

bool Transfer::isFollowed(CfaId cfa, const State &state, AbstractObject object) const {
  return !isConstant(object) && (state.mode != Mode::Shared || objects_.isOwn(cfa, object));
}

Content &Transfer::contentOf(CfaId cfa, State &state, AbstractObject object) const {
  const auto found = state.memory.find(object);
  if (found != state.memory.end())
    return found->second;
  Content unknown;
  unknown.isUnknown = true;
  return state.memory[object] = defaultContent(cfa, state.mode, object).value_or(unknown);
}

/// Whether the object, whose size is not a constant, ends after the access at the address.
bool Transfer::hasRoom(const State &state, AbstractObject object, const std::optional<Linear> &address,
                       unsigned bytes) const {
  if (state.room.isEmpty() || !address)
    return false;
  // The argument of a thread is the only symbol of an address that stands for its offset (slots.hpp).
  if (address->form == Linear::Form::Whole && address->symbol != Symbol::ofStart(Slots::argumentSlot))
    return false;
  return mutation_ == Mutation::AnyRoom || state.room.contains(object, *address, bytes, boundsIn(state));
}

/// The parts of memory that the access may go to, as far as it is defined.
std::vector<Transfer::Place> Transfer::placesOf(const Step &step, const State &state, Expr address, unsigned bytes,
                                                bool writes) const {
  std::vector<Place> places;
  const Value pointer = value(step, state, address);
  const char *const what = writes ? "write" : "read";
  if ((pointer.number || pointer.self || !pointer.handles.empty()) && mutation_ != Mutation::NullIsValid)
    report(step, Suspicion::Undefined, fmt::format("the pointer of a {} may be invalid", what));
  for (const Pointer &target : pointer.pointers) {
    const AbstractObject object = target.object;
    const bool isFunction =
        objects_.isStatic(object) && program_.objects[object].kind == program::StaticObject::Kind::Function;
    if (isFunction || (writes && isConstant(object)) || !objects_.isTarget(step.cfa, address, object)) {
      report(step, Suspicion::Undefined, fmt::format("the pointer of a {} may be invalid", what));
      continue;
    }
    const bool isMissing = !objects_.isStatic(object) && isFollowed(step.cfa, state, object) &&
                           !state.memory.contains(object) && !defaultContent(step.cfa, state.mode, object);
    if (isMissing || state.dead.contains(object) || global_.mayBeGone(object))
      report(step, Suspicion::Undefined,
             fmt::format("a {} of {} may come after the end of its life", what, objects_.nameOf(object, 0, 0)));
    if (isMissing)
      continue;
    noteUse(state, object);
    const auto size = static_cast<std::int64_t>(global_.sizeOf(object));
    std::int64_t last = size - static_cast<std::int64_t>(bytes);
    if (target.high > last && hasRoom(state, object, pointer.linear, bytes))
      last = target.high;
    if (target.low < 0 || target.high > last)
      report(step, Suspicion::Undefined,
             fmt::format("a {} of {} may be out of its bounds", what, objects_.nameOf(object, 0, 0)));
    if (target.low > last || target.high < 0)
      continue;
    places.push_back({object, static_cast<std::uint64_t>(std::max<std::int64_t>(target.low, 0)),
                      static_cast<std::uint64_t>(std::min(target.high, last)), target.low < 0 ? 1 : target.step,
                      pointer.linear});
  }
  return places;
}

/// The one cell of static memory that an access goes to.
std::optional<Cell> Transfer::cellOf(const std::vector<Place> &places, unsigned bytes) const {
  if (places.size() != 1 || !places[0].isExact() || !objects_.isStatic(places[0].object) ||
      isConstant(places[0].object))
    return std::nullopt;
  return Cell{places[0].object, places[0].low, bytes};
}

/// The cell that an access goes to, if its place has a relation to a symbol, and is in one object.
std::optional<Word> Transfer::wordOf(const std::vector<Place> &places, unsigned bytes) const {
  if (places.size() != 1 || isConstant(places[0].object) || !places[0].linear || !places[0].linear->isExact())
    return std::nullopt;
  const Place &place = places[0];
  Word word{place.object, *place.linear, bytes, place.pattern(bytes)};
  if (objects_.isStatic(place.object))
    word.address.base = {};
  else if (word.address.form == Linear::Form::Offset && !word.address.base)
    return std::nullopt;
  return word;
}

Value Transfer::read(const Step &step, State &state, const Place &place, unsigned bytes) const {
  if (isFollowed(step.cfa, state, place.object))
    return readAny(contentOf(step.cfa, state, place.object), place.pattern(bytes), global_.baseOf(place.object));
  return global_.read(place.object, place.pattern(bytes));
}

void Transfer::recordAccess(const Step &step, const State &state, const Place &place, std::uint64_t bytes, bool writes,
                            const program::Access &access) const {
  if (step.findings == nullptr || !access.shared || state.mode != Mode::Shared || isConstant(place.object) ||
      objects_.isOwn(step.cfa, place.object))
    return;
  if (mutation_ == Mutation::PublishedIsOwned && objects_.mayBeOwned(place.object) &&
      objects_.creatorOf(place.object) == step.cfa)
    return;
  const std::set<CfaId> others = othersOf(step.cfa, state);
  step.findings->addAccess(
      {step.cfa, place.object, slots_.addressOf(step.cfa, state, place.pattern(bytes), place.linear), writes,
       !program::isAtomic(access.order), state.held,
       guardsOf(state.heldWords, place.object, objects_.isStatic(place.object), place.linear, bytes), others,
       program_.sources.userSpan(step.span), step.cfa == 0 ? step.instruction : nullptr},
      interference_.factsOf(state, {step.cfa, state.held, others}));
}

namespace {

/// Differences bound the registers that an address depends on.
void tighten(State &state, Expr address) {
  if (state.room.isEmpty())
    return;
  const Room::Bounds bounds = boundsIn(state);
  program::forEachRegister(address, [&](program::RegisterId reg) {
    const auto known = state.registers.find(reg);
    if (known == state.registers.end() || !known->second.isNumber())
      return;
    const Linear linear = known->second.linear.value_or(Linear::same(Symbol::ofRegister(reg)));
    if (!linear.isExact() || linear.form != Linear::Form::Whole || linear.factor <= 0)
      return;
    const auto most = state.room.mostDifference({linear.symbol, linear.factor}, {}, bounds);
    Interval &number = *known->second.number;
    if (!most || SignedBits{*most} + linear.low < number.least || SignedBits{*most} + linear.low >= number.most)
      return;
    if (const auto range = Interval::ofSigned(number.least, SignedBits{*most} + linear.low, number.width))
      number = meet(number, *range).value_or(number);
  });
}

} // namespace

/// An access that is defined is in its object, which bounds the register that its offset depends on.
void Transfer::boundIndex(State &state, const std::vector<Place> &places) const {
  if (state.room.isEmpty() || places.size() != 1 || !places[0].linear)
    return;
  const Linear &linear = *places[0].linear;
  if (linear.form != Linear::Form::Offset || linear.symbol.kind != Symbol::Kind::Register || linear.factor <= 0)
    return;
  const auto index = state.registers.find(linear.symbol.id);
  if (index == state.registers.end() || !index->second.isNumber())
    return;
  const Room::Bounds bounds = boundsIn(state);
  SignedBits most = static_cast<SignedBits>(program_.pointers.maxObjectSize()) - linear.low;
  for (const auto &[size, least] : state.room.sizes()) {
    const std::optional<Distance> known = size.object == places[0].object ? bounds(size.of.symbol) : std::nullopt;
    const auto beyond =
        known ? state.room.mostDifference({linear.symbol, linear.factor}, size.of, bounds) : std::nullopt;
    if (beyond)
      most = std::min(most, (SignedBits{*beyond} + SignedBits{known->high} * size.of.factor) / linear.factor);
  }
  Interval &number = *index->second.number;
  if (most >= number.least && most < number.most)
    if (const auto range = Interval::ofSigned(number.least, most, number.width))
      number = meet(number, *range).value_or(number);
}

void Transfer::execute(Step &step, State &state, const program::Load &load, bool &isOver) {
  const unsigned bytes = load.width / 8U;
  tighten(state, load.address);
  const std::vector<Place> places = placesOf(step, state, load.address, bytes, false);
  boundIndex(state, places);
  const std::optional<Cell> cell = cellOf(places, bytes);
  Value result = Value::none(load.width);
  Origin origin = Origin::Unknown;
  for (const Place &place : places) {
    recordAccess(step, state, place, bytes, false, load.access);
    result = join(result, read(step, state, place, bytes));
  }
  const std::optional<Word> word = wordOf(places, bytes);
  if (word && !(cell && state.known.contains(*cell)))
    if (const auto known = state.words.find(*word); known != state.words.end())
      result = known->second;
  if (cell) {
    const auto [known, isNew] = state.known.try_emplace(*cell, Knowledge{result, Origin::Unknown});
    if (known->second.value.number && locks_.isOfOther(state, *cell))
      known->second.value.isOther = true;
    result = known->second.value;
    if (known->second.origin == Origin::Unknown)
      known->second.origin = interference_.load(*cell, state.held, load.access.order);
    origin = known->second.origin;
    if (program::acquires(load.access.order))
      state.acquired.insert(*cell);
  }
  noteWeakAccess(state, result, load.access.order,
                 program::acquires(load.access.order) || origin == Origin::Locked || origin == Origin::Own);
  // A valid place has content; if none is known, the analysis has missed how it got there.
  if (result.isImpossible() && !places.empty())
    report(step, Suspicion::Unfollowed, "nothing is known of what is read");
  const unsigned width = step.automaton.registers[load.target].width;
  std::optional<Sum> sum;
  if (cell && width == load.width && clusters_.templates().isTracked(*cell)) {
    sum = Sum::of(variableOf(*cell));
    if (result.isNumber())
      result.number = meet(*result.number, state.relations.boundOf(*sum, valuesIn(state))).value_or(*result.number);
  }
  setRegister(state, load.target, resized(result, width), std::nullopt, std::move(sum));
  const bool isNamed = width == load.width && width > 1 && width <= 64;
  if (cell && isNamed && !state.registers[load.target].linear)
    state.known[*cell].value.linear = Linear::same(Symbol::ofRegister(load.target));
  // The address may depend on the register that has been loaded, and then it names another word.
  if (word && isNamed && !naming_.mentions(word->address, load.target)) {
    Value content = result;
    content.linear = state.registers[load.target].linear.value_or(Linear::same(Symbol::ofRegister(load.target)));
    state.words.insert_or_assign(*word, content);
    state.wordLinks.insert_or_assign(load.target, *word);
    if (program::acquires(load.access.order))
      state.acquiredWords.emplace(*word, true);
  }
  if (cell && width == load.width) {
    state.links[load.target] = *cell;
    if (state.mode == Mode::Shared && (origin == Origin::Acquired || origin == Origin::Locked))
      state.loaded[load.target] = {*cell, origin};
  }
  isOver = result.isImpossible();
  if (cell && mutation_ == Mutation::TakenByLoad)
    takeContent(step, state, *cell, program::MemoryOrder::Plain);
}

/// What is known of the cells that a store may change.
void Transfer::forgetCells(State &state, const Place &place, unsigned bytes) {
  const Pattern pattern = place.pattern(bytes);
  const auto isHit = [&](const Cell &cell) {
    return cell.object == place.object && mayOverlap({cell.offset, cell.offset, 0, cell.bytes}, pattern);
  };
  std::erase_if(state.known, [&](const auto &entry) { return isHit(entry.first); });
  std::erase_if(state.links, [&](const auto &entry) { return isHit(entry.second); });
  const auto isHitWord = [&](const Word &word) {
    if (word.object != place.object || !mayOverlap(word.pattern, pattern))
      return false;
    if (!place.linear || !word.address.isLike(*place.linear) || place.linear->high >= Linear::farAway)
      return true;
    return word.address.low < place.linear->high + static_cast<std::int64_t>(bytes) &&
           place.linear->low < word.address.low + static_cast<std::int64_t>(word.bytes);
  };
  std::erase_if(state.words, [&](const auto &entry) { return isHitWord(entry.first); });
  std::erase_if(state.wordLinks, [&](const auto &entry) { return isHitWord(entry.second); });
}

void Transfer::write(const Step &step, State &state, const Place &place, unsigned bytes, const Value &value,
                     bool isOnly) {
  if (!isFollowed(step.cfa, state, place.object)) {
    if (mutation_ == Mutation::ForgetStores && step.cfa != 0)
      return;
    // The model of mutexes checks in arrays that owners are handles.
    const bool isOwner = !place.isExact() && value.isOwnHandle();
    global_.store(place.object, place.pattern(bytes), isOwner ? Value::ofInterval(asInterval(value)) : value);
    return;
  }
  Content &content = contentOf(step.cfa, state, place.object);
  if (!place.isExact())
    smear(content, place.pattern(bytes), value);
  else if (isOnly && !content.isMany)
    storeStrongly(content, place.low, bytes, value);
  else
    storeWeakly(content, place.low, bytes, value, global_.baseOf(place.object));
}

void Transfer::execute(Step &step, State &state, States &split, const program::Store &store, bool &isOver) {
  const unsigned bytes = store.value->width / 8U;
  tighten(state, store.address);
  Value stored = value(step, state, store.value);
  std::vector<Place> places = placesOf(step, state, store.address, bytes, true);
  if (places.empty() || stored.isImpossible()) {
    isOver = true;
    return;
  }
  if (!std::all_of(places.begin(), places.end(),
                   [&](const Place &place) { return objects_.isOwn(step.cfa, place.object); })) {
    if (const std::optional<Cell> target = cellOf(places, bytes);
        target && takeContent(step, state, *target, store.access.order))
      stored = value(step, state, store.value);
    noteWeakAccess(state, stored, store.access.order, program::releases(store.access.order));
    noteTitles(step, stored, places, bytes);
    if (publish(step, state, stored)) {
      stored = value(step, state, store.value);
      places = placesOf(step, state, store.address, bytes, true);
    }
  }
  const std::optional<Cell> cell = cellOf(places, bytes);
  if (cell) {
    const auto known = state.known.find(*cell);
    const Value before = known != state.known.end() ? known->second.value : read(step, state, places[0], bytes);
    const bool isLoaded =
        std::any_of(state.links.begin(), state.links.end(), [&](const auto &link) { return link.second == *cell; });
    // A test-and-set stores before it is known whether the lock was free: the two cases are followed apart.
    const std::optional<Bits> free = locks_.freeValueOf(state, *cell);
    if (free && isLoaded && program::isAtomic(store.access.order) && before.mayBe(*free) && !before.isConstant(*free) &&
        !stored.mayBe(*free)) {
      State other = state;
      if (assumeContent(other, *cell, *free, true))
        split.push_back(std::move(other));
      if (!assumeContent(state, *cell, *free, false)) {
        isOver = true;
        return;
      }
      if (const auto rest = state.known.find(*cell); rest != state.known.end() && rest->second.value.mayBe(*free))
        split.clear(); // the cases are not apart
      else
        return execute(step, state, split, store, isOver);
    }
    recordAccess(step, state, places[0], bytes, true, store.access);
    const std::optional<Sum> sum = clusters_.templates().isTracked(*cell) ? sumIn(state, store.value) : std::nullopt;
    storeToCell(step, state, *cell, places[0].linear, before, stored, sum, store.access.order, isLoaded);
    if (const std::optional<Word> word = wordOf(places, bytes)) // one place now, many in later rounds of a loop
      state.words.insert_or_assign(*word, stored);
    return;
  }
  const std::optional<Word> word = wordOf(places, bytes);
  if (word) {
    const auto known = state.words.find(*word);
    const Value before = known != state.words.end() ? known->second : read(step, state, places[0], bytes);
    const bool isLoaded = std::any_of(state.wordLinks.begin(), state.wordLinks.end(),
                                      [&](const auto &link) { return link.second.isSame(*word); });
    if (isLoaded && program::isAtomic(store.access.order) && before.mayBe(0) && !before.isConstant(0) &&
        !stored.mayBe(0) && locks_.mayBeLock(*word)) {
      State other = state;
      if (assumeContent(other, *word, 0, true))
        split.push_back(std::move(other));
      if (!assumeContent(state, *word, 0, false)) {
        isOver = true;
        return;
      }
      if (const auto rest = state.words.find(*word); rest != state.words.end() && rest->second.mayBe(0))
        split.clear(); // the cases are not apart
      else
        return execute(step, state, split, store, isOver);
    }
    recordAccess(step, state, places[0], bytes, true, store.access);
    locks_.store(state, {*word, before, stored, store.access.order, isLoaded});
  }
  for (const Place &place : places) {
    if (!word)
      recordAccess(step, state, place, bytes, true, store.access);
    barriers_.store(state, place.object, place.low, place.high + bytes);
    if (!objects_.isStatic(place.object) && !word)
      locks_.storeSomewhere(state, place.object, place.pattern(bytes));
    if (objects_.isStatic(place.object)) {
      if (!word)
        locks_.storeSomewhere(state, place.object, place.pattern(bytes));
      if (!isFollowed(step.cfa, state, place.object))
        interference_.storeSomewhere(place.object, place.pattern(bytes));
    }
    if (!isFollowed(step.cfa, state, place.object))
      slots_.store(place.object, slots_.addressOf(step.cfa, state, place.pattern(bytes), place.linear));
    write(step, state, place, bytes, stored, places.size() == 1);
    forgetCells(state, place, bytes);
    forgetRelated(state, place.object, place.pattern(bytes));
  }
  if (word)
    state.words.insert_or_assign(*word, stored);
}

/// A store to exactly one cell, which may be a lock.
void Transfer::storeToCell(const Step &step, State &state, const Cell &cell, const std::optional<Linear> &address,
                           const Value &before, const Value &value, const std::optional<Sum> &sum,
                           program::MemoryOrder order, bool isLoaded) {
  const Place place{cell.object, cell.offset, cell.offset, 0};
  const bool isShared = !isFollowed(step.cfa, state, cell.object);
  const auto known = state.known.find(cell);
  const Origin origin = known != state.known.end() ? known->second.origin : Origin::Unknown;
  const Held held = state.held;
  barriers_.store(state, cell.object, cell.offset, cell.offset + cell.bytes);
  locks_.store(state, {cell, before, value, order, isLoaded});
  Origin own = Origin::Own;
  if (isShared) {
    for (const auto &lock : held)
      if (!state.held.contains(lock.first)) {
        interference_.leave(state, lock.first);
        clusters_.leave(state, lock.first);
      }
    slots_.store(cell.object, slots_.addressOf(step.cfa, state, place.pattern(cell.bytes), address));
    own = interference_.store({step.cfa, held, othersOf(step.cfa, state)},
                              {cell, {before, origin}, value, order, isLoaded});
    if (interference_.isAwaited(cell))
      state.posted.insert(cell);
    if (program::isAtomic(order))
      tracked_.insert(cell);
  }
  write(step, state, place, cell.bytes, value, true);
  forgetCells(state, place, cell.bytes);
  state.known[cell] = {value, own};
  relateStored(state, cell, sum);
  if (isShared)
    for (const auto &lock : state.held)
      if (!held.contains(lock.first)) {
        interference_.enter(state, lock.first);
        clusters_.enter(state, lock.first);
      }
}

/// The word at which the object of a library call begins.
void Transfer::execute(Step &step, State &state, const program::Sync &sync) {
  constexpr unsigned wordBytes = 4;
  const std::optional<Cell> cell =
      cellOf(placesOf({step.cfa, step.automaton, nullptr, {}}, state, sync.object, wordBytes, false), wordBytes);
  state.sync.reset();
  if (cell)
    state.sync = {sync.kind, *cell};
  switch (sync.kind) {
  case program::SyncKind::BarrierWait:
    cell ? barriers_.wait(state, step.cfa, *cell) : barriers_.refuteAll();
    break;
  case program::SyncKind::Init:
  case program::SyncKind::Destroy:
    if (state.mode == Mode::Shared)
      cell ? barriers_.refute(*cell) : barriers_.refuteAll();
    break;
  default:
    break;
  }
}

void Transfer::execute(Step &step, State &state, const program::Allocate &allocate) {
  const AbstractObject object = objects_.objectAt(allocate.site, step.cfa);
  Value sizeValue = value(step, state, allocate.size);
  // A comparison may have bounded the number that the size is a multiple of.
  if (sizeValue.isNumber() && sizeValue.linear && sizeValue.linear->isExact() && sizeValue.linear->factor > 0)
    if (const std::optional<Distance> known = boundsIn(state)(sizeValue.linear->symbol)) {
      const SignedBits factor = sizeValue.linear->factor;
      const auto range = Interval::ofSigned(factor * known->low + sizeValue.linear->low,
                                            factor * known->high + sizeValue.linear->low, sizeValue.width);
      if (range)
        sizeValue.number = meet(*sizeValue.number, *range).value_or(*sizeValue.number);
    }
  const Interval size = asInterval(sizeValue);
  if (size.high > program_.pointers.maxObjectSize())
    report(step, Suspicion::Unfollowed, "an object may not fit into the modelled memory");
  global_.allocate(object, static_cast<std::uint64_t>(std::min<Bits>(size.low, program_.pointers.maxObjectSize())));
  Content fresh;
  fresh.isZero = allocate.zeroed;
  fresh.isUnknown = !allocate.zeroed;
  // A constant size is in the global invariant.
  const bool isSum = sizeValue.isNumber() && !sizeValue.isConstant() && size.least >= 0;
  const std::optional<Linear> relation = isSum ? sizeValue.linear : std::nullopt;
  if (relation)
    if (const std::optional<Distance> known = boundsIn(state)(relation->symbol)) {
      state.room.learn({}, {relation->symbol, 1}, -known->low);
      state.room.learn({relation->symbol, 1}, {}, known->high);
    }
  if (objects_.mayBeOwned(object) && ownership_.mayOwnNewest(object)) {
    allocateNewest(step, state, object, fresh);
    state.room.allocate(newestOf(object), true, relation);
    setRegister(state, allocate.target, Value::pointer(newestOf(object), 0, program_.pointers.width));
    return;
  }
  const bool isFirst = isFollowed(step.cfa, state, object) && !state.memory.contains(object) &&
                       !defaultContent(step.cfa, state.mode, object);
  state.room.allocate(object, isFirst, relation);
  if (!isFollowed(step.cfa, state, object)) {
    global_.publish(object, fresh);
  } else if (const auto known = state.memory.find(object); known != state.memory.end()) {
    known->second = join(known->second, fresh, global_.baseOf(object));
    known->second.isMany = true;
  } else {
    Content &content = state.memory[object] = fresh;
    // Other objects of the site may be known to the global invariant.
    if (state.mode == Mode::Again && !objects_.isOwn(step.cfa, object)) {
      content.isGlobal = true;
      content.isMany = true;
    }
  }
  setRegister(state, allocate.target, Value::pointer(object, 0, program_.pointers.width));
}

void Transfer::endObject(const Step &step, State &state, AbstractObject object, bool isCertain) {
  if (mutation_ == Mutation::FreesAreForgotten)
    return;
  if (!isFollowed(step.cfa, state, object)) {
    global_.end(object);
    return;
  }
  const auto found = state.memory.find(object);
  const bool isOne =
      found != state.memory.end() && (isOwned(object) || (!found->second.isMany && !found->second.isGlobal));
  if (isCertain && isOne) {
    state.memory.erase(found);
    forgetPointers(state, object);
    forgetWords(state, object);
    if (isOwned(object) && object != newestOf(siteObject(object)))
      global_.end(siteObject(object)); // other pointers to it may be left
  } else {
    state.dead.insert(object);
  }
  if (!isOwned(object) && objects_.escapes(object)) // pointers to it may be in shared memory
    state.dead.insert(object);
}

void Transfer::execute(Step &step, State &state, const program::Free &release) {
  const Value pointer = value(step, state, release.address);
  const bool isHeap = release.storage == program::Storage::Heap;
  Value rest = pointer;
  rest.pointers.clear();
  if (isHeap && !rest.isImpossible() && !rest.isConstant(0))
    report(step, Suspicion::Undefined, "the pointer that is freed may be invalid");
  for (const Pointer &target : pointer.pointers) {
    const AbstractObject object = target.object;
    const bool isDynamic = !objects_.isStatic(object);
    if (isHeap && (!isDynamic || target.low != 0 || target.high != 0 ||
                   objects_.storageOf(object) != program::Storage::Heap || state.dead.contains(object) ||
                   global_.mayBeGone(object) || !objects_.isTarget(step.cfa, release.address, object)))
      report(step, Suspicion::Undefined, "what is freed may not be the start of a heap object, or be gone already");
    if (!isDynamic)
      continue;
    noteUse(state, object);
    recordAccess(step, state, {object, 0, 0, 0}, UINT32_MAX, true, release.access);
    endObject(step, state, object, pointer.pointers.size() == 1 && rest.isImpossible());
  }
}

void Transfer::execute(Step &step, State &state, const program::ObjectSize &query) {
  const Value pointer = value(step, state, query.address);
  for (const Pointer &target : pointer.pointers)
    noteUse(state, target.object);
  Value rest = pointer;
  rest.pointers.clear();
  const bool isValid = (rest.isImpossible() || rest.isConstant(0)) &&
                       std::all_of(pointer.pointers.begin(), pointer.pointers.end(), [&](const Pointer &target) {
                         return target.low == 0 && target.high == 0 && !state.dead.contains(target.object) &&
                                !global_.mayBeGone(target.object) && !objects_.isStatic(target.object);
                       });
  if (!isValid)
    report(step, Suspicion::Undefined, "a pointer may not be the start of an object");
  setRegister(state, query.target, Value::any(step.automaton.registers[query.target].width));
}

} // namespace heddle::engines::modular
