// Operations on memory: loads, stores, and the lifetime of objects.
#include "interpreter/runner.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::interpreter {

using program::MemoryOrder;
using program::Property;
using program::Storage;

/// Records an access in the step accesses, and checks for a race.
Runner::Flow Runner::recordAccess(const CompiledOperation &operation, const ByteRange &range, bool write,
                                  MemoryOrder order) {
  if (machine_.stepAccesses_ != nullptr)
    machine_.stepAccesses_->add(range, write);
  if (!state_.races)
    return Flow::Next;
  if (program::isAtomic(order) && machine_.mayBePlain_ && !machine_.mayBePlain_(state_.memory, range.object))
    return Flow::Next;
  const AccessRecord access{range, thread_, write, !program::isAtomic(order), 0, operation.instruction};
  const std::optional<AccessRecord> earlier = state_.races->access(access, machine_.passesOver_);
  if (!earlier)
    return Flow::Next;
  const Flow flow = violate(Property::NoDataRace, machine_.names_.race(state_.memory, *earlier, access),
                            *operation.instruction, {.earlier = earlier, .range = range});
  result_.violation->variable =
      machine_.names_.place(state_.memory, range.object, range.begin, range.end - range.begin);
  for (const AccessRecord &party : {*earlier, access})
    if (party.instruction != nullptr)
      result_.violation->participants.push_back({party.instruction->span, party.write});
  return flow;
}

/// The step depends on those that end the lifetime of the object to which the pointer points.
void Runner::dependOnLifetime(Bits pointer) {
  if (machine_.stepAccesses_ != nullptr)
    machine_.stepAccesses_->add({program_.pointers.object(pointer), 0, UINT64_MAX}, false);
}

/// An access that is undefined because of what `pointer` points to. Before a free, the same access may be valid, and
/// race with it.
Runner::Flow Runner::invalid(Property property, const std::string &message, const program::Instruction &instruction,
                             Bits pointer) {
  dependOnLifetime(pointer);
  return undefined(property, message, instruction, {.pointer = pointer});
}

Runner::Flow Runner::executeLoad(const CompiledOperation &operation) {
  const auto &load = operation.as<program::Load>();
  const unsigned size = load.width / 8;
  const Bits pointer = evaluator().evaluate(operation.first);
  const Place place = state_.memory.find(pointer, size, false);
  if (place.fault != Fault::None)
    return invalid(Property::ValidDeref, machine_.names_.fault(state_.memory, place.fault, pointer, size, false),
                   *operation.instruction, pointer);
  if (load.access.shared && !place.constant) {
    const ByteRange range{place.object, place.offset, place.offset + size};
    // What an acquiring load synchronises with happens before the load itself.
    if (state_.races) {
      state_.races->load(thread_, range, load.access.order);
      if (program::isAtomic(load.access.order))
        loaded_.push_back(range);
    }
    if (const Flow flow = recordAccess(operation, range, false, load.access.order); flow != Flow::Next)
      return flow;
  }
  const std::uint32_t uninitialised = state_.memory.uninitialised(place, size);
  if (load.access.copy && state_.memory.isDynamic(place.object))
    self().copyMask = static_cast<std::uint16_t>(uninitialised);
  else if ((uninitialised & ~std::uint32_t{load.access.padding}) != 0 &&
           !initialise(load, *operation.instruction, place))
    return badInput();
  const unsigned width = code_.cfa().registers[load.target].width;
  const Bits value = support::truncate(state_.memory.read(place, size), width);
  evaluator().set(load.target, value);
  observe(operation, {.place = place, .value = value, .size = size});
  return Flow::Next;
}

Runner::Flow Runner::executeStore(const CompiledOperation &operation) {
  const auto &store = operation.as<program::Store>();
  const unsigned size = store.value->width / 8;
  const Bits pointer = evaluator().evaluate(operation.first);
  const Place place = state_.memory.find(pointer, size, true);
  if (place.fault != Fault::None)
    return invalid(Property::ValidDeref, machine_.names_.fault(state_.memory, place.fault, pointer, size, true),
                   *operation.instruction, pointer);
  if (store.access.shared) {
    const ByteRange range{place.object, place.offset, place.offset + size};
    if (const Flow flow = recordAccess(operation, range, true, store.access.order); flow != Flow::Next)
      return flow;
    if (state_.races) {
      // A load and a store of the same place in one atomic action are a read-modify-write.
      const bool continues = std::find(loaded_.begin(), loaded_.end(), range) != loaded_.end();
      state_.races->store(thread_, range, store.access.order, continues);
    }
  }
  const Bits value = evaluator().evaluate(operation.second);
  const std::uint32_t uninitialised = store.access.copy ? self().copyMask : 0;
  self().copyMask = 0;
  state_.memory.write(place, size, value, uninitialised);
  ++changes_;
  observe(operation, {.place = place, .value = value, .size = size});
  return Flow::Next;
}

Runner::Flow Runner::executeAllocate(const CompiledOperation &operation) {
  const auto &allocate = operation.as<program::Allocate>();
  const std::uint64_t size = evaluator().evaluateWord(operation.first);
  if (size > program_.pointers.maxObjectSize() || size + state_.memory.totalSize() > machine_.limits_.memory)
    return halt(fmt::format("an object of {} bytes does not fit into the modelled memory", size),
                operation.instruction->span);

  // An id is free again when there is no pointer to the last object with this id. The choice may depend only on what
  // the state stores, hence only on the live registers of this thread.
  const unsigned idClass = machine_.idClass(thread_);
  std::optional<ObjectId> id = state_.memory.freeId(idClass, 0);
  while (id && machine_.mentions(state_, thread_, operation.live, *id))
    id = state_.memory.freeId(idClass, *id + machine_.layout_.classes);
  if (!id)
    return halt("too many objects for the modelled memory", operation.instruction->span);

  state_.memory.allocate(*id, static_cast<std::uint32_t>(size), allocate.zeroed, allocate.site, allocate.storage,
                         thread_);
  if (machine_.stepAccesses_ != nullptr)
    machine_.stepAccesses_->allocated |= 1U << idClass;
  const Bits pointer = program_.pointers.pointer(*id);
  evaluator().set(allocate.target, pointer);
  ++changes_;
  observe(operation, {.place = {.object = *id}, .value = pointer});
  return Flow::Next;
}

void Runner::releaseObject(ObjectId object) {
  if (machine_.stepAccesses_ != nullptr)
    machine_.stepAccesses_->add({object, 0, UINT64_MAX}, true);
  if (state_.races)
    state_.races->forget(object);
  state_.memory.release(object);
  ++changes_;
}

Runner::Flow Runner::executeFree(const CompiledOperation &operation) {
  const auto &free = operation.as<program::Free>();
  const Bits pointer = evaluator().evaluate(operation.first);
  const ObjectId id = program_.pointers.object(pointer);
  const DynamicObject *object = state_.memory.dynamic(id);
  const bool starts = object != nullptr && object->alive && program_.pointers.offset(pointer) == 0;
  if (free.storage != Storage::Heap) {
    // The scope was entered by a jump past the declaration: there is no object whose lifetime could end.
    if (!starts)
      return Flow::Next;
  } else {
    if (pointer == 0)
      return Flow::Next;
    if (!starts || object->storage != Storage::Heap) {
      const bool wasFreed = object != nullptr && object->known && !object->alive;
      return invalid(Property::ValidFree,
                     fmt::format("free of {}, {}", machine_.names_.pointer(state_.memory, pointer),
                                 wasFreed ? "which was freed already" : "which is not the start of a heap object"),
                     *operation.instruction, pointer);
    }
  }
  if (free.access.shared) {
    const ByteRange whole{id, 0, object->size};
    if (const Flow flow = recordAccess(operation, whole, true, MemoryOrder::Plain); flow != Flow::Next)
      return flow;
  }
  observe(operation, {.place = {.object = id}, .value = pointer});
  releaseObject(id);
  return Flow::Next;
}

Runner::Flow Runner::executeObjectSize(const CompiledOperation &operation) {
  const auto &query = operation.as<program::ObjectSize>();
  const Bits pointer = evaluator().evaluate(operation.first);
  std::uint64_t size = 0;
  if (pointer != 0) {
    const Place place = state_.memory.find(pointer, 0, false);
    if (place.fault != Fault::None || place.offset != 0)
      return invalid(Property::ValidFree,
                     fmt::format("{} is not the start of an object", machine_.names_.pointer(state_.memory, pointer)),
                     *operation.instruction, pointer);
    size = state_.memory.size(place.object);
    dependOnLifetime(pointer);
  }
  evaluator().set(query.target, support::truncate(size, code_.cfa().registers[query.target].width));
  return Flow::Next;
}

/// A heap object that is not reachable from variables, from stacks, or from registers of other threads at the end of
/// the program, and therefore lost. Every word that could be a pointer counts as one.
std::optional<ObjectId> Runner::lostObject() {
  const Memory &memory = state_.memory;
  std::vector<bool> reached(memory.endOfIds());
  std::vector<ObjectId> worklist;
  const auto reach = [&](std::uint64_t word) {
    const ObjectId id = program_.pointers.object(word);
    if (id < reached.size() && !reached[id] && memory.isAlive(id)) {
      reached[id] = true;
      worklist.push_back(id);
    }
  };
  for (ObjectId id = 1; id < program_.objects.size(); ++id)
    memory.forEachWord(id, reach);
  for (ObjectId id = static_cast<ObjectId>(program_.objects.size()); id < memory.endOfIds(); ++id)
    if (memory.isAlive(id) && memory.dynamic(id)->storage != Storage::Heap)
      reach(static_cast<std::uint64_t>(program_.pointers.pointer(id)));
  for (unsigned slot = 0; slot < state_.threads.size(); ++slot)
    if (slot != thread_)
      machine_.forEachKeptWord(state_.threads[slot], reach);
  while (!worklist.empty()) {
    const ObjectId id = worklist.back();
    worklist.pop_back();
    memory.forEachWord(id, reach);
  }
  for (ObjectId id = static_cast<ObjectId>(program_.objects.size()); id < memory.endOfIds(); ++id)
    if (memory.isAlive(id) && memory.dynamic(id)->storage == Storage::Heap && !reached[id])
      return id;
  return std::nullopt;
}

} // namespace heddle::interpreter
