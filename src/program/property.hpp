// The properties that Heddle can check, and sets of them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace heddle::program {

/// The elementary properties. `valid-memsafety` of the command line is the union of the three Valid*.
enum class Property : std::uint8_t {
  UnreachCall,
  NoDataRace,
  NoDeadlock,
  ValidDeref,
  ValidFree,
  ValidMemtrack,
  NoOverflow,
  LockDiscipline,

  // Not for users: portfolio/uncut.hpp and portfolio/vacuity.hpp ask for these.
  /// Undefined behaviour that no other property is about.
  DefinedBehaviour,
  /// No function is called that has neither a body nor a model.
  KnownFunctions,
  /// "Violated" where an execution gets to a point without which a proof says little: an assertion that holds, the end
  /// of main or of a thread.
  Vacuity,
};

constexpr unsigned propertyCount = 11;
constexpr unsigned userPropertyCount = 8; // the first ones

/// The name as the command line and the reports spell it, e.g. "no-data-race".
std::string_view name(Property property);

class PropertySet {
public:
  constexpr PropertySet() = default;
  constexpr PropertySet(std::initializer_list<Property> properties) {
    for (const Property property : properties)
      insert(property);
  }

  constexpr void insert(Property property) { bits_ |= bit(property); }
  constexpr bool contains(Property property) const { return (bits_ & bit(property)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr PropertySet operator|(PropertySet other) const {
    PropertySet result;
    result.bits_ = bits_ | other.bits_;
    return result;
  }
  constexpr PropertySet operator-(PropertySet other) const {
    PropertySet result;
    result.bits_ = bits_ & ~other.bits_;
    return result;
  }
  constexpr bool operator==(const PropertySet &) const = default;

  static constexpr PropertySet all() {
    PropertySet result;
    result.bits_ = (1U << propertyCount) - 1;
    return result;
  }

private:
  static constexpr std::uint32_t bit(Property property) { return 1U << static_cast<unsigned>(property); }
  std::uint32_t bits_ = 0;
};

/// The properties whose violation is undefined behaviour, apart from data races. If one of them is not checked, a
/// thread stops where it would violate it (AfterFailure::Stop).
constexpr PropertySet definedBehaviour{Property::ValidDeref, Property::ValidFree, Property::NoOverflow,
                                       Property::LockDiscipline, Property::DefinedBehaviour};

/// From a name on the command line ("unreach-call", "valid-memsafety", "valid-free", …).
std::optional<PropertySet> parseProperty(std::string_view name);

} // namespace heddle::program
