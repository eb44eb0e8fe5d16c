// The semantics of operations, in the order of program/action.hpp.
#include "recheck/step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace heddle::recheck {

using program::MemoryOrder;
using program::Property;
using program::Storage;

namespace {

/// Bytes of all objects that are followed.
constexpr std::uint64_t mostMemory = std::uint64_t{1} << 24;
/// Each thread takes the ids of new objects from a residue class of its own, as far as there are classes, so that the
/// order in which threads allocate leaves no trace in the state.
constexpr ObjectId idClasses = 8;

} // namespace

void Step::set(RegisterId target, Bits bits) {
  self().registers[target] = support::truncate(bits, cfa().registers[target].width);
}

Bits Step::choose(Bits low, Bits high, program::SourceSpan span) {
  if (!choices_.areGiven() && high - low >= model_.options.inputValues)
    notModelled("an input has too many values", span);
  hasChosen_ = true;
  const Bits chosen = choices_.choose(low, high);
  if (choices_.doNotFit())
    notModelled("an input that the execution does not give", span);
  return chosen;
}

Step::Flow Step::execute(const program::Assign &op, program::SourceSpan /*span*/) {
  set(op.target, value(op.value));
  return Flow::Next;
}

Step::Flow Step::execute(const program::Havoc &op, program::SourceSpan span) {
  set(op.target, choose(op.low, op.high, span));
  return Flow::Next;
}

Bits Step::loaded(const program::Load &op, const Place &place) {
  const unsigned size = op.width / 8U;
  const std::uint32_t unknown = unknownBytes(state_, place, size) & ~std::uint32_t{op.access.padding};
  Bits bits = read(program_, state_, place, size);
  if (unknown == 0 || self().copied != 0)
    return bits;
  // A register that is narrower than its bytes is a _Bool: its other bit patterns are trap representations.
  const auto count = static_cast<unsigned>(std::popcount(unknown));
  const unsigned width = count == size ? cfa().registers[op.target].width : 8 * count;
  Bits chosen = choose(0, support::mask(width), cfa().locations[self().location].span);
  for (unsigned i = 0; i < size; ++i)
    if ((unknown >> i & 1) != 0) {
      bits |= (chosen & 0xff) << (8 * i);
      chosen >>= 8;
    }
  write(state_, place, size, bits, 0);
  // The first reader decides for all.
  if (op.access.shared)
    note(place, size, true);
  return bits;
}

/// Adds an access to memory that is shared to the record.
void Step::note(const Place &place, std::uint64_t size, bool write) {
  if (record_ != nullptr)
    record_->accesses.memory.push_back({{place.object, place.offset, place.offset + size}, write});
}

/// Notes a shared access; reports it if it is a data race.
void Step::access(const Place &place, std::uint64_t size, bool write, MemoryOrder order, program::SourceSpan span) {
  const Object &object = state_.objects.at(place.object);
  const bool isDynamic = place.object >= program_.objects.size();
  const Racing::Key key{isDynamic, isDynamic ? object.site : place.object};
  const bool plain = !program::isAtomic(order);
  if (!model_.keepsAccesses) {
    if (plain)
      model_.racing.plain.insert(key);
    if (write)
      model_.racing.written.insert(key);
    return;
  }
  if (!model_.keepsAll && !model_.racing.contains(key))
    return;
  Slots children = 0;
  for (const unsigned child : started_)
    children |= Slots{1} << child;
  if (state_.knowledge.access(thread_, {place.object, place.offset, place.offset + size}, write, plain, children))
    violate(Property::NoDataRace, "a data race", span);
}

/// What the step does depends on the steps that end the lifetime of the object.
void Step::noteLifetime(Bits pointer) {
  if (record_ != nullptr)
    record_->accesses.memory.push_back({{program_.pointers.object(pointer), 0, UINT64_MAX}, false});
}

Step::Flow Step::invalid(Property property, const char *what, program::SourceSpan span, Bits pointer) {
  noteLifetime(pointer);
  return undefined(property, what, span);
}

Step::Flow Step::execute(const program::Load &op, program::SourceSpan span) {
  const unsigned size = op.width / 8U;
  const std::optional<Place> place = find(program_, state_, value(op.address), size, false);
  if (!place)
    return invalid(Property::ValidDeref, "an invalid read", span, value(op.address));
  if (op.access.shared && !place->constant)
    note(*place, size, false);
  if (races() && op.access.shared && !place->constant) {
    const Range range{place->object, place->offset, place->offset + size};
    state_.knowledge.load(thread_, range, op.access.order);
    if (program::isAtomic(op.access.order))
      atomicLoads_.push_back(range);
    access(*place, size, false, op.access.order, span);
  }
  // A static object whose content is unknown is defined elsewhere, and has one value, however often it is copied.
  if (op.access.copy && place->object >= program_.objects.size())
    self().copied = static_cast<std::uint16_t>(unknownBytes(state_, *place, size));
  set(op.target, loaded(op, *place));
  return Flow::Next;
}

Step::Flow Step::execute(const program::Store &op, program::SourceSpan span) {
  const unsigned size = op.value->width / 8U;
  const std::optional<Place> place = find(program_, state_, value(op.address), size, true);
  if (!place)
    return invalid(Property::ValidDeref, "an invalid write", span, value(op.address));
  if (op.access.shared)
    note(*place, size, true);
  if (races() && op.access.shared) {
    const Range range{place->object, place->offset, place->offset + size};
    access(*place, size, true, op.access.order, span);
    // A load and a store of the same place in one atomic action or block are a read-modify-write.
    const bool continues = std::find(atomicLoads_.begin(), atomicLoads_.end(), range) != atomicLoads_.end();
    state_.knowledge.store(thread_, range, op.access.order, continues);
  }
  write(state_, *place, size, value(op.value), op.access.copy ? self().copied : 0);
  self().copied = 0;
  return Flow::Next;
}

Step::Flow Step::execute(const program::Fence &op, program::SourceSpan /*span*/) {
  if (races())
    state_.knowledge.fence(thread_, op.order);
  return Flow::Next;
}

Step::Flow Step::execute(const program::AtomicBegin & /*op*/, program::SourceSpan /*span*/) { return Flow::Next; }

Step::Flow Step::execute(const program::Guard & /*op*/, program::SourceSpan /*span*/) {
  return Flow::Next; // `attempt` has seen that it holds
}

Step::Flow Step::execute(const program::Assume &op, program::SourceSpan /*span*/) {
  return value(op.condition) != 0 ? Flow::Next : Flow::Stopped;
}

Step::Flow Step::execute(const program::Check &op, program::SourceSpan span) {
  if (value(op.condition) != 0)
    return Flow::Next;
  if (model_.checks(op.property))
    violate(op.property, op.message, span);
  return op.after == program::AfterFailure::Continue ? Flow::Next : Flow::Undefined;
}

/// The lowest id of the thread's class that no object has and no pointer mentions.
ObjectId Step::freeId() const {
  ObjectId id = static_cast<ObjectId>(program_.objects.size()) + thread_ % idClasses;
  while (state_.objects.contains(id) || mentions(program_, state_, id))
    id += idClasses;
  return id;
}

Step::Flow Step::execute(const program::Allocate &op, program::SourceSpan span) {
  const Bits size = value(op.size);
  std::uint64_t total = 0;
  for (const auto &[other, object] : state_.objects)
    total += object.bytes.size();
  if (size > mostMemory || total + static_cast<std::uint64_t>(size) > mostMemory)
    notModelled("an object is too large", span);
  const ObjectId id = freeId();
  if (id > program_.pointers.maxObject())
    notModelled("there are too many objects", span);
  Object &object = state_.objects[id];
  object.bytes.assign(static_cast<std::size_t>(size), 0);
  if (!op.zeroed)
    object.unknown.assign(static_cast<std::size_t>(size), 1);
  object.storage = op.storage;
  object.owner = op.storage == Storage::Heap ? 0 : thread_;
  object.site = op.site;
  set(op.target, program_.pointers.pointer(id));
  if (record_ != nullptr)
    record_->accesses.allocationsOf |= 1U << thread_ % idClasses;
  return Flow::Next;
}

void Step::release(ObjectId object) {
  if (record_ != nullptr)
    record_->accesses.memory.push_back({{object, 0, UINT64_MAX}, true});
  state_.objects.erase(object);
  if (races())
    state_.knowledge.forget(object);
}

Step::Flow Step::execute(const program::Free &op, program::SourceSpan span) {
  const Bits pointer = value(op.address);
  if (op.storage == Storage::Heap && pointer == 0)
    return Flow::Next;
  const ObjectId id = program_.pointers.object(pointer);
  const auto found = state_.objects.find(id);
  const bool isStart =
      id >= program_.objects.size() && found != state_.objects.end() && program_.pointers.offset(pointer) == 0;
  if (op.storage == Storage::Heap && (!isStart || found->second.storage != Storage::Heap))
    return invalid(Property::ValidFree, "an invalid free", span, pointer);
  if (!isStart) // the scope of a local was entered by a jump past its declaration
    return Flow::Next;
  if (races() && op.access.shared)
    access({id, 0, false}, found->second.bytes.size(), true, MemoryOrder::Plain, span);
  release(id);
  return Flow::Next;
}

std::optional<std::uint64_t> Step::sizeAt(Bits pointer) const {
  if (pointer == 0)
    return 0;
  const std::optional<Place> place = find(program_, state_, pointer, 0, false);
  if (!place || place->offset != 0)
    return std::nullopt;
  return place->constant ? program_.objects[place->object].size : state_.objects.at(place->object).bytes.size();
}

Step::Flow Step::execute(const program::ObjectSize &op, program::SourceSpan span) {
  const std::optional<std::uint64_t> size = sizeAt(value(op.address));
  if (!size)
    return invalid(Property::ValidFree, "not the start of an object", span, value(op.address));
  noteLifetime(value(op.address));
  set(op.target, *size);
  return Flow::Next;
}

Step::Flow Step::execute(const program::Spawn &op, program::SourceSpan span) {
  const Bits argument = value(op.argument);
  unsigned slot = 0;
  while (state_.threads.contains(slot))
    ++slot;
  if (slot >= model_.options.maxThreads)
    notModelled("there are too many threads", span);
  const program::Cfa &started = program_.cfas[op.cfa];
  Thread child;
  child.cfa = op.cfa;
  child.location = started.entry;
  if (started.argument != program::noRegister)
    child.registers[started.argument] = argument;
  if (started.self != program::noRegister)
    child.registers[started.self] = Bits{slot} + 1;
  state_.threads[slot] = std::move(child);
  started_.push_back(slot);
  if (races())
    state_.knowledge.start(slot, thread_);
  set(op.target, Bits{slot} + 1);
  if (record_ != nullptr) {
    record_->accesses.threads = true;
    record_->started.push_back(slot);
  }
  return Flow::Next;
}

/// The slot of a thread that can be joined or detached.
std::optional<unsigned> Step::joinable(Bits handle) const {
  if (handle == 0 || handle > model_.options.maxThreads)
    return std::nullopt;
  const auto slot = static_cast<unsigned>(handle) - 1;
  const auto found = state_.threads.find(slot);
  if (found == state_.threads.end() || found->second.detached)
    return std::nullopt;
  return slot;
}

Step::Flow Step::execute(const program::Join &op, program::SourceSpan span) {
  const std::optional<unsigned> slot = joinable(value(op.thread));
  if (record_ != nullptr)
    record_->accesses.threads = true;
  if (!slot)
    return undefined(Property::LockDiscipline, "join of a thread that is not joinable", span);
  if (op.target != program::noRegister)
    set(op.target, state_.threads.at(*slot).result);
  if (races())
    state_.knowledge.join(thread_, *slot);
  if (record_ != nullptr)
    record_->joined.push_back(*slot);
  releaseSlot(*slot);
  return Flow::Next;
}

Step::Flow Step::execute(const program::Detach &op, program::SourceSpan span) {
  const std::optional<unsigned> slot = joinable(value(op.thread));
  if (record_ != nullptr)
    record_->accesses.threads = true;
  if (!slot)
    return undefined(Property::LockDiscipline, "detach of a thread that is not joinable", span);
  state_.threads.at(*slot).detached = true;
  if (state_.threads.at(*slot).status == Status::Ended)
    releaseSlot(*slot);
  return Flow::Next;
}

/// The thread has terminated and cannot be joined any more: the rest of its stack is released.
void Step::releaseSlot(unsigned slot) {
  const bool isKept = model_.keepsSlot[state_.threads.at(slot).cfa]; // locks may still name the thread
  state_.threads.erase(slot);
  if (isKept) {
    state_.threads[slot].status = Status::Ended;
    state_.threads[slot].detached = true;
  }
  std::vector<ObjectId> owned;
  for (const auto &[id, object] : state_.objects)
    if (id >= program_.objects.size() && object.storage != Storage::Heap && object.owner == slot)
      owned.push_back(id);
  for (const ObjectId id : owned)
    release(id);
}

Step::Flow Step::execute(const program::EndThread &op, program::SourceSpan /*span*/) {
  const Bits result = value(op.result);
  if (self().detached) {
    if (record_ != nullptr)
      record_->accesses.threads = true;
    releaseSlot(thread_);
    return Flow::ThreadEnded;
  }
  rest(Status::Ended);
  self().result = result;
  return Flow::ThreadEnded;
}

Step::Flow Step::execute(const program::EndProgram &op, program::SourceSpan span) {
  state_.ended = true;
  if (record_ != nullptr)
    record_->accesses.endsProgram = true;
  if (!op.aborted)
    checkLeaks(span);
  return Flow::ProgramEnded;
}

Step::Flow Step::execute(const program::Halt &op, program::SourceSpan span) {
  throw Ending(Result::Kind::Refuted, fmt::format("an execution gets to {} at {}", op.message, where(span)));
}

Step::Flow Step::execute(const program::Sync & /*op*/, program::SourceSpan /*span*/) { return Flow::Next; }

} // namespace heddle::recheck
