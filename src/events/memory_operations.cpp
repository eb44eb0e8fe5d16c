#include "events/memory_operations.hpp"

#include "support/bits.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::events {

using program::Bits;
using program::ExprKind;
using program::Property;
using program::SourceSpan;
using program::Storage;

namespace {

/// Objects whose size is not constant are unwound up to this size, times the depth.
constexpr std::uint64_t bytesPerDepth = 64;

} // namespace

/// Whether all places are in objects that no thread writes.
bool MemoryOperations::areConstantObjects(const AccessPlaces &places) const {
  return places.areKnown && std::all_of(places.constants.begin(), places.constants.end(), [this](Bits pointer) {
           const ObjectId object = context_.source.pointers.object(pointer);
           return object < program_.firstDynamic() &&
                  context_.source.objects[object].kind == program::StaticObject::Kind::Constant;
         });
}

/// What facts say of the memory before the action; null if nothing.
const program::Bounds *MemoryOperations::boundsOf(const ThreadState &state, const AccessPlaces &places,
                                                  unsigned size) const {
  const program::ValueFacts *facts = context_.unwinding.options.facts;
  const std::optional<std::uint64_t> place = places.single();
  if (facts == nullptr || !place)
    return nullptr;
  const program::PointerLayout &pointers = context_.source.pointers;
  return facts->ofMemory(context_.cfaId, state.location, {pointers.object(*place), pointers.offset(*place), size});
}

void MemoryOperations::execute(ThreadState &state, const program::Load &load, bool isUnchanged) {
  const unsigned size = load.width / 8;
  const unsigned width = registers_.widthOf(load.target);
  AccessPlaces places = memory_.placesOf(registers_.evaluate(load.address), load.address, size, false);
  // Accesses that are not shared are computed at once, so their places must be known now.
  if (!places.areKnown && !load.access.shared)
    enumeratePlaces(program_, places, size, false);
  program::Access access = load.access;
  access.shared = access.shared && !memory_.isQuiet(places, size);
  if (!memory_.requireValid(state, places, size))
    return registers_.set(load.target, pool().constant(0, width));
  const bool shared = access.shared && !areConstantObjects(places);
  const program::Bounds *bounds = shared && isUnchanged ? boundsOf(state, places, size) : nullptr;
  // Races and deadlocks depend on which write is read.
  if (bounds != nullptr && bounds->single() && !context_.checks(Property::NoDataRace) &&
      !context_.checks(Property::NoDeadlock)) {
    ++program_.factCounts.constants;
    return registers_.set(load.target, pool().constant(*bounds->single(), width));
  }
  const std::size_t events = program_.events.size();
  const Expr value = memory_.read(state, places, size, shared);
  if (bounds != nullptr && program_.events.size() != events) {
    ++program_.factCounts.reads;
    program_.bounds.emplace(value->index, UnwoundProgram::KnownBounds{*bounds, state.guard});
    program_.constraints.push_back(
        {value->index, pool().disjunction(pool().negate(state.guard), program::isWithin(pool(), *bounds, value))});
  }
  if (shared)
    memory_.noteAccess(state, places, size, access, false);
  registers_.set(load.target, pool().resize(value, width));
}

void MemoryOperations::execute(ThreadState &state, const program::Store &store) {
  const Expr value = registers_.evaluate(store.value);
  const unsigned size = value->width / 8;
  AccessPlaces places = memory_.placesOf(registers_.evaluate(store.address), store.address, size, true);
  if (!places.areKnown && !store.access.shared)
    enumeratePlaces(program_, places, size, true);
  if (!memory_.requireValid(state, places, size))
    return;
  program::Access access = store.access;
  access.shared = access.shared && !memory_.isQuiet(places, size);
  memory_.write(state, places, value, access.shared);
  memory_.noteAccess(state, places, size, access, true);
}

/// The largest size that is unwound, or nothing if the state has ended in a side exit. A size that is not constant
/// beyond the bound is a side exit, which a greater depth avoids.
std::optional<std::uint64_t> MemoryOperations::boundSize(ThreadState &state, Expr size, SourceSpan span) {
  if (size->isConstant()) {
    if (size->value <= context_.source.pointers.maxObjectSize() / 2)
      return static_cast<std::uint64_t>(size->value);
    context_.takeSideExit(state, fmt::format("an object of {} bytes", support::toDecimal(size->value)), span);
    return std::nullopt;
  }
  const std::uint64_t most = std::uint64_t{context_.unwinding.options.depth} * bytesPerDepth;
  const Expr fits = pool().make(ExprKind::Ule, size, pool().constant(most, size->width));
  const Expr larger = pool().conjunction(state.guard, pool().negate(fits));
  if (!larger->isFalse())
    program_.sideExits.push_back(
        {.condition = larger,
         .node = state.node,
         .deeperHelps = true,
         .message = fmt::format("an object of more than {} bytes whose size depends on inputs", most),
         .span = span});
  state.guard = pool().conjunction(state.guard, fits);
  return most;
}

void MemoryOperations::execute(ThreadState &state, const program::Allocate &allocate, SourceSpan span) {
  state.noteEffect();
  const Expr size = registers_.evaluate(allocate.size);
  const std::optional<std::uint64_t> most = boundSize(state, size, span);
  if (!most)
    return;
  const std::size_t index = program_.objects.size();
  if (index < program_.expectedObjects.size())
    if (const Expr expected = program_.expectedObjects[index].exactSize; expected != nullptr)
      program_.constraints.push_back({expected->index, pool().eq(expected, pool().resize(size, expected->width))});
  const auto object = static_cast<ObjectId>(program_.firstDynamic() + index);
  program_.objects.push_back({.size = *most,
                              .exactSize = size->isConstant() ? nullptr : size,
                              .site = allocate.site,
                              .storage = allocate.storage,
                              .zeroed = allocate.zeroed,
                              .freedConcurrently = context_.unwinding.facts.freedConcurrently(allocate.site)});
  context_.self().allocations.push_back({state.guard, object});
  const program::PointerLayout &pointers = context_.source.pointers;
  registers_.set(allocate.target, pool().constant(pointers.pointer(object), pointers.width));
}

void MemoryOperations::execute(ThreadState &state, const program::Free &free, SourceSpan span) {
  const program::PointerLayout &pointers = context_.source.pointers;
  const Expr address = registers_.evaluate(free.address);
  AccessPlaces places = memory_.placesOf(address, free.address, 0, false);
  if (!places.areKnown)
    enumeratePlaces(program_, places, 0, false);
  if (!places.areKnown)
    return context_.takeSideExit(state, "the end of an object that is not known", span);
  std::erase_if(places.constants, [&](Bits pointer) {
    const ObjectId object = pointers.object(pointer);
    return object < program_.firstDynamic() || pointers.offset(pointer) != 0 ||
           (free.storage == Storage::Heap) != (program_.object(object).storage == Storage::Heap);
  });
  const Expr isNull = pool().eq(address, pool().constant(0, address->width));
  const Expr isPlace = memory_.validity(places, 0);
  memory_.noteWildAccess(state, places, pool().disjunction(isNull, isPlace));
  const Expr valid = pool().conjunction(isPlace, memory_.readLife(state, places));
  if (free.storage == Storage::Heap)
    context_.require(state, pool().disjunction(isNull, valid), Property::ValidFree);
  for (const Bits pointer : places.constants) {
    if (state.guard->isFalse())
      return;
    const ObjectId object = pointers.object(pointer);
    const AccessPlaces life = memory_.lifeOf(object);
    const bool shared = memory_.isLifeShared(object, life);
    const Expr isThis = places.isConstant() ? pool().boolean(true) : program_.isAt(places.address, pointer);
    memory_.endLife(state, life, shared, free.access, isThis);
  }
}

void MemoryOperations::execute(ThreadState &state, const program::ObjectSize &query, SourceSpan span) {
  const program::PointerLayout &pointers = context_.source.pointers;
  AccessPlaces places = memory_.placesOf(registers_.evaluate(query.address), query.address, 0, false);
  if (!places.areKnown)
    return context_.takeSideExit(state, "the size of an object that is not known", span);
  std::erase_if(places.constants, [&](Bits pointer) { return pointers.offset(pointer) != 0; });
  const Expr isNull = pool().eq(places.address, pool().constant(0, places.address->width));
  const Expr isPlace = memory_.validity(places, 0);
  memory_.noteWildAccess(state, places, pool().disjunction(isNull, isPlace));
  const Expr valid = pool().conjunction(isPlace, memory_.readLife(state, places));
  context_.require(state, pool().disjunction(isNull, valid), Property::ValidFree);
  const unsigned width = registers_.widthOf(query.target);
  Expr size = pool().constant(0, width);
  for (const Bits pointer : places.constants)
    size = pool().ite(program_.isAt(places.address, pointer), exactSizeOf(pointers.object(pointer), width), size);
  registers_.set(query.target, size);
}

Expr MemoryOperations::exactSizeOf(ObjectId object, unsigned width) {
  if (object >= program_.firstDynamic() && program_.object(object).exactSize != nullptr)
    return pool().resize(program_.object(object).exactSize, width);
  return pool().constant(*program_.sizeOf(object), width);
}

} // namespace heddle::events
