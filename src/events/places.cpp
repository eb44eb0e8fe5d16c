#include "events/places.hpp"

#include "analysis/addresses.hpp"
#include "events/thread_unwinder.hpp"

namespace heddle::events {

namespace {

constexpr std::size_t mostPlaces = 20'000; // of one access

bool mayAccess(const UnwoundProgram &program, ObjectId object, bool write) {
  if (object >= program.firstDynamic())
    return true;
  const auto kind = program.program->objects[object].kind;
  return kind == program::StaticObject::Kind::Variable || (kind == program::StaticObject::Kind::Constant && !write);
}

std::uint64_t sizeOf(const UnwoundProgram &program, ObjectId object) {
  return object < program.firstDynamic() ? program.program->objects[object].size : program.object(object).size;
}

} // namespace

bool resolvePlaces(UnwoundProgram &program) {
  for (MemoryEvent &event : program.events) {
    if (event.placesAreKnown)
      continue;
    // The address's low bits tell the alignment of what it may point to.
    const analysis::LowBits low = analysis::lowBits(event.address);
    const std::uint64_t stride = std::uint64_t{1} << std::min(low.known, 16U);
    const std::uint64_t first = static_cast<std::uint64_t>(low.value) & (stride - 1);
    for (ObjectId object = 1; object < program.endOfObjects(); ++object) {
      if (!isIn(program, object, event.regions) || !mayAccess(program, object, event.kind == MemoryEvent::Kind::Store))
        continue;
      for (std::uint64_t offset = first; offset + event.size <= sizeOf(program, object); offset += stride) {
        if (!isIn(program, object, event.regions, offset, event.size))
          continue;
        event.places.push_back(program.program->pointers.pointer(object, offset));
        if (event.places.size() > mostPlaces)
          return false;
      }
    }
  }
  return true;
}

} // namespace heddle::events
