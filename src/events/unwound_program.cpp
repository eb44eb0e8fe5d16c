#include "events/unwound_program.hpp"

namespace heddle::events {

std::optional<std::uint64_t> UnwoundProgram::sizeOf(ObjectId id) const {
  if (id == program::nullObject || id >= endOfObjects())
    return std::nullopt;
  if (id >= firstDynamic())
    return object(id).size;
  const program::StaticObject &variable = program->objects[id];
  return variable.kind == program::StaticObject::Kind::Function ? std::nullopt : std::optional{variable.size};
}

Expr UnwoundProgram::isInside(program::Bits pointer, unsigned size) {
  const ObjectId id = program->pointers.object(pointer);
  if (id < firstDynamic() || object(id).exactSize == nullptr)
    return pool->boolean(true);
  const Expr exactSize = object(id).exactSize;
  return pool->make(program::ExprKind::Ule, pool->constant(program->pointers.offset(pointer) + size, exactSize->width),
                    exactSize);
}

Expr UnwoundProgram::initialByte(ObjectId object, std::uint64_t offset) {
  const auto known = [this](std::uint8_t byte) { return pool->constant(byte, 8); };
  if (object == program::nullObject) // a thread can be joined: see joinabilityOf
    return known(1);
  if (object < firstDynamic()) {
    const program::StaticObject &variable = program->objects[object];
    if (variable.initial)
      return known(offset < variable.initial->size() ? (*variable.initial)[offset] : 0);
  } else {
    const Object &dynamic = this->object(object);
    if (offset == dynamic.size) // the object's life
      return known(1);
    if (dynamic.zeroed)
      return known(0);
  }
  const std::uint64_t key = static_cast<std::uint64_t>(program->pointers.pointer(object, offset));
  const auto [entry, isNew] = initialIndex_.try_emplace(key, initialSymbols.size());
  if (isNew)
    initialSymbols.push_back({object, offset, symbol(8)});
  return initialSymbols[entry->second].symbol;
}

} // namespace heddle::events
