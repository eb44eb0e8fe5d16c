// The names of properties.
#include "program/property.hpp"

#include <array>
#include <cassert>

namespace heddle::program {

namespace {

constexpr std::array<std::string_view, propertyCount> names{
    "unreach-call", "no-data-race",    "no-deadlock",       "valid-deref",     "valid-free", "valid-memtrack",
    "no-overflow",  "lock-discipline", "defined-behaviour", "known-functions", "vacuity",
};

} // namespace

std::string_view name(Property property) {
  const auto index = static_cast<std::size_t>(property);
  assert(index < names.size() && "a property without a name");
  return names[index];
}

std::optional<PropertySet> parseProperty(std::string_view text) {
  if (text == "valid-memsafety")
    return PropertySet{Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack};
  for (std::size_t i = 0; i < userPropertyCount; ++i)
    if (names[i] == text)
      return PropertySet{static_cast<Property>(i)};
  return std::nullopt;
}

} // namespace heddle::program
