// Accesses to memory: what a thread can compute by itself it computes on its view; the rest are events.
//
// Every store is an event, because others may read it. A load is one if others may write at the same time, or
// may have written since the thread last knew the place (MemoryView). The life of objects that may be freed
// is memory like any other: each access reads it, Free reads and clears it.
#include "analysis/addresses.hpp"
#include "events/places.hpp"
#include "events/thread_unwinder.hpp"

#include <algorithm>

namespace heddle::events {

using program::Bits;
using program::ExprKind;
using program::Property;
using program::Storage;

namespace {

constexpr std::size_t mostPlaces = 64; // that are read off the address's expression
constexpr std::size_t mostLocalPlaces = 4096;

} // namespace

/// `address` is the value of `programAddress`.
ThreadUnwinder::Places ThreadUnwinder::resolve(Expr address, Expr programAddress, unsigned size, bool write) {
  Places places;
  places.address = address;
  if (const auto values = analysis::possibleValues(address, mostPlaces)) {
    places.areKnown = true;
    for (const Bits value : *values)
      if (isAccessible(program_, value, size, write))
        places.constants.push_back(value);
    return places;
  }
  places.regions = unwinding_.facts.pointsTo().regions(cfaId_, programAddress, size);
  return places;
}

/// Whether an earlier unwinding has shown that no two threads access the places at the same time.
bool ThreadUnwinder::isQuiet(const Places &places, unsigned size) const {
  return places.areKnown && std::all_of(places.constants.begin(), places.constants.end(), [&](Bits pointer) {
           return unwinding_.options.quiet.contains(program_, pointer, size);
         });
}

/// Whether the address is one of the places: a symbol if they are not known yet.
Expr ThreadUnwinder::validity(const Places &places, unsigned size) {
  if (!places.areKnown)
    return program_.symbol(1);
  Expr valid = pool().boolean(false);
  for (const Bits pointer : places.constants)
    valid = pool().disjunction(
        valid, pool().conjunction(program_.isAt(places.address, pointer), program_.isInside(pointer, size)));
  return valid;
}

Expr ThreadUnwinder::exactSizeOf(ObjectId object, unsigned width) {
  if (object >= program_.firstDynamic() && program_.object(object).exactSize != nullptr)
    return pool().resize(program_.object(object).exactSize, width);
  return pool().constant(*program_.sizeOf(object), width);
}

/// Of the objects that the places are in, those that have a life.
std::vector<ObjectId> ThreadUnwinder::dynamicObjectsOf(const Places &places) const {
  std::vector<ObjectId> objects;
  for (const Bits pointer : places.constants) {
    const ObjectId object = source_.pointers.object(pointer);
    if (object >= program_.firstDynamic() && std::find(objects.begin(), objects.end(), object) == objects.end())
      objects.push_back(object);
  }
  return objects;
}

ThreadUnwinder::Places ThreadUnwinder::lifeAt(ObjectId object) {
  Places life;
  life.constants = {program_.lifeOf(object)};
  life.areKnown = true;
  life.address = pool().constant(life.constants.front(), source_.pointers.width);
  return life;
}

/// Whether the object that is accessed is alive.
Expr ThreadUnwinder::readLife(State &state, const Places &places) {
  Expr alive = pool().boolean(true);
  for (const ObjectId object : dynamicObjectsOf(places)) {
    const Places place = lifeAt(object);
    const bool shared = program_.object(object).freedConcurrently && !isQuiet(place, 1);
    const Expr value = read(state, place, 1, shared);
    if (value->isConstant() && value->value == 1)
      continue;
    Expr here = pool().boolean(false); // the access is to this object
    for (const Bits pointer : places.constants)
      if (source_.pointers.object(pointer) == object)
        here = pool().disjunction(here, program_.isAt(places.address, pointer));
    alive = pool().conjunction(alive, pool().disjunction(pool().negate(here), pool().eq(value, pool().constant(1, 8))));
  }
  return alive;
}

/// Reads at places: from the view if that knows them, otherwise by an event.
Expr ThreadUnwinder::read(State &state, const Places &places, unsigned size, bool shared) {
  if (!shared)
    if (const Expr known = readFromView(state, places, size))
      return known;
  if (places.isConstant() && places.areKnown && state.open)
    for (const CachedAccess &access : state.cache)
      if (access.address == places.constants.front() && access.size == size &&
          unwinding_.guards.implies(state.guard, access.guard))
        return access.value;
  const Expr value = program_.symbol(8 * size);
  addEvent(state, MemoryEvent::Kind::Load, places, size, value);
  if (places.isConstant() && places.areKnown) {
    const auto address = static_cast<std::uint64_t>(places.constants.front());
    if (!shared)
      state.view.store(program_, address, size, value);
    else if (state.open)
      state.cache.push_back({address, size, value, state.guard});
  }
  return value;
}

Expr ThreadUnwinder::readFromView(State &state, const Places &places, unsigned size) {
  if (!places.areKnown)
    return nullptr;
  Expr value = nullptr;
  for (const Bits pointer : places.constants) {
    const Expr here = state.view.load(program_, static_cast<std::uint64_t>(pointer), size);
    if (here == nullptr)
      return nullptr;
    value = value == nullptr ? here : pool().ite(program_.isAt(places.address, pointer), here, value);
  }
  return value;
}

void ThreadUnwinder::write(State &state, const Places &places, Expr value, bool shared) {
  noteEffect(state);
  const unsigned size = value->width / 8;
  addEvent(state, MemoryEvent::Kind::Store, places, size, value);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> &written = unwinding_.written[thread_];
  if (state.open)
    state.wrote = true;
  if (places.areKnown) {
    for (const Bits pointer : places.constants)
      written.emplace_back(static_cast<std::uint64_t>(pointer), size);
    if (shared)
      for (const Bits pointer : places.constants)
        state.view.forget(program_, static_cast<std::uint64_t>(pointer), size);
    else
      writeToView(state, places, value);
  } else {
    analysis::RegionSet &regions = unwinding_.writtenRegions[thread_];
    regions.insert(regions.end(), places.regions.begin(), places.regions.end());
    for (const auto &[address, extent] : extentsOf(places.regions)) {
      written.emplace_back(address, extent);
      state.view.forget(program_, address, extent);
    }
  }
  const bool exact = places.isConstant() && places.areKnown;
  std::erase_if(state.cache, [&](const CachedAccess &access) {
    return !exact || (access.address < static_cast<std::uint64_t>(places.constants.front()) + size &&
                      static_cast<std::uint64_t>(places.constants.front()) < access.address + access.size);
  });
  if (exact && shared && state.open)
    state.cache.push_back({static_cast<std::uint64_t>(places.constants.front()), size, value, state.guard});
}

void ThreadUnwinder::writeToView(State &state, const Places &places, Expr value) {
  const unsigned size = value->width / 8;
  for (const Bits pointer : places.constants) {
    const auto address = static_cast<std::uint64_t>(pointer);
    if (places.isConstant()) {
      state.view.store(program_, address, size, value);
      continue;
    }
    const Expr old = state.view.load(program_, address, size);
    state.view.store(program_, address, size,
                     old ? pool().ite(program_.isAt(places.address, pointer), value, old) : nullptr);
  }
}

/// The bytes of all objects that exist so far and are in the regions, objects as wholes.
std::vector<std::pair<std::uint64_t, std::uint64_t>>
ThreadUnwinder::extentsOf(const analysis::RegionSet &regions) const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> extents;
  for (ObjectId object = 1; object < program_.endOfObjects(); ++object) {
    const std::optional<std::uint64_t> size = program_.sizeOf(object);
    if (!size || !isIn(program_, object, regions))
      continue;
    extents.emplace_back(static_cast<std::uint64_t>(source_.pointers.pointer(object)), *size);
  }
  return extents;
}

void ThreadUnwinder::addEvent(State &state, MemoryEvent::Kind kind, const Places &places, unsigned size, Expr value) {
  MemoryEvent event;
  event.kind = kind;
  event.node = state.node;
  event.guard = state.guard;
  event.address = places.address;
  event.placesAreKnown = places.areKnown;
  event.places = places.constants;
  event.regions = places.regions;
  event.size = size;
  event.value = value;
  event.valid = places.valid;
  event.isAttempt = isAttempting_;
  program_.events.push_back(std::move(event));
}

void ThreadUnwinder::noteAccess(const State &state, const Places &places, unsigned size, const program::Access &access,
                                bool write) {
  if (!access.shared || !checks(Property::NoDataRace))
    return;
  program_.accesses.push_back({.node = state.node,
                               .guard = state.guard,
                               .address = places.address,
                               .places = places.constants,
                               .event = places.areKnown ? 0 : static_cast<EventId>(program_.events.size() - 1),
                               .size = size,
                               .write = write,
                               .order = access.order});
}

/// Stops the thread, or notes a violation, if the address is not valid. False if it certainly is not.
bool ThreadUnwinder::requireValid(State &state, Places &places, unsigned size) {
  const Expr valid = validity(places, size);
  places.valid = places.areKnown ? nullptr : valid;
  require(state, valid, Property::ValidDeref);
  if (state.guard->isFalse())
    return false;
  require(state, readLife(state, places), Property::ValidDeref);
  return !state.guard->isFalse();
}

/// Unshared accesses are computed at once, so all their places must be known: those of every object so far.
void ThreadUnwinder::enumerate(Places &places, unsigned size, bool write) {
  program_.reckonedWithObjects = true;
  auto constants = placesIn(program_, places.regions, places.address, size, write, mostLocalPlaces);
  if (!constants)
    return;
  places.constants = std::move(*constants);
  places.areKnown = true;
}

void ThreadUnwinder::execute(State &state, const program::Load &load) {
  const unsigned size = load.width / 8;
  const unsigned width = cfa_.registers[load.target].width;
  Places places = resolve(evaluate(load.address), load.address, size, false);
  if (!places.areKnown && !load.access.shared)
    enumerate(places, size, false);
  program::Access access = load.access;
  access.shared = access.shared && !isQuiet(places, size);
  if (!requireValid(state, places, size))
    return set(load.target, pool().constant(0, width));
  const auto isConstantObject = [this](Bits pointer) {
    const ObjectId object = source_.pointers.object(pointer);
    return object < program_.firstDynamic() && source_.objects[object].kind == program::StaticObject::Kind::Constant;
  };
  const bool shared = access.shared && !(places.areKnown && std::all_of(places.constants.begin(),
                                                                        places.constants.end(), isConstantObject));
  const Expr value = read(state, places, size, shared);
  if (shared)
    noteAccess(state, places, size, access, false);
  set(load.target, pool().resize(value, width));
}

void ThreadUnwinder::execute(State &state, const program::Store &store) {
  const Expr value = evaluate(store.value);
  const unsigned size = value->width / 8;
  Places places = resolve(evaluate(store.address), store.address, size, true);
  if (!places.areKnown && !store.access.shared)
    enumerate(places, size, true);
  if (!requireValid(state, places, size))
    return;
  program::Access access = store.access;
  access.shared = access.shared && !isQuiet(places, size);
  write(state, places, value, access.shared);
  noteAccess(state, places, size, access, true);
}

void ThreadUnwinder::execute(State &state, const program::Free &free, const program::Instruction &instruction) {
  const Expr address = evaluate(free.address);
  Places places = resolve(address, free.address, 0, false);
  if (!places.areKnown)
    enumerate(places, 0, false);
  if (!places.areKnown)
    return leave(state, "the end of an object that is not known", instruction.span);
  std::erase_if(places.constants, [&](Bits pointer) {
    const ObjectId object = source_.pointers.object(pointer);
    return object < program_.firstDynamic() || source_.pointers.offset(pointer) != 0 ||
           (free.storage == Storage::Heap) != (program_.object(object).storage == Storage::Heap);
  });
  const Expr isNull = pool().eq(address, pool().constant(0, address->width));
  const Expr valid = pool().conjunction(validity(places, 0), readLife(state, places));
  if (free.storage == Storage::Heap)
    require(state, pool().disjunction(isNull, valid), Property::ValidFree);
  for (const Bits pointer : places.constants) {
    if (state.guard->isFalse())
      return;
    const ObjectId object = source_.pointers.object(pointer);
    const Places life = lifeAt(object);
    const bool shared = program_.object(object).freedConcurrently && !isQuiet(life, 1);
    if (places.isConstant()) {
      endLife(state, life, shared, free.access, pool().boolean(true));
      continue;
    }
    endLife(state, life, shared, free.access, program_.isAt(places.address, pointer));
  }
}

/// Under a condition: the guard of its events, and a case distinction in the view.
void ThreadUnwinder::endLife(State &state, const Places &life, bool shared, const program::Access &access,
                             Expr condition) {
  const Expr dead = pool().constant(0, 8);
  const Expr guard = state.guard;
  state.guard = pool().conjunction(guard, condition);
  if (!state.guard->isFalse()) {
    const MemoryView before = state.view;
    write(state, life, dead, shared);
    // To free an object is to write all of it.
    Places whole = life;
    const ObjectId object = source_.pointers.object(life.constants.front());
    whole.constants = {source_.pointers.pointer(object)};
    whole.address = pool().constant(whole.constants.front(), source_.pointers.width);
    noteAccess(state, whole, static_cast<unsigned>(program_.object(object).size), access, true);
    if (!condition->isTrue())
      state.view.merge(program_, condition, before);
  }
  state.guard = guard;
}

} // namespace heddle::events
