#include "events/places.hpp"

#include "analysis/addresses.hpp"

#include <algorithm>

namespace heddle::events {

using analysis::Region;
using analysis::RegionSet;
using program::Bits;
using program::StaticObject;

namespace {

// Limits on the places of one access: found in the structure of its address, enumerated while a thread is executed,
// and enumerated after unwinding. Each of the first becomes a case distinction in every access, so they are few.
constexpr std::size_t mostValues = 64;
constexpr std::size_t mostLocalPlaces = 4096;
constexpr std::size_t mostPlaces = 20'000;

bool names(const UnwoundProgram &program, const Region &region, ObjectId object) {
  switch (region.kind) {
  case Region::Kind::Anywhere:
    return true;
  case Region::Kind::Object:
    return region.id == object;
  case Region::Kind::Site:
    return object >= program.firstDynamic() && program.object(object).site == region.id;
  }
  return true;
}

} // namespace

bool isIn(const UnwoundProgram &program, ObjectId object, const RegionSet &regions, std::uint64_t begin,
          std::uint64_t end) {
  return std::any_of(regions.begin(), regions.end(), [&](const Region &region) {
    return begin < region.end && region.begin < end && names(program, region, object);
  });
}

bool isIn(const UnwoundProgram &program, ObjectId object, const RegionSet &regions) {
  return std::any_of(regions.begin(), regions.end(),
                     [&](const Region &region) { return names(program, region, object); });
}

bool isAccessible(const UnwoundProgram &program, Bits pointer, unsigned size, bool write) {
  const ObjectId object = program.program->pointers.object(pointer);
  const std::optional<std::uint64_t> objectSize = program.sizeOf(object);
  if (!objectSize || program.program->pointers.offset(pointer) + size > *objectSize)
    return false;
  return !write || object >= program.firstDynamic() ||
         program.program->objects[object].kind != StaticObject::Kind::Constant;
}

std::optional<std::vector<Bits>> placesIn(const UnwoundProgram &program, const RegionSet &regions, Expr address,
                                          unsigned size, bool write, std::size_t limit) {
  const auto &pointers = program.program->pointers;
  // The low bits of the address determine the alignment of the places.
  const analysis::LowBits low = analysis::lowBits(address);
  const std::uint64_t stride = std::uint64_t{1} << std::min(low.known, pointers.offsetBits);
  const std::uint64_t first = static_cast<std::uint64_t>(low.value) & (stride - 1);
  std::vector<Bits> places;
  for (ObjectId object = 1; object < program.endOfObjects(); ++object) {
    if (!isIn(program, object, regions) || !isAccessible(program, pointers.pointer(object), 0, write))
      continue;
    for (std::uint64_t offset = first; offset + size <= *program.sizeOf(object); offset += stride) {
      // An access of no bytes overlaps no region; then the whole object counts.
      if (size != 0 && !isIn(program, object, regions, offset, offset + size))
        continue;
      if (places.size() == limit)
        return std::nullopt;
      places.push_back(pointers.pointer(object, offset));
    }
  }
  return places;
}

std::vector<ByteRange> extentsOf(const UnwoundProgram &program, const RegionSet &regions) {
  std::vector<ByteRange> extents;
  for (ObjectId object = 1; object < program.endOfObjects(); ++object) {
    const std::optional<std::uint64_t> size = program.sizeOf(object);
    if (size && isIn(program, object, regions))
      extents.push_back({static_cast<std::uint64_t>(program.program->pointers.pointer(object)), *size});
  }
  return extents;
}

AccessPlaces placesOf(const UnwoundProgram &program, const analysis::PointsTo &pointsTo, Expr address,
                      const SourceExpression &source, unsigned size, bool write) {
  AccessPlaces places;
  places.address = address;
  const auto values = analysis::possibleValues(address, mostValues);
  if (!values) {
    places.regions = pointsTo.regions(source.cfa, source.expression, size);
    return places;
  }
  places.areKnown = true;
  for (const Bits value : *values)
    if (isAccessible(program, value, size, write))
      places.constants.push_back(value);
  return places;
}

void enumeratePlaces(UnwoundProgram &program, AccessPlaces &places, unsigned size, bool write) {
  program.dependsOnExpectedObjects = true;
  auto constants = placesIn(program, places.regions, places.address, size, write, mostLocalPlaces);
  if (!constants)
    return;
  places.constants = std::move(*constants);
  places.areKnown = true;
}

bool resolvePlaces(UnwoundProgram &program) {
  for (MemoryEvent &event : program.events) {
    if (event.placesAreKnown)
      continue;
    auto places =
        placesIn(program, event.regions, event.address, event.size, event.kind == MemoryEvent::Kind::Store, mostPlaces);
    if (!places)
      return false;
    event.places = std::move(*places);
  }
  return true;
}

} // namespace heddle::events
