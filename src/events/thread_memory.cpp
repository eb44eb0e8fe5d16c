#include "events/thread_memory.hpp"

#include <algorithm>

namespace heddle::events {

using program::Bits;
using program::Property;

AccessPlaces ThreadMemory::placesOf(Expr address, Expr sourceAddress, unsigned size, bool write) const {
  const SourceExpression source{context_.cfaId, sourceAddress};
  return events::placesOf(program_, context_.unwinding.facts.pointsTo(), address, source, size, write);
}

bool ThreadMemory::isQuiet(const AccessPlaces &places, unsigned size) const {
  return places.areKnown && std::all_of(places.constants.begin(), places.constants.end(), [&](Bits pointer) {
           return context_.unwinding.options.quiet.contains(program_, pointer, size);
         });
}

Expr ThreadMemory::validity(const AccessPlaces &places, unsigned size) {
  if (!places.areKnown)
    return program_.symbol(1);
  Expr valid = pool().boolean(false);
  for (const Bits pointer : places.constants)
    valid = pool().disjunction(
        valid, pool().conjunction(program_.isAt(places.address, pointer), program_.isInside(pointer, size)));
  return valid;
}

/// Of the objects that contain the places, the dynamic ones.
std::vector<ObjectId> ThreadMemory::dynamicObjectsOf(const AccessPlaces &places) const {
  std::vector<ObjectId> objects;
  for (const Bits pointer : places.constants) {
    const ObjectId object = context_.source.pointers.object(pointer);
    if (object >= program_.firstDynamic() && std::find(objects.begin(), objects.end(), object) == objects.end())
      objects.push_back(object);
  }
  return objects;
}

AccessPlaces ThreadMemory::at(Bits place) const {
  AccessPlaces places;
  places.constants = {place};
  places.areKnown = true;
  places.address = pool().constant(place, context_.source.pointers.width);
  return places;
}

AccessPlaces ThreadMemory::lifeOf(ObjectId object) const { return at(program_.lifeOf(object)); }

AccessPlaces ThreadMemory::joinabilityOf(ThreadId thread) const { return at(program_.joinabilityOf(thread)); }

bool ThreadMemory::isLifeShared(ObjectId object, const AccessPlaces &life) const {
  return program_.object(object).freedConcurrently && !isQuiet(life, 1);
}

Expr ThreadMemory::readLife(ThreadState &state, const AccessPlaces &places) {
  Expr alive = pool().boolean(true);
  for (const ObjectId object : dynamicObjectsOf(places)) {
    const AccessPlaces life = lifeOf(object);
    const Expr value = read(state, life, 1, isLifeShared(object, life));
    if (value->isConstant() && value->value == 1)
      continue;
    Expr here = pool().boolean(false); // the access is to this object
    for (const Bits pointer : places.constants)
      if (context_.source.pointers.object(pointer) == object)
        here = pool().disjunction(here, program_.isAt(places.address, pointer));
    alive = pool().conjunction(alive, pool().disjunction(pool().negate(here), pool().eq(value, pool().constant(1, 8))));
  }
  return alive;
}

void ThreadMemory::noteWildAccess(const ThreadState &state, const AccessPlaces &places, Expr valid) {
  WildAccess wild;
  wild.isInvented = std::any_of(places.regions.begin(), places.regions.end(), [](const analysis::Region &region) {
    return region.kind == analysis::Region::Kind::Anywhere;
  });
  wild.condition = wild.isInvented ? state.guard : pool().conjunction(state.guard, pool().negate(valid));
  if (wild.condition->isFalse())
    return;
  wild.address = places.address;
  for (const Bits pointer : places.constants)
    if (const ObjectId object = context_.source.pointers.object(pointer);
        wild.objects.empty() || wild.objects.back() != object)
      wild.objects.push_back(object);
  wild.regions = places.regions;
  program_.wildAccesses.push_back(std::move(wild));
}

bool ThreadMemory::requireValid(ThreadState &state, AccessPlaces &places, unsigned size) {
  const Expr valid = validity(places, size);
  noteWildAccess(state, places, valid);
  places.valid = places.areKnown ? nullptr : valid;
  context_.require(state, valid, Property::ValidDeref);
  if (state.guard->isFalse())
    return false;
  context_.require(state, readLife(state, places), Property::ValidDeref);
  return !state.guard->isFalse();
}

Expr ThreadMemory::read(ThreadState &state, const AccessPlaces &places, unsigned size, bool shared) {
  if (!shared)
    if (const Expr known = readFromView(state, places, size))
      return known;
  const std::optional<std::uint64_t> address = places.single();
  if (address && state.open)
    for (const CachedAccess &access : state.cache)
      if (access.address == *address && access.size == size &&
          context_.unwinding.guards.implies(state.guard, access.guard))
        return access.value;
  const Expr value = program_.symbol(8 * size);
  addEvent(state, MemoryEvent::Kind::Load, places, size, value);
  if (address && !shared)
    state.view.store(program_, *address, size, value);
  else if (address && state.open)
    state.cache.push_back({*address, size, value, state.guard});
  return value;
}

/// Null if the view does not know all of the places.
Expr ThreadMemory::readFromView(ThreadState &state, const AccessPlaces &places, unsigned size) {
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

void ThreadMemory::write(ThreadState &state, const AccessPlaces &places, Expr value, bool shared) {
  state.noteEffect();
  const unsigned size = value->width / 8;
  addEvent(state, MemoryEvent::Kind::Store, places, size, value);
  if (state.open)
    state.wrote = true;
  if (places.areKnown) {
    std::vector<ByteRange> &written = context_.unwinding.written[context_.thread].ranges;
    for (const Bits pointer : places.constants)
      written.push_back({static_cast<std::uint64_t>(pointer), size});
    if (shared)
      for (const Bits pointer : places.constants)
        state.view.forget(program_, static_cast<std::uint64_t>(pointer), size);
    else
      writeToView(state, places, value);
  } else {
    context_.forget(state, places.regions);
  }
  updateCache(state, places, value, shared);
}

void ThreadMemory::writeToView(ThreadState &state, const AccessPlaces &places, Expr value) {
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

/// Drops what a write may have overwritten, and adds its value if its place is certain.
void ThreadMemory::updateCache(ThreadState &state, const AccessPlaces &places, Expr value, bool shared) {
  const unsigned size = value->width / 8;
  const std::optional<std::uint64_t> address = places.single();
  std::erase_if(state.cache, [&](const CachedAccess &access) {
    return !address || (access.address < *address + size && *address < access.address + access.size);
  });
  if (address && shared && state.open)
    state.cache.push_back({*address, size, value, state.guard});
}

void ThreadMemory::addEvent(ThreadState &state, MemoryEvent::Kind kind, const AccessPlaces &places, unsigned size,
                            Expr value) {
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
  event.isAttempt = state.attempting;
  program_.events.push_back(std::move(event));
}

void ThreadMemory::noteAccess(const ThreadState &state, const AccessPlaces &places, unsigned size,
                              const program::Access &access, bool write) {
  if (!access.shared || !context_.checks(Property::NoDataRace))
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

void ThreadMemory::endLife(ThreadState &state, const AccessPlaces &life, bool shared, const program::Access &access,
                           Expr condition) {
  const Expr dead = pool().constant(0, 8);
  const Expr guard = state.guard;
  state.guard = pool().conjunction(guard, condition);
  if (!state.guard->isFalse()) {
    const MemoryView before = state.view;
    write(state, life, dead, shared);
    // As to data races, freeing an object writes all of it.
    const program::PointerLayout &pointers = context_.source.pointers;
    AccessPlaces whole = life;
    const ObjectId object = pointers.object(life.constants.front());
    whole.constants = {pointers.pointer(object)};
    whole.address = pool().constant(whole.constants.front(), pointers.width);
    noteAccess(state, whole, static_cast<unsigned>(program_.object(object).size), access, true);
    if (!condition->isTrue())
      state.view.merge(program_, condition, before);
  }
  state.guard = guard;
}

} // namespace heddle::events
