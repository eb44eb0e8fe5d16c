// What random programs are asked.
#pragma once

#include "program/property.hpp"

namespace heddle::testing {

using program::Property;
using program::PropertySet;

constexpr PropertySet assertions{Property::UnreachCall};
constexpr PropertySet races{Property::NoDataRace};
constexpr PropertySet deadlocks{Property::NoDeadlock};
constexpr PropertySet locks{Property::LockDiscipline};
constexpr PropertySet overflows{Property::NoOverflow};
constexpr PropertySet pointers{Property::ValidDeref, Property::ValidFree};
constexpr PropertySet memorySafety{Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack};

} // namespace heddle::testing
