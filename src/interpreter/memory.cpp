#include "interpreter/memory.hpp"

#include <algorithm>
#include <cassert>

namespace heddle::interpreter {

using program::StaticObject;

namespace {

/// Threads beyond these share the ids of others, which costs states but is sound.
constexpr unsigned idClasses = 8;

bool spawns(const program::Program &program) {
  for (const program::Cfa &cfa : program.cfas)
    for (const program::Action &action : cfa.actions)
      for (const program::Instruction &instruction : action.instructions)
        if (std::holds_alternative<program::Spawn>(instruction.operation))
          return true;
  return false;
}

/// Marks the position of a constant whose content is not known: it is a position in Memory's bytes.
constexpr std::uint64_t isChosen = std::uint64_t{1} << 63;

/// Whether the object's bytes are in Memory's, and not in the layout.
bool isInState(const StaticLayout::Object &object) {
  return object.kind == StaticObject::Kind::Variable ||
         (object.kind == StaticObject::Kind::Constant && (object.position & isChosen) != 0);
}

} // namespace

StaticLayout::StaticLayout(const program::Program &program)
    : pointers(program.pointers), firstDynamic(static_cast<ObjectId>(program.objects.size())),
      classes(spawns(program) ? idClasses : 1) {
  objects.resize(program.objects.size());
  for (ObjectId id = 1; id < program.objects.size(); ++id) {
    const StaticObject &object = program.objects[id];
    assert((!object.initial || object.initial->size() == object.size) && "initial bytes of the wrong number");
    objects[id] = {object.kind, 0, object.size};
    if (object.kind == StaticObject::Kind::Function)
      continue;
    // The content of a constant that is not known is chosen when it is read, so it is kept with those of variables.
    if (object.kind == StaticObject::Kind::Constant && object.initial) {
      objects[id].position = constants.size();
      constants.insert(constants.end(), object.initial->begin(), object.initial->end());
      continue;
    }
    objects[id].position = initial.size() | (object.kind == StaticObject::Kind::Constant ? isChosen : 0);
    if (object.initial)
      initial.insert(initial.end(), object.initial->begin(), object.initial->end());
    else
      initial.resize(initial.size() + object.size);
    initialised.resize(initial.size(), object.initial ? 1 : 0);
    if (!object.initial)
      uninitialised += static_cast<std::uint32_t>(object.size);
  }
}

Memory::Memory(const StaticLayout &layout)
    : layout_(&layout), bytes_(layout.initial), initialised_(layout.initialised),
      uninitialisedInVariables_(layout.uninitialised) {}

const DynamicObject *Memory::dynamic(ObjectId object) const {
  if (object < layout_->firstDynamic || object - layout_->firstDynamic >= objects_.size())
    return nullptr;
  return &objects_[object - layout_->firstDynamic];
}

DynamicObject &Memory::entry(ObjectId id) {
  const std::size_t index = id - layout_->firstDynamic;
  if (index >= objects_.size())
    objects_.resize(index + 1);
  return objects_[index];
}

std::uint64_t Memory::size(ObjectId object) const {
  if (object < layout_->firstDynamic)
    return layout_->objects[object].size;
  const DynamicObject *found = dynamic(object);
  return found != nullptr ? found->size : 0;
}

Memory::Extent Memory::extent(ObjectId object) const {
  if (object < layout_->firstDynamic) {
    const StaticLayout::Object &known = layout_->objects[object];
    return isInState(known) ? Extent{known.position & ~isChosen, known.size} : Extent{0, 0};
  }
  const DynamicObject *found = dynamic(object);
  return found != nullptr && found->alive ? Extent{found->position, found->size} : Extent{0, 0};
}

Place Memory::find(Bits pointer, std::uint64_t size, bool write) const {
  Place place;
  place.object = layout_->pointers.object(pointer);
  place.offset = layout_->pointers.offset(pointer);
  const auto within = [&](std::uint64_t position, std::uint64_t objectSize) {
    place.position = position + place.offset;
    if (place.offset > objectSize || size > objectSize - place.offset)
      place.fault = Fault::OutOfBounds;
  };
  if (place.object == program::nullObject) {
    place.fault = Fault::Null;
    return place;
  }
  if (place.object >= layout_->firstDynamic) {
    const DynamicObject *found = dynamic(place.object);
    if (found == nullptr || !found->alive)
      place.fault = Fault::NotAllocated;
    else
      within(found->position, found->size);
    return place;
  }
  const StaticLayout::Object &known = layout_->objects[place.object];
  if (known.kind == StaticObject::Kind::Function) {
    place.fault = Fault::Function;
    return place;
  }
  within(known.position & ~isChosen, known.size);
  place.constant = !isInState(known);
  if (known.kind == StaticObject::Kind::Constant && write && place.fault == Fault::None)
    place.fault = Fault::Constant;
  return place;
}

Bits Memory::read(const Place &place, unsigned size) const {
  assert(place.fault == Fault::None && size <= 16 && "an invalid read");
  Bits value = 0;
  std::memcpy(&value, (place.constant ? layout_->constants : bytes_).data() + place.position, size);
  return value;
}

std::uint32_t Memory::uninitialised(const Place &place, unsigned size) const {
  const DynamicObject *object = dynamic(place.object);
  if (place.constant || (object != nullptr ? object->uninitialised : uninitialisedInVariables_) == 0)
    return 0;
  std::uint32_t mask = 0;
  for (unsigned i = 0; i < size; ++i)
    mask |= static_cast<std::uint32_t>(initialised_[place.position + i] ^ 1U) << i;
  return mask;
}

void Memory::write(const Place &place, unsigned size, Bits value, std::uint32_t uninitialised) {
  assert(place.fault == Fault::None && !place.constant && size <= 16 && "an invalid write");
  std::memcpy(bytes_.data() + place.position, &value, size);
  std::uint32_t &count =
      place.object >= layout_->firstDynamic ? entry(place.object).uninitialised : uninitialisedInVariables_;
  if (uninitialised == 0 && count == 0)
    return;
  for (unsigned i = 0; i < size; ++i) {
    std::uint8_t &flag = initialised_[place.position + i];
    const bool was = flag != 0;
    flag = ((uninitialised >> i) & 1U) == 0 ? 1 : 0;
    // Equal states must have equal bytes.
    if (flag == 0)
      bytes_[place.position + i] = 0;
    count += static_cast<std::uint32_t>(was) - static_cast<std::uint32_t>(flag);
  }
}

std::optional<ObjectId> Memory::freeId(unsigned idClass, ObjectId from) const {
  ObjectId id = from != 0 ? from : layout_->firstDynamic + idClass % layout_->classes;
  while (id <= layout_->pointers.maxObject()) {
    if (!isAlive(id))
      return id;
    if (layout_->pointers.maxObject() - id < layout_->classes)
      break;
    id += layout_->classes;
  }
  return std::nullopt;
}

void Memory::allocate(ObjectId id, std::uint32_t size, bool zeroed, program::SiteId site, program::Storage storage,
                      unsigned owner) {
  DynamicObject &object = entry(id);
  assert(!object.alive && "the id is in use");
  object.position = static_cast<std::uint32_t>(bytes_.size());
  object.size = size;
  object.site = site;
  object.storage = storage;
  object.owner = storage == program::Storage::Heap ? std::uint16_t{0} : static_cast<std::uint16_t>(owner);
  object.alive = true;
  object.known = true;
  object.uninitialised = zeroed ? 0 : size;
  bytes_.resize(bytes_.size() + size, 0);
  initialised_.resize(bytes_.size(), zeroed ? 1 : 0);
}

void Memory::release(ObjectId id) {
  DynamicObject &object = entry(id);
  assert(object.alive && "only objects that are alive can be released");
  const auto cut = [&](std::vector<std::uint8_t> &vector) {
    const auto begin = vector.begin() + static_cast<std::ptrdiff_t>(object.position);
    vector.erase(begin, begin + static_cast<std::ptrdiff_t>(object.size));
  };
  const bool last = object.position + object.size == bytes_.size();
  cut(bytes_);
  cut(initialised_);
  object.alive = false;
  if (last)
    return;
  for (DynamicObject &other : objects_)
    if (other.alive && other.position > object.position)
      other.position -= object.size;
}

// Usually the bytes of the id do not occur at all, which memchr determines quickly.
bool Memory::mentions(ObjectId object) const {
  if (layout_->pointers.offsetBits % 8 == 0 && (object & 0xff) != 0) {
    const unsigned idBytes = (layout_->pointers.width - layout_->pointers.offsetBits) / 8;
    const std::uint8_t *at = bytes_.data();
    const std::uint8_t *const end = at + bytes_.size();
    const auto holdsId = [&](const std::uint8_t *bytes) {
      ObjectId id = 0;
      std::memcpy(&id, bytes, std::min<std::size_t>(idBytes, sizeof id));
      return id == object;
    };
    while (at != end) {
      const auto left = static_cast<std::size_t>(end - at);
      at = static_cast<const std::uint8_t *>(std::memchr(at, static_cast<int>(object & 0xff), left));
      if (at == nullptr || static_cast<std::size_t>(end - at) < idBytes)
        return false;
      if (holdsId(at))
        break;
      ++at;
    }
    if (at == end)
      return false;
  }
  bool found = false;
  for (ObjectId id = 1; id < endOfIds() && !found; ++id)
    forEachWord(id, [&](std::uint64_t word) { found = found || layout_->pointers.object(word) == object; });
  return found;
}

void Memory::encode(ByteWriter &out) const {
  const std::size_t variables = layout_->initial.size();
  out.raw(bytes_.data(), variables);
  out.number(uninitialisedInVariables_);
  if (uninitialisedInVariables_ != 0)
    out.raw(initialised_.data(), variables);
  for (ObjectId index = 0; index < objects_.size(); ++index) {
    const DynamicObject &object = objects_[index];
    if (!object.alive)
      continue;
    out.number(index + 1);
    out.number(object.size);
    out.number(object.site);
    out.number(object.owner);
    out.number(static_cast<std::uint64_t>(object.storage) * 2 + (object.uninitialised != 0 ? 1 : 0));
    out.raw(bytes_.data() + object.position, object.size);
    if (object.uninitialised != 0)
      out.raw(initialised_.data() + object.position, object.size);
  }
  out.number(0);
}

void Memory::decode(ByteReader &in) {
  const std::size_t variables = layout_->initial.size();
  bytes_.resize(variables);
  initialised_.assign(variables, 1);
  objects_.clear();
  in.raw(bytes_.data(), variables);
  uninitialisedInVariables_ = in.as<std::uint32_t>();
  if (uninitialisedInVariables_ != 0)
    in.raw(initialised_.data(), variables);
  while (const auto index = in.as<ObjectId>()) {
    const auto size = in.as<std::uint32_t>();
    const auto site = in.as<program::SiteId>();
    const auto owner = in.as<unsigned>();
    const std::uint64_t flags = in.number();
    const ObjectId id = layout_->firstDynamic + index - 1;
    const bool partly = (flags & 1) != 0;
    allocate(id, size, true, site, static_cast<program::Storage>(flags / 2), owner);
    DynamicObject &object = entry(id);
    in.raw(bytes_.data() + object.position, size);
    if (!partly)
      continue;
    in.raw(initialised_.data() + object.position, size);
    const auto begin = initialised_.begin() + static_cast<std::ptrdiff_t>(object.position);
    object.uninitialised = static_cast<std::uint32_t>(std::count(begin, begin + static_cast<std::ptrdiff_t>(size), 0));
  }
}

} // namespace heddle::interpreter
