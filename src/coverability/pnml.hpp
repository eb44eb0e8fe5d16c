// Petri nets in the exchange format PNML: place/transition nets with weighted arcs.
#pragma once

#include "coverability/system.hpp"
#include "support/expected.hpp"

#include <string>
#include <string_view>

namespace heddle::coverability {

/// The system has no targets, because PNML has none. Local states are named by the ids of places.
support::Expected<System> parsePnml(std::string_view text, const std::string &path);

} // namespace heddle::coverability
