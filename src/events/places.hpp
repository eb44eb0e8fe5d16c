// The places at which an access may be when its address is not a constant.
//
// Places are found in three steps, each used where the one before it fails. The structure of the address may show that
// it has few values (`placesOf`). Otherwise points-to analysis names regions; their places are enumerated over the
// objects that exist so far, at once if the access is computed while the thread is executed (`enumeratePlaces`), or
// after unwinding, when all objects are known (`resolvePlaces`).
#pragma once

#include "analysis/points_to.hpp"
#include "events/unwound_program.hpp"

#include <optional>
#include <vector>

namespace heddle::events {

/// Bytes of an object, by their address.
struct ByteRange {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
};

/// Where one access may be.
struct AccessPlaces {
  Expr address = nullptr;
  bool areKnown = false;                // `constants` are all that are valid; otherwise `regions` bound them
  std::vector<program::Bits> constants; // pointers
  analysis::RegionSet regions;
  Expr valid = nullptr; // a symbol, if they are not known: `address` is one of the places
  bool isConstant() const { return address->isConstant(); }
  /// The one place, if it is certain.
  std::optional<std::uint64_t> single() const {
    if (!isConstant() || !areKnown || constants.empty())
      return std::nullopt;
    return static_cast<std::uint64_t>(constants.front());
  }
};

/// An expression of the source program, and the function in which it is evaluated.
struct SourceExpression {
  program::CfaId cfa = 0;
  Expr expression = nullptr;
};

/// The places of an access at `address`, which is the value of `source`: those that the structure of the address shows,
/// or the regions that points-to analysis finds.
AccessPlaces placesOf(const UnwoundProgram &program, const analysis::PointsTo &pointsTo, Expr address,
                      const SourceExpression &source, unsigned size, bool write);

/// Makes the places known by enumerating the regions over the objects that exist or are expected, unless these have too
/// many places.
void enumeratePlaces(UnwoundProgram &program, AccessPlaces &places, unsigned size, bool write);

/// Fills in MemoryEvent::places wherever they are not known, after all objects have been made. False if an access may
/// be at too many places.
bool resolvePlaces(UnwoundProgram &program);

/// All accessible places in the regions at which the address may be, in the objects that exist or are expected. Nothing
/// if there are more than `limit`.
std::optional<std::vector<program::Bits>> placesIn(const UnwoundProgram &program, const analysis::RegionSet &regions,
                                                   Expr address, unsigned size, bool write, std::size_t limit);

/// Every object that exists or is expected and is in the regions, as a whole.
std::vector<ByteRange> extentsOf(const UnwoundProgram &program, const analysis::RegionSet &regions);

/// Whether the object is one of those that the regions name.
bool isIn(const UnwoundProgram &program, ObjectId object, const analysis::RegionSet &regions);

/// Whether some of the bytes [begin, end) of an object are in the regions.
bool isIn(const UnwoundProgram &program, ObjectId object, const analysis::RegionSet &regions, std::uint64_t begin,
          std::uint64_t end);

/// Whether `size` bytes from `pointer` on lie in one object that may be read or written.
bool isAccessible(const UnwoundProgram &program, program::Bits pointer, unsigned size, bool write);

} // namespace heddle::events
