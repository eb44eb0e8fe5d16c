// Where accesses may go whose addresses are not clear.
#pragma once

#include "analysis/region.hpp"
#include "events/unwound_program.hpp"

#include <optional>
#include <vector>

namespace heddle::events {

/// Whether the object is one of those that the regions are about.
bool isIn(const UnwoundProgram &program, ObjectId object, const analysis::RegionSet &regions);

/// Whether some of the bytes [begin, end) of an object are in the regions.
bool isIn(const UnwoundProgram &program, ObjectId object, const analysis::RegionSet &regions, std::uint64_t begin,
          std::uint64_t end);

/// Whether so many bytes of an object lie there, and may be read or written.
bool isAccessible(const UnwoundProgram &program, program::Bits pointer, unsigned size, bool write);

/// All accessible places in the regions at which the address may be, in the objects that there are so far. None if
/// there are more than `limit`.
std::optional<std::vector<program::Bits>> placesIn(const UnwoundProgram &program, const analysis::RegionSet &regions,
                                                   Expr address, unsigned size, bool write, std::size_t limit);

/// Fills in MemoryEvent::places wherever they were not known, now that all objects are. False if an access may be at
/// too many places.
bool resolvePlaces(UnwoundProgram &program);

} // namespace heddle::events
