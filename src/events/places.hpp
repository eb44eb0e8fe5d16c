// Where accesses may go whose addresses were not clear while their thread was executed.
#pragma once

#include "events/unwound_program.hpp"

namespace heddle::events {

/// Fills in MemoryEvent::places wherever they were not known, now that all objects are. False if an access may be at
/// too many places.
bool resolvePlaces(UnwoundProgram &program);

} // namespace heddle::events
