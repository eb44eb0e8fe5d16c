#include "recheck/memory.hpp"

#include <cstring>
#include <set>
#include <vector>

namespace heddle::recheck {

using program::StaticObject;

namespace {

/// Whether the object is not part of the state: the content of other constants is chosen when it is read.
bool hasFixedContent(const StaticObject &object) {
  return object.kind == StaticObject::Kind::Constant && object.initial.has_value();
}

bool isDynamic(const program::Program &program, ObjectId id) { return id >= program.objects.size(); }

/// Every word of the object's content, aligned or not.
template <typename Visit> void forEachWord(const program::Program &program, const Object &object, const Visit &visit) {
  const std::size_t width = program.pointers.width / 8;
  for (std::size_t i = 0; i + width <= object.bytes.size(); ++i) {
    std::uint64_t word = 0;
    std::memcpy(&word, object.bytes.data() + i, width);
    visit(word);
  }
}

/// The words in the registers and the result of a thread.
template <typename Visit> void forEachWord(const program::Program &program, const Thread &thread, const Visit &visit) {
  const unsigned width = program.pointers.width;
  if (thread.status == Status::Ended)
    visit(static_cast<std::uint64_t>(thread.result));
  const std::vector<program::Register> &registers = program.cfas[thread.cfa].registers;
  for (const auto &[id, value] : thread.registers)
    for (unsigned shift = 0; shift + width <= (registers[id].width + 7) / 8 * 8; shift += width)
      visit(static_cast<std::uint64_t>(support::truncate(value >> shift, width)));
}

} // namespace

State initialState(const program::Program &program) {
  State state;
  for (ObjectId id = 1; id < program.objects.size(); ++id) {
    const StaticObject &object = program.objects[id];
    if (object.kind == StaticObject::Kind::Function || hasFixedContent(object))
      continue;
    Object &variable = state.objects[id];
    if (object.initial)
      variable.bytes.assign(object.initial->begin(), object.initial->end());
    else
      variable.unknown.assign(object.size, 1);
    variable.bytes.resize(object.size, 0);
  }
  Thread &main = state.threads[0];
  main.location = program.cfas[0].entry;
  if (program.cfas[0].self != program::noRegister)
    main.registers[program.cfas[0].self] = 1;
  return state;
}

std::optional<Place> find(const program::Program &program, const State &state, Bits pointer, std::uint64_t size,
                          bool write) {
  Place place{program.pointers.object(pointer), program.pointers.offset(pointer), false};
  std::uint64_t objectSize = 0;
  if (const auto found = state.objects.find(place.object); found != state.objects.end()) {
    if (write && !isDynamic(program, place.object) &&
        program.objects[place.object].kind == StaticObject::Kind::Constant)
      return std::nullopt;
    objectSize = found->second.bytes.size();
  } else {
    if (place.object == program::nullObject || isDynamic(program, place.object))
      return std::nullopt;
    const StaticObject &object = program.objects[place.object];
    if (object.kind == StaticObject::Kind::Function || write)
      return std::nullopt;
    place.constant = true;
    objectSize = object.size;
  }
  if (place.offset > objectSize || size > objectSize - place.offset)
    return std::nullopt;
  return place;
}

Bits read(const program::Program &program, const State &state, const Place &place, unsigned size) {
  Bits value = 0;
  const void *const bytes =
      place.constant ? static_cast<const void *>(program.objects[place.object].initial->data() + place.offset)
                     : state.objects.at(place.object).bytes.data() + place.offset;
  std::memcpy(&value, bytes, size);
  return value;
}

std::uint32_t unknownBytes(const State &state, const Place &place, unsigned size) {
  std::uint32_t mask = 0;
  if (place.constant)
    return mask;
  const Object &object = state.objects.at(place.object);
  for (unsigned i = 0; i < size; ++i)
    if (object.isUnknown(place.offset + i))
      mask |= 1U << i;
  return mask;
}

void write(State &state, const Place &place, unsigned size, Bits value, std::uint32_t unknown) {
  Object &object = state.objects.at(place.object);
  std::memcpy(object.bytes.data() + place.offset, &value, size);
  if (unknown == 0 && object.unknown.empty())
    return;
  object.unknown.resize(object.bytes.size(), 0);
  for (unsigned i = 0; i < size; ++i) {
    const bool isUnknown = (unknown >> i & 1) != 0;
    object.unknown[place.offset + i] = isUnknown ? 1 : 0;
    if (isUnknown)
      object.bytes[place.offset + i] = 0; // equal states have equal bytes
  }
  if (object.unknown.find('\1') == std::string::npos)
    object.unknown.clear();
}

bool mentions(const program::Program &program, const State &state, ObjectId object) {
  bool found = false;
  const auto look = [&](std::uint64_t word) { found = found || program.pointers.object(word) == object; };
  for (const auto &[id, content] : state.objects)
    forEachWord(program, content, look);
  for (const auto &[slot, thread] : state.threads)
    forEachWord(program, thread, look);
  return found;
}

std::optional<ObjectId> lostObject(const program::Program &program, const State &state, unsigned running) {
  std::set<ObjectId> reached;
  std::vector<ObjectId> worklist;
  const auto reach = [&](ObjectId id) {
    if (isDynamic(program, id) && state.objects.contains(id) && reached.insert(id).second)
      worklist.push_back(id);
  };
  const auto follow = [&](std::uint64_t word) { reach(program.pointers.object(word)); };
  for (const auto &[id, object] : state.objects) {
    if (!isDynamic(program, id))
      forEachWord(program, object, follow);
    else if (object.storage != program::Storage::Heap)
      reach(id);
  }
  for (const auto &[slot, thread] : state.threads)
    if (slot != running)
      forEachWord(program, thread, follow);
  while (!worklist.empty()) {
    const ObjectId id = worklist.back();
    worklist.pop_back();
    forEachWord(program, state.objects.at(id), follow);
  }
  for (const auto &[id, object] : state.objects)
    if (isDynamic(program, id) && object.storage == program::Storage::Heap && !reached.contains(id))
      return id;
  return std::nullopt;
}

} // namespace heddle::recheck
